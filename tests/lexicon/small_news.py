"""Stories with headlines, few enough to count by hand."""

from rte_baselines.lexicon.corpus.array_resources import Provenance
from rte_baselines.lexicon.corpus.corpora import Document

PROVENANCE = Provenance("a harbour's paper", "public domain")

STORIES = (
    Document("Ferry sinks", "The ferry sank off the coast. Nobody was hurt."),
    Document("Boat sinks", "The boat sank off the coast."),
    Document("Storm hits coast", "The storm hit the coast."),
    Document("Ferry hits boat", "The ferry hit the boat."),
)
