"""Logic forms of hodges2006: a layer of syntax and a layer of semantic relations."""
