"""The likeliest next tokens, beside the logits of a whole pass."""

from __future__ import annotations

import numpy as np
import pytest

from core.inside.output import OUTPUT_LIMIT, next_tokens, output_fits
from core.kernels import plain_kernels
from core.model import ModelConfig, forward, preset, random_weights
from core.model.interventions import HeadOff, Interventions

IDS = (3, 1, 4, 1)


def softmax(logits: np.ndarray) -> np.ndarray:
    """The obvious one, in float64."""
    exponentials = np.exp(logits.astype(np.float64) - logits.max())
    return np.asarray(exponentials / exponentials.sum())


@pytest.mark.parametrize("tied", [True, False])
@pytest.mark.parametrize("norm", ["pre", "post"])
def test_they_are_those_of_the_logits_of_the_whole_pass(tied: bool, norm: str) -> None:
    """One row times the output matrix gives what all rows at once give: with a final norm (pre) and without, tied and not."""
    config = ModelConfig(d_model=8, n_heads=2, n_layers=2, vocabulary=30, tied=tied, norm=norm)  # type: ignore[arg-type]
    weights = random_weights(config)
    trace = forward(config, weights, IDS, kernels=plain_kernels())
    for token in range(len(IDS)):
        wanted = softmax(trace.logits[token])
        found = next_tokens(weights, token, trace.layers[-1].resid_post[token], count=5)
        assert [one.id for one in found.candidates] == np.argsort(-wanted)[:5].tolist()
        np.testing.assert_allclose([one.after for one in found.candidates], np.sort(wanted)[::-1][:5], rtol=1e-4)
        assert all(one.before is None for one in found.candidates)
        assert (found.token, found.others) == (token, 25)
        assert sum(one.after for one in found.candidates) + found.rest.after == pytest.approx(1)


def test_before_and_after_list_whatever_was_likely_at_either_time() -> None:
    """Ids that lost their place stay in the list; the order is that of after."""
    config = ModelConfig(d_model=8, n_heads=2, n_layers=2, vocabulary=30)
    weights = random_weights(config)
    changed = Interventions((HeadOff(0, 0), HeadOff(0, 1), HeadOff(1, 0)))
    one = forward(config, weights, IDS, kernels=plain_kernels())
    other = forward(config, weights, IDS, interventions=changed)
    before, after = softmax(one.logits[2]), softmax(other.logits[2])
    found = next_tokens(weights, 2, other.layers[-1].resid_post[2], one.layers[-1].resid_post[2], 6)
    ids = [candidate.id for candidate in found.candidates]
    assert set(ids) == set(np.argsort(-np.maximum(before, after))[:6].tolist())
    assert {int(before.argmax()), int(after.argmax())} <= set(ids)
    np.testing.assert_allclose([candidate.before for candidate in found.candidates], before[ids], rtol=1e-4)
    np.testing.assert_allclose([candidate.after for candidate in found.candidates], after[ids], rtol=1e-4)
    assert sorted(after[ids], reverse=True) == list(after[ids])
    assert sum(candidate.before for candidate in (*found.candidates, found.rest)) == pytest.approx(1)


def test_a_vocabulary_of_three_has_no_others() -> None:
    config = ModelConfig(d_model=8, n_heads=2, n_layers=1, vocabulary=3)
    found = next_tokens(random_weights(config), 0, np.ones(8, np.float32))
    assert (len(found.candidates), found.others, found.rest) == (3, 0, None)


def test_numbers_that_overflowed_have_no_probabilities() -> None:
    config = ModelConfig(d_model=8, n_heads=2, n_layers=1, vocabulary=30, norm="post")
    with np.errstate(all="ignore"):
        found = next_tokens(random_weights(config), 0, np.full(8, np.inf, np.float32))
    assert found.candidates == ()


def test_very_large_output_matrices_are_left_alone() -> None:
    """GPT-2's 50257 · 768 = 38,597,376 are multiplied by, LLaMA's 128256 · 4096 = 525,336,576 are not."""
    assert output_fits(preset("gpt2-small"))
    assert not output_fits(preset("llama-3-8b"))
    assert 50257 * 768 < OUTPUT_LIMIT < 128256 * 4096
