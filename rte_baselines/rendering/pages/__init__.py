"""What pages of HTML have in common: templates, styles, and how numbers and names are written."""
