"""A corpus small enough to count by hand."""

from rte_baselines.lexicon.corpus.array_resources import Provenance
from rte_baselines.lexicon.corpus.corpora import Document

PROVENANCE = Provenance("four sentences", "public domain")

# As norms, "the" stands 5 times in 4 documents; "ferries", "harbour", "old" and "sank" twice
# in 2; "ferry" twice in 1; "has", "pilot", "sings" and "was" once. The stem of "ferry" and
# "ferries" stands 4 times in 2.
HARBOUR = (
    Document("Ferries", "The ferry sank; the ferry was old."),
    Document("", "The old harbour sank."),
    Document("", "The harbour has ferries."),
    Document("", "The pilot sings."),
)
