import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.features import PairBatch
from rte_baselines.features.proofs.proofs import Proofs
from tests.features.computing import analyses_of, explained, numbers_of

PROVED, REFUTED, OPEN = (1, 0), (0, 1), (0, 0)

PAIRS = [
    # Quantifiers.
    ("Every dog is barking. Rex is a dog.", "Rex is barking.", PROVED),
    ("All dogs are barking.", "All old dogs are barking.", PROVED),
    ("All old dogs are barking.", "All dogs are barking.", OPEN),
    ("No dog is barking.", "No old dog is barking.", PROVED),
    ("No dog is barking.", "A dog is barking.", REFUTED),
    ("A dog is barking.", "Every dog is barking.", OPEN),
    # Negation.
    ("A man is not sleeping.", "The man is sleeping.", REFUTED),
    ("There is no man playing a guitar.", "A man is playing a guitar.", REFUTED),
    ("A man is playing a guitar.", "Nobody is playing a guitar.", REFUTED),
    # Numbers.
    ("Three dogs are running.", "Two dogs are running.", PROVED),
    ("Two dogs are running.", "Three dogs are running.", OPEN),
    ("Seven dogs are running.", "At least five dogs are running.", PROVED),
    ("At least five dogs are running.", "Seven dogs are running.", OPEN),
    # Comparatives.
    ("Ann is taller than Bob. Bob is taller than Cid.", "Ann is taller than Cid.", PROVED),
    ("Ann is taller than Bob.", "Bob is taller than Ann.", REFUTED),
    # Passives.
    ("A dog chased a man.", "A man was chased by a dog.", PROVED),
    ("A dog chased a man.", "A dog was chased by a man.", OPEN),
    # Conditionals.
    ("If Ann is sleeping, Bob is singing. Ann is sleeping.", "Bob is singing.", PROVED),
    ("If Ann is sleeping, Bob is singing.", "Bob is singing.", OPEN),
    # Several premises.
    ("Every poet is a writer. No writer is rich. Ann is a poet.", "Ann is rich.", REFUTED),
    # Knowledge.
    ("A dog is running.", "An animal is running.", PROVED),
    ("An animal is running.", "A dog is running.", OPEN),
    ("Ann lives in Paris.", "Ann lives in France.", PROVED),
    # Ellipsis, comparison and presupposition.
    ("Ann sang, and so did Bob.", "Bob sang.", PROVED),
    ("Ann sang, but Bob did not.", "Bob sang.", REFUTED),
    ("Ann sold more cars than Bob. Bob sold two cars.", "Ann sold three cars.", PROVED),
    ("Every dog is barking.", "Some dog is barking.", PROVED),
    ("Ann never smokes.", "Ann never smokes in the garden.", PROVED),
    ("All mice are small animals. Nib is a big mouse.", "Nib is a big animal.", REFUTED),
    # Without the text: it is not inferred from it.
    ("Ann is singing.", "Every poodle is a dog.", OPEN),
    # What is said, possible or false.
    ("Ann said that Bob sleeps.", "Bob sleeps.", OPEN),
    ("Bob may sleep.", "Bob sleeps.", OPEN),
]


@pytest.mark.slow
def test_pairs_written_by_hand():
    numbers = numbers_of(Proofs(), *[(text, hypothesis) for text, hypothesis, _ in PAIRS])
    found = {pair[:2]: tuple(row) for pair, row in zip(PAIRS, numbers.tolist(), strict=True)}
    assert found == {(text, hypothesis): expected for text, hypothesis, expected in PAIRS}


