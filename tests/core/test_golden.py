"""The forward pass against PyTorch's, array by array, and the names that files and people rely on."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest
from numpy.typing import NDArray

from core.kernels import Kernels, compiled_kernels, plain_kernels
from core.model import ModelConfig, forward, head_maps
from core.model.parameters import parameter_table
from core.model.trace import ARRAY_NAMES, Trace
from core.model.weights import Weights, loaded_weights
from tests.core import naive
from tests.golden.configurations import ARRAYS, FOLDER, GOLDEN, NORMS, PLACEMENTS
from tests.golden.reader import GoldenFile, read

TOLERANCE = 1e-5
"""Relative to the largest value of the array. The golden numbers are exact to half a unit of float32 (see make_golden.py), so
all of it is left for the rounding of a float32 pass; a wrong formula errs by far more.
"""

EVERYTHING_CONFIG = ModelConfig(
    d_model=6,
    n_heads=4,
    n_layers=1,
    d_ff=10,
    head_width=2,
    n_kv_heads=2,
    position="learned",
    norm="sandwich",
    activation="swiglu",
    vocabulary=9,
    context=5,
    tied=False,
)
"""A configuration that has every parameter there is."""

EVERY_PARAMETER = {
    "embedding.token": (9, 6),
    "embedding.position": (5, 6),
    "blocks.0.norm1.gain": (6,),
    "blocks.0.norm1.bias": (6,),
    "blocks.0.attention.W_Q": (4, 6, 2),
    "blocks.0.attention.W_K": (2, 6, 2),
    "blocks.0.attention.W_V": (2, 6, 2),
    "blocks.0.attention.W_O": (4, 2, 6),
    "blocks.0.attention.b_Q": (4, 2),
    "blocks.0.attention.b_K": (2, 2),
    "blocks.0.attention.b_V": (2, 2),
    "blocks.0.attention.b_O": (6,),
    "blocks.0.norm1_out.gain": (6,),
    "blocks.0.norm1_out.bias": (6,),
    "blocks.0.norm2.gain": (6,),
    "blocks.0.norm2.bias": (6,),
    "blocks.0.feed_forward.W_in": (6, 10),
    "blocks.0.feed_forward.b_in": (10,),
    "blocks.0.feed_forward.W_gate": (6, 10),
    "blocks.0.feed_forward.b_gate": (10,),
    "blocks.0.feed_forward.W_out": (10, 6),
    "blocks.0.feed_forward.b_out": (6,),
    "blocks.0.norm2_out.gain": (6,),
    "blocks.0.norm2_out.bias": (6,),
    "final_norm.gain": (6,),
    "final_norm.bias": (6,),
    "unembedding.W": (6, 9),
}

EVERY_ARRAY = {
    "resid_pre": (3, 6),
    "q": (4, 3, 2),
    "k": (2, 3, 2),
    "v": (2, 3, 2),
    "attn_scores": (4, 3, 3),
    "pattern": (4, 3, 3),
    "z": (4, 3, 2),
    "attn_out": (3, 6),
    "resid_mid": (3, 6),
    "mlp_pre": (3, 10),
    "mlp_post": (3, 10),
    "mlp_out": (3, 6),
    "resid_post": (3, 6),
}
"""Of three tokens through EVERYTHING_CONFIG."""


@lru_cache(maxsize=1)
def golden_file(name: str) -> GoldenFile:
    """One file is read by several tests in a row."""
    return read(FOLDER / f"{name}.npz")


@pytest.fixture(params=[plain_kernels, compiled_kernels], ids=["plain", "compiled"])
def kernels(request: pytest.FixtureRequest) -> Kernels:
    """Both forms of the loops."""
    return request.param()


def run(golden: GoldenFile, kernels: Kernels) -> tuple[ModelConfig, Weights, Trace]:
    """The pass of core over the golden parameters."""
    config = ModelConfig(**golden.config)
    weights = loaded_weights(config, golden.parameters, "golden")
    return config, weights, forward(config, weights, golden.ids, kernels=kernels)


def deviation(computed: NDArray[np.float32] | None, expected: NDArray[np.float32]) -> float:
    """Largest difference relative to the largest expected value; NaN, which no comparison lets pass, where a number is none."""
    assert computed is not None
    assert computed.dtype == np.float32
    assert computed.shape == expected.shape
    return float(np.abs(computed.astype(np.float64) - expected).max() / np.abs(expected).max())


@pytest.mark.parametrize("name", GOLDEN)
def test_forward_agrees_with_torch(name: str, kernels: Kernels) -> None:
    """Every array of every block and the logits, computed by torch in float64 and checked there against torch's own layers."""
    golden = golden_file(name)
    _, _, trace = run(golden, kernels)
    assert len(trace.layers) == golden.config["n_layers"]
    deviations = {
        f"layers.{index}.{array}": deviation(getattr(layer, array), golden.arrays[f"layers.{index}.{array}"])
        for index, layer in enumerate(trace.layers)
        for array in ARRAYS
    } | {"logits": deviation(trace.logits, golden.arrays["logits"])}
    assert deviations.keys() == golden.arrays.keys()
    assert {array: value for array, value in deviations.items() if not value <= TOLERANCE} == {}


