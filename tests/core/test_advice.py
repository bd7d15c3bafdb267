"""Advice in the style of its reader."""

import pytest

from rte_baselines.core.advice import advising_options, how_to_state

STYLES = ("in_order=True", "--in-order")


def test_options_are_named_on_the_command_line_alone():
    assert how_to_state(*STYLES) == "in_order=True"
    with advising_options():
        assert how_to_state(*STYLES) == "--in-order"
    assert how_to_state(*STYLES) == "in_order=True"


def test_after_an_error_parameters_are_named_again():
    with pytest.raises(ValueError, match="wrong"), advising_options():
        raise ValueError("wrong")
    assert how_to_state(*STYLES) == "in_order=True"