@pytest.mark.slow
def test_what_axioms_prove():
    places = ("A singer is in Paris.", "A singer is in France.")
    clothes = ("A girl is wearing a red coat.", "A girl is in a red coat.")
    bought = ("Ann is buying a boat.", "Ann is happy.")
    rule = "buy.v(E) & agent(E, X) => happy.a(X)"
    assert numbers_of(Proofs(relations=True), clothes)[0].tolist() == [1, 0]
    assert numbers_of(Proofs(), clothes)[0].tolist() == [0, 0]
    men = ("A guy is singing.", "A man is singing.")
    assert numbers_of(Proofs(captions=True, wordnet=False), men)[0].tolist() == [1, 0]
    assert numbers_of(Proofs(wordnet=False), men)[0].tolist() == [0, 0]
    assert numbers_of(Proofs(axioms=[rule]), bought)[0].tolist() == [1, 0]
    assert numbers_of(Proofs(), bought)[0].tolist() == [0, 0]
    boxes = ("A book is in a box. The box is in a room.", "A book is in a room.")
    assert numbers_of(Proofs(), boxes)[0].tolist() == [1, 0]
    assert numbers_of(Proofs(generic=False), boxes)[0].tolist() == [0, 0]
    animals = ("A dog is running.", "An animal is running.")
    assert numbers_of(Proofs(wordnet=False), animals)[0].tolist() == [0, 0]
    assert numbers_of(Proofs(geography=False), places)[0].tolist() == [0, 0]
    dogs = ("A dog is running.", "A person is running.")
    assert numbers_of(Proofs(senses="first_to_any"), dogs)[0].tolist() == [0, 0]
    assert numbers_of(Proofs(senses="all"), dogs)[0].tolist() == [1, 0]


@pytest.mark.slow
def test_words_of_axioms_are_meant_in_their_first_sense():
    # By rare senses of words in axioms alone: to play is to wear, to wear to have, this to hold,
    # this to carry, and this to pack.
    chain = ("A man is playing a guitar.", "A man is packing a guitar.")
    everything = Proofs(senses="all", relations=True, captions=True)
    assert numbers_of(everything, chain)[0].tolist() == [0, 0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "hypothesis", "which"),
    [
        ("No man is singing. A man is singing.", "A dog is running.", "text"),
        ("A dog is running.", "No man is singing and a man is singing.", "hypothesis"),
    ],
)
def test_what_contradicts_itself_proves_nothing(text, hypothesis, which):
    assert numbers_of(Proofs(), (text, hypothesis))[0].tolist() == [0, 0]
    assert (
        explained(Proofs(), text, hypothesis)[0]
        == f"the {which} is proved to contradict itself, so that nothing follows"
    )


@pytest.mark.filterwarnings("ignore:.*(is cut|is proved)")
@pytest.mark.slow
def test_long_and_empty_texts_are_answered():
    long = "A dog is running. " * 200
    pairs = [("", ""), ("", "A dog is running."), ("A dog is running.", ""), ("A dog.", long)]
    assert numbers_of(Proofs(seconds=0.2), *pairs).tolist() == [[0, 0]] * 4
    assert numbers_of(Proofs(), (long, "A dog is running."))[0].tolist() == [1, 0]
    said, shown = explained(Proofs(), "", "")
    assert (said, shown) == ("the hypothesis says nothing that can be proved", ())


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        # 2,000 words in many sentences; 300 in one.
        "The minister said on Monday that prices had risen in most of the old towns. " * 140,
        "Ann, who owns a cat, chased " + "a cow near every tree in a garden and " * 36 + "a bird.",
        "Ann said " + "that Bob said " * 98 + "that a dog is running.",
        "It is not true " + "that it is not true " * 60 + "that a dog is running.",
        "If a dog runs, " * 74 + "a cat is running.",
        "(" * 300 + "cat" + ")" * 300,
    ],
)
def test_very_long_texts_and_sentences_are_answered(text):
    short = "A dog is running."
    found = numbers_of(Proofs(seconds=0.2), (text, short), (short, text))
    assert found.tolist() == [[0, 0], [0, 0]]


SYNTAX = (
    "' \" ' ' ( ) [ ] { } . , : ; | & ~ ! ? => <=> = != \\ % # $false $true false true fof(a, "
    "axiom, conjecture, (assert (not ?[X] ![X] p(X) 'dog.n/1'(X1) \\' ''); // /* */ not"
).split()
"""Of TPTP and SMT-LIB; no words of English but "not" and those of logic."""


