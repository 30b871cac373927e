"""A figure that shows itself in a notebook. Importing this module imports Matplotlib."""

from __future__ import annotations

from io import BytesIO

import matplotlib as mpl
from matplotlib.figure import Figure

from casinowar.report.charts.style import STYLE

NOTEBOOK_DPI = 72


class Chart(Figure):
    """A figure in the style of all charts; notebooks show a value by its ``_repr_png_``."""

    def _repr_png_(self) -> bytes:
        stream = BytesIO()
        with mpl.rc_context(STYLE):
            self.savefig(stream, format="png", dpi=NOTEBOOK_DPI)
        return stream.getvalue()
