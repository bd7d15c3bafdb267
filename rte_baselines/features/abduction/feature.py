"""The feature of proofs of weakened hypotheses."""

from collections.abc import Sequence
from functools import cache

from rte_baselines.analysis import Analysis
from rte_baselines.core.errors import ConfigError, InputError
from rte_baselines.core.registry import registry
from rte_baselines.features.abduction.illustrating import aligned, described, illustrated
from rte_baselines.features.abduction.pair_abduction import (
    LONGEST_HYPOTHESIS,
    LONGEST_TEXT,
    Knowledge,
    PairAbduction,
    Weakening,
    abduction_of,
)
from rte_baselines.features.base import Alignment, Illustration, Output, PairFeature, warn_of_cut
from rte_baselines.features.own_axioms import Forms, forms_of, own_axioms, warn_of_unused
from rte_baselines.logic.forward_chaining import rules_of
from rte_baselines.logic.knowledge.axiom_files import (
    relation_calculus,
    rewriting_axioms,
    world_axioms,
)
from rte_baselines.logic.logic_forms.building import LAYERS
from rte_baselines.logic.problems import Axiom

_CUT = (
    f"abduction: a text is cut after {LONGEST_TEXT} atoms, and of a hypothesis with more than "
    f"{LONGEST_HYPOTHESIS}, the least important are left out"
)


@registry.features("abduction.v1")
class AbductionScore(PairFeature):
    """How much of the hypothesis is proved from the text.

    Text and hypothesis are translated to logic forms (section 3; see
    `rte_baselines.logic.logic_forms.building.logic_form`). The hypothesis is weakened until it
    follows from the text and the axioms (section 5.2). The score is one minus the penalties for
    weakening, divided by the penalties for dropping the whole hypothesis, equation (1).

    Penalties are those of `rte_baselines.features.abduction.weights`; the paper gives none. A
    hypothesis without atoms to prove, such as an empty one, has the score 0. A text is cut after
    500 atoms, with a warning, and only the 100 most important atoms of a hypothesis are used.

    Parameters
    ----------
    relations : bool
        Whether to use the second layer of logic forms, semantic relations, with the axioms of
        ``relation_calculus.txt`` (sections 3.2 and 4.3).
    chains : bool
        Whether to use axioms from lexical chains in WordNet (section 4.1).
    rewriting : bool
        Whether to use linguistic rewriting rules (section 4.2).
    world : bool
        Whether to use the axioms of ``world.txt`` (section 4.4).
    weakening : {"greedy", "minimal"}
        The paper's strategy, or the lowest sum of penalties; see `rte_baselines.logic.abduction`.
    axioms : sequence of str, optional
        Your own axioms, such as ``"buy.v(E, X, Y) => get.v(E, X, Y)"``, in the notation of
        ``world.txt``, without a penalty. They are part of the config, so that a model is
        self-contained.
    """

    source = "hodges2006 sections 3 to 6.1, equation (1)"
    reads = ("wordnet",)
    layers = LAYERS
    """The layers that logic forms are built from."""
    outputs = (Output(""),)

    def __init__(
        self,
        relations: bool = True,
        chains: bool = True,
        rewriting: bool = True,
        world: bool = True,
        weakening: Weakening = "greedy",
        axioms: Sequence[str] | None = None,
    ) -> None:
        self.relations = relations
        self.chains = chains
        self.rewriting = rewriting
        self.world = world
        self.weakening = weakening
        self.axioms = axioms

    def check_fields(self, path: str) -> None:
        """Check the fields and the axioms; see `Component.check_fields`."""
        super().check_fields(path)
        try:
            own = self._own_axioms()
            for axiom in own:
                rules_of(axiom)
        except InputError as error:
            raise ConfigError(f"{path}.{error}") from None
        warn_of_unused(own, path)

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Weaken the hypothesis until it follows.

        Raises
        ------
        ResourceError
            If WordNet is missing or damaged.
        """
        found = self.abduction(text, hypothesis)
        return [found.found.score if found.atoms else 0.0]

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align the words whose atoms are proved with the words of the text that prove them."""
        return aligned(self.abduction(text, hypothesis))

    def describe(self, text: Analysis, hypothesis: Analysis) -> str:
        """Say how much is dropped and unbound, and how many axioms are used."""
        return described(self.abduction(text, hypothesis))

    def illustrate(self, text: Analysis, hypothesis: Analysis) -> Sequence[Illustration]:
        """Show the logic forms, the steps of the proof, and the penalties for weakening."""
        return illustrated(self.abduction(text, hypothesis))

    def abduction(self, text: Analysis, hypothesis: Analysis) -> PairAbduction:
        """Return the weakened hypothesis, its proof, and the penalties; see `PairAbduction`."""
        knowledge = Knowledge(
            self.relations,
            self.chains,
            self.rewriting,
            self.world,
            self._own_axioms(),
            self.weakening,
        )
        found = abduction_of(text, hypothesis, knowledge)
        if found.is_cut:
            warn_of_cut(_CUT)
        return found

    def _own_axioms(self) -> tuple[Axiom, ...]:
        return own_axioms(self.axioms, _forms()) if self.axioms else ()


@cache
def _forms() -> Forms:
    """Return the forms of predicates of logic forms, where verbs have a subject and an object."""
    known = (*rewriting_axioms(), *relation_calculus(), *world_axioms())
    return forms_of(known, {"n": 1, "v": 3, "ne": 1, "sr": 2})
