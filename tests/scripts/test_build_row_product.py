from build_row_product import product_of_rows
from onnx import load_model

from rte_baselines.analysis.english.row_product import MODEL


def test_the_shipped_model_is_what_the_script_builds():
    shipped, built = load_model(MODEL), product_of_rows()
    for model in (shipped, built):
        model.ClearField("producer_version")
    assert shipped == built
