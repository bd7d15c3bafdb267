from rte_baselines.analysis import Analyzer


def test_snowball_and_porter_differ_where_their_papers_do():
    # Porter2 keeps the e of "dying"'s lie-class words apart: dying -> die (special form);
    # Porter of 1980 only strips -ing.
    text = Analyzer().analyze(["Dying fairly generously"])[0]
    assert text.stems == ("die", "fair", "generous")
    assert text.porter_stems == ("dy", "fairli", "gener")
