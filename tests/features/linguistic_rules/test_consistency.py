import pytest

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features.linguistic_rules.consistency import CHECKS, veto_of
from rte_baselines.features.linguistic_rules.coverage import quantitative
from rte_baselines.features.linguistic_rules.syntactic import similar_predicate
from tests.features.linguistic_rules.reading import pair_of, snippets

CLOSED = "The mayor closed the harbour."
VETOES = [
    ("House prices rose.", "House prices fell.", "antonyms"),
    ("House prices did not rise.", "House prices did not fall.", "antonyms"),
    ("The mayor did not close the harbour.", CLOSED, "negation"),
    (CLOSED, "The mayor did not close the harbour.", "negation"),
    ("The mayor failed to close the harbour.", CLOSED, "doubt"),
    ("The clerk denied that the mayor closed the harbour.", CLOSED, "doubt"),
    ("It is difficult for clerks to read the map.", "Clerks read the map.", "doubt"),
    ("The mayor may close the harbour.", CLOSED, "modality"),
    (CLOSED, "The mayor must close the harbour.", "modality"),
    ("The mayor hopes to close the harbour.", CLOSED, "opacity"),
    ("If the mayor closed the harbour, the ferry left.", CLOSED, "opacity"),
    ("The clerk killed the king.", "The king killed the clerk.", "reverted arguments"),
    ("Some sailors left the harbour.", "All sailors left the harbour.", "quantifiers"),
    ("Few sailors left the harbour.", "Sailors left the harbour.", "quantifiers"),
    ("Sailors left the harbour.", "Four sailors left the harbour.", "quantifiers"),
    ("The alleged thief left.", "The thief left.", "modifiers"),
    ("The thief fired a fake gun.", "The thief fired a gun.", "modifiers"),
    (
        "The inn is the tallest house in western Norway.",
        "The inn is the tallest house in Norway.",
        "modifiers",
    ),
    (
        "The mayor closed the harbour in Oslo.",
        "The mayor closed the harbour in Bergen.",
        "space",
    ),
    (CLOSED, "The mayor closed the harbour in Bergen.", "space"),
    ("The mayor closed the harbour in 1981.", "The mayor closed the harbour in 1982.", "time"),
    (
        "The mayor closed the harbour in May. It was June.",
        "The mayor closed the harbour in June.",
        "time",
    ),
    ("Bob killed Carl.", "Bob died.", "reverted arguments"),
    ("The submarine sank the ship.", "The submarine sank.", "reverted arguments"),
    ("Ann gave Bob a boat.", "Ann has a boat.", "reverted arguments"),
    ("The king killed the clerk.", "The clerk killed.", "reverted arguments"),
    ("Ann gave Bob a boat.", "Bob gave Ann a boat.", "reverted arguments"),
    ("Oslo is larger than Bergen.", "Bergen is larger than Oslo.", "reverted arguments"),
    ("The ferry sailed from Oslo to Bergen.", "The ferry sailed from Bergen to Oslo.",
     "reverted arguments"),
    ("The ferry sailed from Oslo.", "The ferry sailed to Oslo.", "space"),
    ("The mayor closed it before Monday.", "The mayor closed it after Monday.", "time"),
    ("Ann bought the house in Norway.", "Ann bought the house in Oslo.", "space"),
    ("Norwegian sailors left the harbour.", "Swedish sailors left the harbour.", "attributes"),
    ("Norway's king left the hall.", "The Swedish king left the hall.", "attributes"),
    ("It is not true that the mayor closed the harbour.", CLOSED, "doubt"),
    ("The clerk kept the mayor from closing the harbour.", CLOSED, "doubt"),
    ("The self-styled thief left.", "The thief left.", "modifiers"),
    ("The late train left.", "The train left.", "modifiers"),
    ("Two sailors left the harbour.", "Many sailors left the harbour.", "quantifiers"),
    ("Fewer than ten sailors left.", "Ten sailors left.", "quantifiers"),
    ("More than ten sailors left.", "Fewer than ten sailors left.", "quantifiers"),
    ("Zero sailors left the harbour.", "Sailors left the harbour.", "quantifiers"),
]  # fmt: skip
NO_VETO = [
    (CLOSED, CLOSED),
    ("The mayor did not close the harbour.", "The mayor did not close the harbour."),
    ("House prices fell.", "House prices did not rise."),
    ("The mayor did not fail to close the harbour.", CLOSED),
    ("The clerk said that the mayor closed the harbour.", CLOSED),
    (CLOSED, "The mayor may have closed the harbour."),
    ("The clerk suspects that the mayor closed it.", "The mayor may have closed it."),
    ("The clerk suspects that the mayor did not close it.", "The mayor did not close it."),
    ("It is difficult for clerks to read the map.", "Clerks cannot read the map."),
    ("All sailors left the harbour.", "Most sailors left the harbour."),
    ("Both sailors left the harbour.", "All sailors left the harbour."),
    ("Some sailors left the harbour.", "Several sailors left the harbour."),
    ("Four sailors left the harbour.", "Some sailors left the harbour."),
    ("Four sailors left the harbour.", "Sailors left the harbour."),
    ("The mayor closed the harbour in Paris.", "The mayor closed the harbour in France."),
    ("The mayor closed the harbour in Oslo in May.", CLOSED),
    ("The mayor closed the harbour in Paris.", "The mayor closed it in the heart of Paris."),
    ("The mayor closed the harbour in May 1981.", "The mayor closed the harbour in 1981."),
    ("Bob killed Carl.", "Carl died."),
    ("The submarine sank the ship.", "The ship sank."),
    ("Ann gave Bob a boat.", "Bob has a boat."),
    ("Ann left a boat in the hall.", "There is a boat in the hall."),
    ("Ann met with Bob.", "Bob met with Ann."),
    ("Ann bought the house in Paris.", "Ann bought the house in France."),
    ("Norway's king left the hall.", "The Norwegian king left the hall."),
    ("Norwegian sailors left the harbour.", "Sailors left the harbour."),
    ("It is true that the mayor closed the harbour.", CLOSED),
    ("The mayor forgot that he closed the harbour.", "The mayor closed the harbour."),
    ("The mayor kept closing the harbour.", CLOSED),
    ("The toy maker left the town.", "The maker left the town."),
    ("The late Ann Berg wrote the song.", "Ann Berg wrote the song."),
    ("A few sailors left the harbour.", "Sailors left the harbour."),
    ("Forty sailors left the harbour.", "Many sailors left the harbour."),
    ("More than ten sailors left.", "Ten sailors left."),
    ("", CLOSED),
    (CLOSED, ""),
]


