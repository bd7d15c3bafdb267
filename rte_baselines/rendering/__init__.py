"""How results are shown: tables in every format, drawings in SVG, HTML."""
