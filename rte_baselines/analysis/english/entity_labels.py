"""The types of named entities, to which the labels of pipelines are mapped."""

PERSON, ORG, PLACE, TIME, MISC = "PERSON", "ORG", "PLACE", "TIME", "MISC"
"""Persons; organizations; places; dates and times; all other names."""

NO_ENTITY = ""
"""The label of words outside entities."""

# The labels of OntoNotes, which spaCy's English pipelines use, and of CoNLL.
_TYPES = {
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
    # Amounts are not named entities; the layer `numbers` has their values.
    "PERCENT": NO_ENTITY,
    "MONEY": NO_ENTITY,
    "QUANTITY": NO_ENTITY,
    "ORDINAL": NO_ENTITY,
    "CARDINAL": NO_ENTITY,
}


def entity_type(label: str) -> str:
    """Return the entity type of a pipeline's label; unknown labels are returned unchanged."""
    return _TYPES.get(label, label)
