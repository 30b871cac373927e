"""Charts as SVG or PNG files, all in one ``style``.

``edges`` compares houses, ``session`` shows a session, ``convergence`` a simulation. Matplotlib is
imported only when a chart is drawn.
"""
