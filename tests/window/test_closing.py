"""Case B81: the window is closed at any moment, or the program ended from outside, and all ends in order."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from tests.window.processes import CLOSE, LIMIT, leaves, line, program

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Linux only: signals")

DIALOG = "self.views.window.menus.action('{name}').trigger(); "
LONG = (
    "self.controller.switches.change_config(dict(n_layers=24, n_heads=16, d_model=512), 'x'); "
    "self.controller.edit_text(' '.join('w%d' % i for i in range(1500))); self.controller._scheduler.approve(); "
)
COMPILE = "from core.kernels import compiled_kernels; compiled_kernels(); "
EXPORT = """
    self.controller.switches.change_config(dict(n_layers=8, n_heads=8), "x")
    self.controller.edit_text(" ".join("w%d" % i for i in range(1500)))
    self.controller._scheduler.approve()

    def shown(result):
        if len(result.request.ids) > 1000:
            self.files.numbers_to("all.npz", every_head=True)
            {close}

    self.controller.result_shown.connect(shown)
""".strip().format(close=CLOSE.format(after=150))


OPEN = """
    from core.files.checkpoint import Checkpoint, write_checkpoint
    from core.model import ModelConfig, random_weights

    config = ModelConfig(d_model=512, n_layers=6, n_heads=8, vocabulary=1000)
    write_checkpoint("model.safetensors", Checkpoint(config, random_weights(config), "words", {}, 0, 1))
    self.files.open_path("model.safetensors")
    print("closing", flush=True)
    QTimer.singleShot(20, self.views.window.close)
""".strip()


TRAIN = """
    from dataclasses import replace

    self.act("tab:training")
    training = self.training.training
    training.edit(replace(training.race, layers=12, steps=20_000))
    training.start()

    def follow():
        told = training.report
        if told is not None and (told.phase == "preparing" if {preparing} else told.last_step > 3):
            often.stop()
            print("closing", flush=True)
            self.views.window.close()

    often = QTimer(self.views.window)
    often.timeout.connect(follow)
    often.start(10)
""".strip()


@pytest.mark.parametrize(
    "script,cold",
    [
        (CLOSE.format(after=0), False),
        (CLOSE.format(after=300), False),
        (CLOSE.format(after=700), True),
        (CLOSE.format(after=1500), True),
        (LONG + CLOSE.format(after=300), False),
        (COMPILE + LONG + CLOSE.format(after=800), False),
        ("".join(DIALOG.format(name=name) for name in ("glossary", "about")) + CLOSE.format(after=300), False),
        (EXPORT, False),
        (OPEN, False),
        (TRAIN.format(preparing=False), False),
        (TRAIN.format(preparing=True), True),
    ],
    ids=[
        "at once",
        "after the first map",
        "while compiling",
        "while compiling later",
        "in a long pass",
        "while helpers compute",
        "with dialogs open",
        "while all heads of 1500 tokens are written",
        "while a model is opened",
        "in a training",
        "while a training is prepared",
    ],
)
def test_b81_closing_at_any_moment_ends_in_order(tmp_path: Path, script: str, cold: bool) -> None:
    """Exit status 0 within two seconds, nothing on stderr."""
    with program(tmp_path, script, kernels=tmp_path / "kernels" if cold else None) as process:
        line(process, "closing")
        assert leaves(process) < LIMIT
    assert not [path.name for path in tmp_path.iterdir() if path.suffix in (".npz", ".tmp")]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_b81_ctrl_c_and_a_polite_kill_close_in_order(tmp_path: Path, number: signal.Signals) -> None:
    """As a window that is closed."""
    script = "self.controller.result_shown.connect(lambda _: QTimer.singleShot(100, lambda: print('shown', flush=True)))"
    with program(tmp_path, script) as process:
        line(process, "shown")
        process.send_signal(number)
        assert leaves(process) < LIMIT


def test_b81_ctrl_c_in_a_training_closes_in_order(tmp_path: Path) -> None:
    with program(tmp_path, TRAIN.format(preparing=False).replace("self.views.window.close()", "pass")) as process:
        line(process, "closing")
        process.send_signal(signal.SIGINT)
        assert leaves(process) < LIMIT
