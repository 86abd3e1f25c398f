"""What the arrow keys of a number field step to: values that make sense and are legal together with the rest."""

from __future__ import annotations

from core.model.config import INT_LIMIT, ModelConfig, divisors

SEED_LIMIT = 2**63 - 1


def stepped(config: ModelConfig, field: str, value: int, direction: int) -> int:
    """The next value of `field` above (`direction` 1) or below (−1) `value`, which need not be legal itself.

    Heads walk through the divisors of the width, widths through multiples of what they must divide by.
    """
    match field:
        case "n_heads" if config.head_width == "split":
            return _next_in(_head_counts(config), value, direction)
        case "n_kv_heads":
            return _next_in(divisors(config.n_heads), value, direction)
        case "d_model":
            return _multiple(value, direction, _width_step(config, value, direction))
        case "d_ff":
            return _multiple(value, direction, config.d_model)
        case "head_width":
            return _multiple(value, direction, 2 if config.position == "rotary" else 1)
        case "vocabulary":
            return _multiple(value, direction, 1000)
        case "context":
            return min(INT_LIMIT, value * 2) if direction > 0 else max(1, value // 2)
        case "seed":
            return min(SEED_LIMIT, max(0, value + direction))
        case _:
            return min(INT_LIMIT, max(1, value + direction))


def stepped_base(value: float, direction: int) -> float:
    """Ten times as much, or as little."""
    return min(1e12, max(1.0, value * 10.0**direction))


def _head_counts(config: ModelConfig) -> list[int]:
    """Divisors of the width; with rotary those that leave an even head width."""
    counts = divisors(config.d_model)
    if config.position == "rotary":
        counts = [count for count in counts if config.d_model // count % 2 == 0] or counts
    return counts


def _width_step(config: ModelConfig, value: int, direction: int) -> int:
    """A power of two times what the width must divide by, about an eighth of the width."""
    unit = config.n_heads if config.head_width == "split" else 1
    if config.position == "rotary" and config.head_width in ("split", "keep"):
        unit *= 2
    step = unit
    while step * 16 <= value - (direction < 0):
        step *= 2
    return step


def _next_in(candidates: list[int], value: int, direction: int) -> int:
    if direction > 0:
        return next((c for c in candidates if c > value), candidates[-1])
    return next((c for c in reversed(candidates) if c < value), candidates[0])


def _multiple(value: int, direction: int, step: int) -> int:
    """The next multiple of `step` in `direction`; below one step there is none, and the value stays."""
    following = (value // step + 1) * step if direction > 0 else (value - 1) // step * step
    return value if following < 1 else min(INT_LIMIT // step * step, following)
