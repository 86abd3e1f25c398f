"""Every switch of the panel, one row each, and how a row reads and writes a configuration.

To add a switch, add a row to switches_main.py or switches_more.py; `read` and `write` need a line only where what is shown is
not simply the field.
"""

from __future__ import annotations

from typing import Any, Final

from core.model.config import ModelConfig
from gui.views.controls.switch import ON_OFF, Switch
from gui.views.controls.switches_main import MAIN
from gui.views.controls.switches_more import MORE

SWITCHES: Final[tuple[Switch, ...]] = (*MAIN, *MORE)


def read(switch: Switch, config: ModelConfig) -> Any:
    """What the control of `switch` shows for `config`: a word of its choices, a number, or None for "automatic"."""
    if switch.name == "mask":
        return config.mask.partition(":")[0]
    if switch.name == "window":
        return config.window or None
    if switch.name == "head_width":
        return config.head_width if isinstance(config.head_width, str) else "own"
    if switch.name == "head_width_number":
        return config.d_head
    if switch.name == "placement":
        return config.placed
    value = getattr(config, switch.field)
    return ("on" if value else "off") if isinstance(value, bool) else value


def effective(switch: Switch, config: ModelConfig) -> int | None:
    """The number in force where the setting follows another one."""
    return {"d_ff": config.ff_width, "n_kv_heads": config.kv_heads}.get(switch.field)


def write(switch: Switch, value: Any, config: ModelConfig) -> dict[str, Any]:
    """The fields to replace when the person chooses `value`."""
    if switch.name == "mask":
        return {"mask": f"window:{config.window or 4}" if value == "window" else value}
    if switch.name == "window":
        return {"mask": f"window:{value}"}
    if switch.name == "position":
        follows = value in ("rotary", "alibi", "none") or config.position in ("rotary", "alibi", "none")
        return {"position": value, "placement": None} if follows else {"position": value}
    if switch.choices == ON_OFF:
        return {switch.field: value == "on"}
    return {switch.field: value}
