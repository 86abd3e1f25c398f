"""The arrays of one head beside those of the whole pass."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from core.inside.head import head_arrays
from core.kernels import plain_kernels
from core.model import ModelConfig, forward, random_weights
from core.model.interventions import AttentionOff, ForcePattern, HeadOff, Intervention, Interventions, ScaleHead, SetCell
from tests.core.strategies import configs, full_weights


@given(config=configs())
def test_each_head_is_that_of_the_pass(config: ModelConfig) -> None:
    """q, k, v, scores, pattern and z of every head, and the sum of all heads' parts with b_O, are the trace's, within float32."""
    weights = full_weights(config)
    trace = forward(config, weights, [i % config.vocabulary for i in (1, 2, 3, 1, 0)], kernels=plain_kernels())
    for layer, kept in enumerate(trace.layers):
        total = np.zeros_like(kept.attn_out, np.float64)
        for head in range(config.n_heads):
            found, shared = head_arrays(config, weights, trace, layer, head), head * config.kv_heads // config.n_heads
            for name, right in (
                ("q", kept.q[head]),
                ("k", kept.k[shared]),
                ("v", kept.v[shared]),
                ("attn_scores", kept.attn_scores[head]),
                ("pattern", kept.pattern[head]),
                ("z", kept.z[head]),
            ):
                np.testing.assert_allclose(getattr(found, name), right, atol=2e-5 * max(1, np.abs(right).max()), err_msg=name)
            total += found.out
        if config.biases:
            total += weights[f"blocks.{layer}.attention.b_O"]
        np.testing.assert_allclose(total, kept.attn_out, atol=3e-5 * max(1, np.abs(kept.attn_out).max()))


def test_a_trace_without_its_input_is_refused() -> None:
    config = ModelConfig(d_model=8, n_heads=2, n_layers=1, vocabulary=20)
    trace = forward(config, random_weights(config), [1, 2], keep={"pattern"}, kernels=plain_kernels())
    with pytest.raises(ValueError, match="kept no resid_pre"):
        head_arrays(config, random_weights(config), trace, 0, 0)


@pytest.mark.parametrize(
    "change", [HeadOff(1, 0), ForcePattern(1, 0, "uniform"), SetCell(1, 0, 2, 1, 0.75), ScaleHead(1, 0, -2.0), AttentionOff(1)]
)
def test_a_head_that_is_changed_by_hand_is_shown_changed(change: Intervention) -> None:
    """Pattern and z are those of the changed pass; its parts still add up to attn_out."""
    config = ModelConfig(d_model=16, n_heads=2, n_layers=2, vocabulary=40)
    weights = full_weights(config)
    trace = forward(config, weights, [1, 2, 3, 4], interventions=Interventions((change,)))
    kept = trace.layers[1]
    total = np.zeros_like(kept.attn_out, np.float64)
    for head in range(2):
        found = head_arrays(config, weights, trace, 1, head)
        np.testing.assert_allclose(found.pattern, kept.pattern[head], atol=1e-6)
        np.testing.assert_allclose(found.z, kept.z[head], atol=1e-5)
        total += found.out
    if not isinstance(change, AttentionOff):
        total += weights["blocks.1.attention.b_O"]
    np.testing.assert_allclose(total, kept.attn_out, atol=2e-5)
