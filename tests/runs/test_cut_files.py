"""Files that may have been cut off within their last number, which is then still a number."""

import pytest

from rte_baselines.errors import InputError, InputWarning

NUMBERS_LAST = {
    "tac": "1 TRUE 0.25\n2 FALSE 0.75\n",
    "score": "id\tlabel\tconfidence\tscore\n1\tYES\t0.5\t1.25\n2\tNO\t0.75\t0.75\n",
    "probabilities": "id,label,p_yes,p_no\n1,YES,0.75,0.25\n2,NO,0.25,0.75\n",
}
numbers_last = pytest.mark.parametrize("content", NUMBERS_LAST.values(), ids=NUMBERS_LAST)


@numbers_last
@pytest.mark.parametrize("cut", ["0.75", "0.7", "0.", "0"])
def test_a_last_number_without_the_end_of_its_line_is_read_with_a_warning(read, content, cut):
    line = content.count("\n")
    with pytest.warns(InputWarning) as caught:
        read(content[: content.rindex("0.75")] + cut)
    (warning,) = caught
    assert f"run.txt: line {line}: ends in the number '{cut}' without" in str(warning.message)


@numbers_last
def test_a_last_number_that_is_gone_is_refused(read, content):
    with pytest.raises(InputError, match=r"run\.txt: line \d: .*(is empty in this|no confidence)"):
        read(content[: content.rindex("0.75")])


@pytest.mark.parametrize(
    "content",
    [
        *NUMBERS_LAST.values(),
        "1 TRUE 0.25\n2 FALSE 0.75\r\n",
        "1 TRUE\n2 FALSE",
        "id,score,label\n1,0.5,YES\n2,0.25,NO",
        'id,label,score\n"1","YES","0.5"\n"2","NO","0.25"',
        "id,label,length\n1,YES,7\n2,NO,12",
        "id,label,length\n1,YES,7\n2,NO,",
        "id,label,score\n1,YES,0.5\n2,NO,\n3,NO,",
        "id,label,score\n1,YES,\n2,NO,",
        '{"id": 1, "label": "YES", "score": 0.5}',
    ],
)
def test_what_is_whole_is_read_without_a_word(read, content, recwarn):
    assert len(read(content)) >= 1
    assert not recwarn
