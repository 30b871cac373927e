"""Casino War for learners: Gymnasium, PettingZoo and OpenSpiel (the extra ``env``).

Importing this package registers ``CasinoWar-v1`` with Gymnasium, ``casinowar/table-v0`` with
PettingZoo and ``casino_war`` with OpenSpiel, as far as they are installed.

>>> import gymnasium
>>> import casinowar.env
>>> env = gymnasium.make("CasinoWar-v1")
>>> observation, info = env.reset(seed=7)
>>> [action.name for action in env.unwrapped.variant.actions]
['surrender', 'war', 'bet 1', 'bet 1, Tie 1']

``variant`` is the game with its ``actions``. ``single`` and ``vector`` are Gymnasium's
environments: the kernel deals in ``lanes``, the engine at a ``table``, from ``shoes`` of the
same cards. ``table_v0`` is PettingZoo's environment, ``spiel`` OpenSpiel's game. ``values`` are
exact, ``pictures`` show a table, ``baselines`` learn.
"""

from importlib.util import find_spec

from casinowar.extras import missing, not_installed

try:
    from casinowar.env.actions import Action
    from casinowar.env.variant import Variant, make_variant
except ModuleNotFoundError as error:
    error.add_note(not_installed("env") if missing(error) else "")
    raise

__all__ = ["REGISTERED", "Action", "Variant", "make_variant"]


def _register() -> tuple[str, ...]:
    """Register the environments with the frameworks that are installed; their names."""
    found = []
    if find_spec("gymnasium") is not None:
        import gymnasium

        gymnasium.register(
            "CasinoWar-v1",
            entry_point="casinowar.env.single:CasinoWarEnv",
            vector_entry_point="casinowar.env.vector:CasinoWarVectorEnv",
        )
        found.append("CasinoWar-v1")
    if find_spec("pettingzoo") is not None:
        import pettingzoo

        pettingzoo.register("aec", "casinowar/table-v0", "casinowar.env.table_v0:env")
        pettingzoo.register("parallel", "casinowar/table-v0", "casinowar.env.table_v0:parallel_env")
        found.append("casinowar/table-v0")
    if find_spec("pyspiel") is not None:
        from casinowar.env import spiel

        found.append(spiel.SHORT_NAME)
    return tuple(found)


REGISTERED = _register()
