"""Reports: figures as text, JSON, CSV, charts and pages for people.

>>> from casinowar import odds, report
>>> report.odds_json(odds.odds_of("washington"))["initial"]["house_edge"]
{'exact': '23138/993023', 'percent': 2.33006}

``figures`` and ``tables`` hold what all share. ``answer_json``, ``answer_text``, ``comparison``,
``session`` and ``simulation`` report what ``odds`` and ``simulate`` found; ``sheet`` shows the
rules of a house. ``facts`` computes a PAR sheet; ``par`` and ``par_figures`` fill the page in
``templates``, ``par_data`` gives it as JSON and CSV. ``counting`` and ``cutting_card`` report
studies. ``charts`` draws,
``progress`` follows a simulation, ``files`` writes a complete file or none. Each is imported when
it is first used, so Matplotlib is loaded only for charts.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casinowar.report.answer_json import odds_json
    from casinowar.report.answer_text import odds_text
    from casinowar.report.charts.convergence import convergence_chart
    from casinowar.report.charts.edges import compare_chart
    from casinowar.report.charts.session import session_chart
    from casinowar.report.charts.style import save_chart
    from casinowar.report.comparison import compare_json, compare_text
    from casinowar.report.facts import ParFacts, par_facts
    from casinowar.report.par import par_page, par_sheet
    from casinowar.report.par_data import par_csv, par_json
    from casinowar.report.session import session_json, session_text
    from casinowar.report.sheet import sheet_json, sheet_text
    from casinowar.report.simulation import batches_csv, result_json, result_text

_MODULES = {
    "batches_csv": "simulation",
    "compare_chart": "charts.edges",
    "compare_json": "comparison",
    "compare_text": "comparison",
    "convergence_chart": "charts.convergence",
    "odds_json": "answer_json",
    "odds_text": "answer_text",
    "ParFacts": "facts",
    "par_csv": "par_data",
    "par_facts": "facts",
    "par_json": "par_data",
    "par_page": "par",
    "par_sheet": "par",
    "result_json": "simulation",
    "result_text": "simulation",
    "save_chart": "charts.style",
    "session_chart": "charts.session",
    "session_json": "session",
    "session_text": "session",
    "sheet_json": "sheet",
    "sheet_text": "sheet",
}

__all__ = [
    "ParFacts",
    "batches_csv",
    "compare_chart",
    "compare_json",
    "compare_text",
    "convergence_chart",
    "odds_json",
    "odds_text",
    "par_csv",
    "par_facts",
    "par_json",
    "par_page",
    "par_sheet",
    "result_json",
    "result_text",
    "save_chart",
    "session_chart",
    "session_json",
    "session_text",
    "sheet_json",
    "sheet_text",
]


def __getattr__(name: str) -> object:
    """The report ``name``, imported when it is first used."""
    if name in _MODULES:
        return getattr(import_module(f"casinowar.report.{_MODULES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
