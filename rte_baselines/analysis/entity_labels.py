"""Kinds of named entities, whatever a pipeline calls them."""

PERSON, ORG, PLACE, TIME, MISC = "PERSON", "ORG", "PLACE", "TIME", "MISC"
"""People; organizations; places; dates and times; all other names."""

NO_ENTITY = ""
"""What is said of words outside entities."""

# Of OntoNotes, which spaCy's own English pipelines know, and of CoNLL.
_KINDS = {
    "PER": PERSON,
    "NORP": MISC,
    "FAC": PLACE,
    "GPE": PLACE,
    "LOC": PLACE,
    "PRODUCT": MISC,
    "EVENT": MISC,
    "WORK_OF_ART": MISC,
    "LAW": MISC,
    "LANGUAGE": MISC,
    "DATE": TIME,
    # Amounts are no names; the layer `numbers` has their values.
    "PERCENT": NO_ENTITY,
    "MONEY": NO_ENTITY,
    "QUANTITY": NO_ENTITY,
    "ORDINAL": NO_ENTITY,
    "CARDINAL": NO_ENTITY,
}


def entity_kind(label: str) -> str:
    """Return the kind of entity that a pipeline's label stands for; unknown labels stay."""
    return _KINDS.get(label, label)
