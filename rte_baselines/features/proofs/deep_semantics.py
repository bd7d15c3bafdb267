"""The feature of proofs and of the sizes of models."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.core.errors import ConfigError
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Feature, Illustration, Output
from rte_baselines.features.batch import PairBatch
from rte_baselines.features.describing import clipped
from rte_baselines.features.proofs.model_building import Models, exclusions_of, models_of
from rte_baselines.features.proofs.pair_problems import PairProblems
from rte_baselines.features.proofs.proofs import Proofs
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.logic.problems import Limits

_PROOFS = Proofs()


@registry.features("deep_semantics.v1")
@dataclass(eq=False, repr=False)
class DeepSemantics(Feature):
    """Two proofs, and the sizes of models of the text and of text and hypothesis together.

    These are the eight features of section 3.7. A hypothesis that says something new needs
    individuals or relations that a model of the text lacks. The difference between the models is
    therefore a distance from entailment (section 3.6):

    - entailed, inconsistent: see `Proofs`;
    - domain_size: the number of individuals in a model of text and hypothesis;
    - domain_difference: that minus the number in a model of the text;
    - domain_relative_difference: the difference divided by domain_size;
    - model_size, model_difference, model_relative_difference: the same for model sizes, the
      numbers of tuples of relations of two or more places times the numbers of individuals. The
      differences are absolute values.

    Models have the smallest domain, and only those tuples that the formulas require; the models of
    Paradox, the model builder of the paper, could have further tuples. Only the models use
    axioms of predicates that exclude each other, see `exclusion_axioms`, and of the kinds of names;
    axioms of these that contradict the pair are dropped. All six numbers are 0 if there is no
    model, because text and hypothesis contradict each other, or if no model is found within the
    limits. The paper has no features for the 26 of 800 pairs that its system could not analyse, and
    does not say how they were classified.

    Parameters
    ----------
    proofs : Proofs
        The proofs, whose engine, limits and axioms are used for the models too. The engine must be
        able to find models: cvc5 or Z3.
    """

    source = "bos2006 section 3.7"
    reads = ("wordnet",)
    outputs = (
        # As in `Proofs`, without a direction.
        Output("entailed"),
        Output("inconsistent", direction=-1),
        Output("domain_size", 0.0, math.inf),
        Output("domain_difference", 0.0, math.inf, direction=-1),
        Output("domain_relative_difference", 0.0, math.inf, direction=-1),
        # Even equal snippets may need more tuples of relations than one of them.
        *(
            Output(name, 0.0, math.inf)
            for name in ("model_size", "model_difference", "model_relative_difference")
        ),
    )
    """Two of 0 and 1, then counts and their ratios."""

    proofs: Proofs = _PROOFS

    def check_fields(self, path: str) -> None:
        """Check the fields, and that the engine finds models."""
        super().check_fields(path)
        engine = self.proofs.engine
        if not engine.finds_models:
            raise ConfigError(
                f"{path}.proofs.engine: {engine.registered_name()} finds no models; expected "
                "cvc5.v1 or z3.v1"
            )

    @property
    def layers(self) -> tuple[str, ...]:
        """The layers that the proofs read."""
        return self.proofs.layers

    def compute(self, batch: PairBatch) -> FloatArray:
        """Look for the proofs and the models of every pair, shape (pairs, 8)."""
        pairs = list(zip(batch.texts, batch.hypotheses, strict=True))
        problems = [self.proofs.problems(*pair) for pair in pairs]
        values = np.zeros((len(batch), len(self.outputs)))
        values[:, :2] = self.proofs.prove(problems)
        for row, models in enumerate(self._models(pairs, problems)):
            if models is not None:
                values[row, 2:] = sizes(models)
        return values

    def describe(self, text: Analysis, hypothesis: Analysis) -> str:
        """Say what was proved, and how many individuals are new."""
        proved = self.proofs.describe(text, hypothesis)
        models = self._models_of(text, hypothesis)
        if models is None:
            return proved
        before, after = models.text.size, models.both.size
        return f"{proved}; a model of the text needs {before} individuals, of both {after}"

    def illustrate(self, text: Analysis, hypothesis: Analysis) -> Sequence[Illustration]:
        """Show what the proofs show, and the two models."""
        shown = list(self.proofs.illustrate(text, hypothesis))
        models = self._models_of(text, hypothesis)
        if models is not None:
            for title, model in (
                ("Smallest model of the text", models.text),
                ("Smallest model of text and hypothesis", models.both),
            ):
                shown.append(Illustration(title, tuple(map(clipped, model.table().splitlines()))))
        return tuple(shown)

    def _models_of(self, text: Analysis, hypothesis: Analysis) -> Models | None:
        problems = [self.proofs.problems(text, hypothesis)]
        (models,) = self._models([(text, hypothesis)], problems)
        return models

    def _models(
        self, pairs: Sequence[tuple[Analysis, Analysis]], problems: Sequence[PairProblems | None]
    ) -> list[Models | None]:
        """Return the models of pairs, None where there are none."""
        proofs = self.proofs
        asked = {
            row: (pair_problems, exclusions_of(pair_problems, *pairs[row]))
            for row, pair_problems in enumerate(problems)
            if pair_problems is not None
        }
        limits = Limits(proofs.seconds, proofs.megabytes)
        models = models_of(list(asked.values()), proofs.engine, limits, proofs.workers)
        found = dict(zip(asked, models, strict=True))
        return [found.get(row) for row in range(len(pairs))]


def sizes(models: Models) -> tuple[float, ...]:
    """Return the six numbers of two models.

    Of the domains, then of the models: the size for text and hypothesis, the absolute and the
    relative difference to that of the text. A relative difference to 0 is 0.
    """
    text, both = models
    numbers: list[float] = []
    for before, after in ((text.size, both.size), (text.model_size, both.model_size)):
        difference = abs(after - before)
        numbers += [after, difference, difference / after if after else 0.0]
    return tuple(map(float, numbers))