@pytest.mark.parametrize("name", GOLDEN)
def test_one_head_again_agrees_with_torch(name: str, kernels: Kernels) -> None:
    """A head computed again from the kept residual stream is the head of the whole pass."""
    golden = golden_file(name)
    config, weights, trace = run(golden, kernels)
    for layer in range(config.n_layers):
        for head in range(config.n_heads):
            maps = head_maps(config, weights, trace, layer, head)
            whole_scores, whole_pattern = golden.arrays[f"layers.{layer}.attn_scores"], golden.arrays[f"layers.{layer}.pattern"]
            scale = np.abs(whole_scores).max() / np.abs(whole_scores[head]).max()
            assert deviation(maps.attn_scores, whole_scores[head]) <= TOLERANCE * scale
            assert deviation(maps.pattern, whole_pattern[head]) <= TOLERANCE


@pytest.mark.parametrize("name", GOLDEN)
def test_entropy_of_torch_s_maps(name: str, kernels: Kernels) -> None:
    """The entropy that the trace states is that of the golden maps, summed number by number."""
    golden = golden_file(name)
    config, _, trace = run(golden, kernels)
    expected = [
        [naive.relative_entropy(head, config.causal, config.window) for head in golden.arrays[f"layers.{layer}.pattern"]]
        for layer in range(config.n_layers)
    ]
    np.testing.assert_allclose(trace.entropy, expected, atol=1e-5, equal_nan=True)
    assert 0 <= trace.row_sum_error <= 1e-6


@pytest.mark.parametrize("name", GOLDEN)
def test_parameters_of_the_file_are_those_of_the_table(name: str) -> None:
    """Names and shapes were written down twice, from the same text."""
    golden = golden_file(name)
    table = {spec.name: spec.shape for spec in parameter_table(ModelConfig(**golden.config))}
    assert {key: array.shape for key, array in golden.parameters.items()} == table


def test_files_are_those_of_the_list() -> None:
    """No file is missing, left over or made from another configuration, and together they stay small."""
    paths = list(FOLDER.glob("*.npz"))
    assert {path.stem for path in paths} == GOLDEN.keys()
    for path in paths:
        golden, wanted = golden_file(path.stem), GOLDEN[path.stem]
        assert (golden.config, len(golden.ids)) == (wanted.config, wanted.tokens)
    assert sum(path.stat().st_size for path in paths) < 1_500_000


def test_list_covers_every_norm_at_every_place_and_every_choice() -> None:
    """What the files must hold, whatever becomes of the list."""
    configs = [ModelConfig(**golden.config) for golden in GOLDEN.values()]
    covered = {(config.norm, config.position, config.placed) for config in configs}
    assert {(n, position, place) for n in NORMS for position in ("sinusoidal", "learned") for place in PLACEMENTS} <= covered
    assert {config.position for config in configs} == {"sinusoidal", "learned", "rotary", "alibi", "none"}
    assert {config.activation for config in configs} == {"relu", "gelu", "gelu-tanh", "swiglu"}
    assert {config.norm for config in configs if not config.skip} == set(NORMS)
    assert {config.norm for config in configs if config.norm_kind == "rmsnorm"} >= {"pre", "post", "sandwich"}
    assert {config.head_width for config in configs} >= {"split", "keep", 3}
    assert len(configs) >= 34


def test_names_of_the_arrays_are_frozen() -> None:
    """Files, scripts and lessons call them by these names, in the order of computation."""
    assert tuple(EVERY_ARRAY) == ARRAY_NAMES == ARRAYS


def test_shapes_of_the_arrays_are_frozen(kernels: Kernels) -> None:
    """3 tokens, width 6, 4 heads on 2 keys and values of width 2, 10 inside the feed-forward network."""
    arrays = {name: np.full(shape, 0.1, np.float32) for name, shape in EVERY_PARAMETER.items()}
    trace = forward(EVERYTHING_CONFIG, loaded_weights(EVERYTHING_CONFIG, arrays, "constant"), [0, 8, 8], kernels=kernels)
    assert {name: getattr(trace.layers[0], name).shape for name in ARRAY_NAMES} == EVERY_ARRAY
    assert trace.logits is not None
    assert trace.logits.shape == (3, 9)


def test_names_and_shapes_of_the_parameters_are_frozen() -> None:
    """Checkpoints, exports and the ledger call them by these names; in the order of computation."""
    assert [(spec.name, spec.shape) for spec in parameter_table(EVERYTHING_CONFIG)] == list(EVERY_PARAMETER.items())
