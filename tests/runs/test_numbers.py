"""Numbers in the text of files."""

import pytest

from rte_baselines.errors import InputError


@pytest.mark.parametrize("number", ["1_0", "0_1.5", "1e1_0", "1_0e-1"])
@pytest.mark.parametrize(
    "content",
    [
        "id,prediction,confidence\n1,yes,{}\n",
        "id\tprediction\tscore\n1\tyes\t{}\n",
        "id,p_entailment,p_not_entailment\n1,{},0\n",
        "id,logit_entailment,logit_not_entailment\n1,{},0\n",
        '<c><pair id="1" entailment="YES" confidence="{}"/></c>',
        "1 YES {}\n",
    ],
)
def test_numbers_have_no_underscores(read, content, number):
    with pytest.raises(InputError, match=f"{number}'; expected a number|label 'YES {number}'"):
        read(content.format(number))
    assert len(read(content.format("1.5e-1"))) == 1