@pytest.fixture(scope="module", autouse=True)
def parsed_at_once():
    """Parse the sentences of both lists together, which is faster than pair by pair."""
    with default_analyzer().remembering():
        snippets(*(sentence for pair in (*VETOES, *NO_VETO) for sentence in pair[:2]))
        yield


def veto_for(text, hypothesis):
    """The veto of the clauses that are most alike."""
    pair = pair_of(text, hypothesis)
    return veto_of(quantitative(pair), pair)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "hypothesis", "check"), [*VETOES, *((*pair, None) for pair in NO_VETO)]
)
def test_vetoes(text, hypothesis, check):
    veto = veto_for(text, hypothesis)
    assert (veto and veto.check) == check


@pytest.mark.parametrize(
    ("text", "hypothesis", "contradicts"),
    [
        ("House prices rose.", "House prices fell.", True),
        # What did not rise may have stayed where it was.
        ("House prices did not rise.", "House prices fell.", False),
        ("The mayor did not close the harbour.", CLOSED, True),
        ("The mayor failed to close the harbour.", CLOSED, True),
        ("The mayor may close the harbour.", CLOSED, False),
    ],
)
def test_contradiction(text, hypothesis, contradicts):
    assert veto_for(text, hypothesis).contradicts == contradicts


@pytest.mark.parametrize(
    ("text", "check"),
    [
        ("The invasion of Norway failed.", None),
        ("The threat of an invasion of Norway grew.", "opacity"),
        ("The clerk feared the invasion of Norway.", "opacity"),
        ("They talked about an invasion of Norway.", "opacity"),
        ("The clerk prevented the invasion of Norway.", "doubt"),
    ],
)
def test_nominal_predicates(text, check):
    pair = pair_of(text, "Norway was invaded.")
    (match,) = similar_predicate(pair, pair.target)
    veto = veto_of(match, pair)
    assert (veto and veto.check) == check


@pytest.mark.parametrize(
    ("text", "hypothesis", "differ"),
    [
        ("The Ann Berg prize grew.", "The Bo Berg prize grew.", True),
        ("The Ann Berg prize grew.", "The Berg prize grew.", False),
        ("The Ann Berg prize grew.", "The Ann Berg prize grew.", False),
    ],
)
def test_names(text, hypothesis, differ):
    pair = pair_of(text, hypothesis)
    reason = CHECKS["names"](quantitative(pair), pair)
    assert reason == ("Ann is not Bo" if differ else None)
