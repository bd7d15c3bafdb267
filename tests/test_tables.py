"""Tables in LaTeX; those of the terminal and in Markdown are tested where they are made."""

from rte_baselines.tables import Table, latex_text, render_latex


def test_a_table_in_latex():
    table = Table(
        "All 4 pairs",
        ["run", "accuracy_2way", "f1"],
        [["a_b.run", "0.500\n0.150-0.850", "-"], ["always ENTAILMENT", "0.500", "0.667"]],
    )
    assert render_latex(table).splitlines() == [
        r"\begin{table}",
        r"\centering",
        r"\caption{All 4 pairs}",
        r"\begin{tabular}{lrr}",
        r"\toprule",
        r"run & accuracy\_2way & f1 \\",
        r"\midrule",
        r"a\_b.run & 0.500 {\scriptsize (0.150--0.850)} & - \\",
        r"always ENTAILMENT & 0.500 & 0.667 \\",
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]


def test_what_latex_reads_otherwise_is_escaped():
    assert latex_text(r"50% of $1 & \x{y}_z^2~#<a>") == (
        r"50\% of \$1 \& \textbackslash{}x\{y\}\_z\textasciicircum{}2\textasciitilde{}\#"
        r"\textless{}a\textgreater{}"
    )