@given(pieces=st.lists(st.sampled_from(SYNTAX), max_size=30), is_spaced=st.booleans())
def test_texts_that_look_like_formulas_prove_nothing(pieces, is_spaced):
    odd = (" " if is_spaced else "").join(pieces)
    short = "A cat is running."
    text, hypothesis = analyses_of(Proofs(), odd, short)
    batch = PairBatch([text, hypothesis], [hypothesis, text])
    assert not Proofs(seconds=0.5).compute(batch).any()


@pytest.mark.slow
@pytest.mark.parametrize(
    "odd", ["$false.", "fof(a, axiom, $false).", "(assert false)", "'), ~ p(X) | '", "p & ~p."]
)
def test_a_text_with_syntax_of_provers_proves_what_else_it_says(odd):
    pair = f"{odd} A dog is running. {odd}", "A dog is running."
    assert numbers_of(Proofs(), pair)[0].tolist() == [1, 0]
    assert numbers_of(Proofs(), (odd, pair[1]), (pair[1], odd)).tolist() == [[0, 0]] * 2


@pytest.mark.slow
def test_shows_the_proof_and_its_axioms():
    said, shown = explained(Proofs(), "No writer is rich. Ann is a poet.", "Ann is rich.")
    formulas, steps = shown[:2]
    assert formulas.lines[-1] == "hypothesis: ∃x1 (ann.name(x1) ∧ rich.a(x1))"
    assert steps.title == "Proof of a contradiction"
    assert any("poet is a kind of writer (WordNet)" in line for line in steps.lines)
    assert all(len(line) <= 80 for line in (*formulas.lines, *steps.lines))
    drawn = steps.drawing.steps
    assert all(number < place for place, step in enumerate(drawn, 1) for number in step.because)
    assert said == "text and hypothesis are proved to contradict with 1 axiom"


@pytest.mark.slow
def test_says_what_is_not_understood():
    _, (_, not_understood, model) = explained(Proofs(), "Ann only sang.", "Bob only sang.")
    assert not_understood.title == "Not understood"
    assert not_understood.lines == ("text: only", "hypothesis: only")
    assert model.title.endswith("the hypothesis or what is not understood of it is false")


@pytest.mark.slow
def test_a_hypothesis_that_follows_without_the_text_is_not_proved_from_it():
    pair = "Every poodle sleeps.", "Every poodle is a dog."
    assert numbers_of(Proofs(), pair)[0].tolist() == [0, 0]
    said, shown = explained(Proofs(), *pair)
    assert said.startswith("the hypothesis follows without the text with 1 axiom")
    assert shown[1].title == "Proof of the hypothesis without the text"


@pytest.mark.slow
def test_own_axioms_are_shown_as_such():
    axioms = ["sleep.v(E) & agent(E, X) => lazy.a(X)", "~ ? [X] : (dog.n(X) & lazy.a(X))"]
    said, shown = explained(Proofs(axioms=axioms), "A dog is sleeping.", "A cat is lazy.")
    assert said == (
        "the text is proved to contradict itself with 2 axioms (2 of your own), so that nothing "
        "follows"
    )
    assert any("own axiom sleep.v(E) & agent(E, X) => lazy.a(X)" in one for one in shown[-1].lines)


@pytest.mark.slow
def test_shows_a_model_where_there_is_no_proof():
    said, (*_, model) = explained(Proofs(), "A dog is running.", "Every dog is running.")
    assert model.title == "Model in which the text is true and the hypothesis is false"
    assert model.lines[0].startswith("domain")
    assert said.startswith("neither the hypothesis nor a contradiction")


@pytest.mark.slow
def test_conditions_outside_their_structure_are_no_error():
    pair = "Ann spends her mornings recording stories.", "Ann never learned to read or write."
    assert numbers_of(Proofs(), pair, pair[::-1]).tolist() == [[0, 0], [0, 0]]
