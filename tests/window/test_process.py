"""The program as a process: start, kill, and what is there again afterwards."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from gui.views.help_dialogs import DIALOGS
from tests.window.processes import CLOSE, DRIVER, ROOT, environment, leaves, line, program

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Linux only: signals")


def test_b89_many_starts_end_in_order(tmp_path: Path) -> None:
    """Eight times start, first map, and quit: each time 0 and not a word."""
    for _ in range(8):
        with program(tmp_path, "self.end_at_first_map()") as process:
            line(process, "painted")
            leaves(process)


def test_b105_the_second_start_compiles_nothing(tmp_path: Path) -> None:
    """The self-test twice with one cache: the files are there after the first, and exactly the same ones after the second."""
    folder = tmp_path / "kernels"
    seen = []
    for _ in range(2):
        command = [sys.executable, str(ROOT / "main.py"), "self-test"]
        done = subprocess.run(
            command, env=environment(tmp_path, folder), capture_output=True, text=True, check=False, timeout=120, cwd=tmp_path
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "ok\n", "")
        seen.append({path.name: path.stat().st_mtime_ns for path in folder.rglob("*.nb*")})
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "core" / "kernels").rglob("*.py")]
    functions = sum(len(re.findall(r"^@(?:compiled|entry)\(", source, re.MULTILINE)) for source in sources)
    assert functions > 0
    assert len(seen[0]) >= 2 * functions  # an index and the code for each
    assert seen[0] == seen[1]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux only: limits of a process")
def test_the_self_test_says_what_a_person_can_mend(tmp_path: Path) -> None:
    """No file may be larger than 10 kB: one sentence tells which one could not be written, and it is no internal error."""
    command = ["sh", "-c", 'ulimit -f 20; exec "$@"', "sh", sys.executable, str(ROOT / "main.py"), "self-test"]
    done = subprocess.run(
        command, env=environment(tmp_path, tmp_path / "kernels"), capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("picture.png” was not written: File too large.\n")
    assert "Internal error" not in done.stderr


def test_b87_plain_numpy_serves_until_the_kernels_are_compiled(tmp_path: Path) -> None:
    """With an empty cache: the first map is the one of plain numpy to the bit, “preparing” is said, and the next map agrees."""
    script = """
    import json
    import numpy as np
    from core.kernels import best_kernels, plain_kernels
    from core.model import forward, random_weights
    said, maps = [], []
    say = self.views.status.set_message
    self.views.status.set_message = lambda text: (said.append(text), say(text))

    def plain(result):
        request = result.request
        trace = forward(request.config, random_weights(request.config), request.ids, kernels=plain_kernels())
        return trace.layers[request.layer].pattern[request.head]

    def shown(result):
        maps.append((best_kernels().name, float(np.abs(result.pattern - plain(result)).max())))
        if len(maps) == 1:
            ready.start()
        elif len(maps) == 2:
            print(json.dumps([maps, said]), flush=True)
            QTimer.singleShot(0, self.views.window.close)

    def type_when_ready():
        if best_kernels().name == "compiled" and said[-1:] == [None]:
            ready.stop()
            self.controller.edit_text("another sentence")

    ready = QTimer(self.views.window, interval=20)
    ready.timeout.connect(type_when_ready)
    self.controller.result_shown.connect(shown)
"""
    with program(tmp_path, script.strip(), kernels=tmp_path / "kernels") as process:
        assert process.stdout is not None
        (first, second), said = json.loads(process.stdout.readline() or "null")
        leaves(process)
    assert first == ["plain", 0.0]
    assert second[0] == "compiled"
    assert second[1] < 1e-6
    assert any("preparing" in text for text in said if text)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux only: /proc")
def test_memory_of_a_long_sentence_goes_back_to_the_system(tmp_path: Path) -> None:
    """1000 tokens in 4 blocks of width 512 take more than 100 MB; three other models later the process is as small as before.

    In a process of its own: one that has run other tests holds freed memory, into which the long sentence would be laid.
    """
    script = """
    import json
    from core.kernels import compiled_kernels
    from tests.window.seen import resident
    compiled_kernels()
    change, text = self.controller.switches.change_config, self.controller.edit_text
    small, sizes = dict(d_model=64, n_heads=4, d_ff=self.controller.document.config.d_ff), []
    steps = [
        lambda: change(dict(seed=1), "seed"),
        lambda: (change(dict(d_model=512, n_heads=8, d_ff=None), "width"), text(" ".join(f"w{i}" for i in range(1000)))),
        lambda: (text("a b c"), change(small | dict(seed=0), "small")),
        lambda: change(dict(seed=1), "small"),
        lambda: change(dict(seed=2), "small"),
    ]

    def step():
        if not self.controller.settled:
            return
        sizes.append(resident())
        if steps:
            steps.pop(0)()
        elif sizes[-1] < sizes[1] + 30 * 2**20 or len(sizes) > 100:
            timer.stop()
            print(json.dumps(sizes), flush=True)
            self.views.window.close()

    timer = QTimer(self.views.window, interval=50)
    timer.timeout.connect(step)
    timer.start()
"""
    with program(tmp_path, script.strip()) as process:
        assert process.stdout is not None
        _, before, long, *later = json.loads(process.stdout.readline() or "null")
        leaves(process)
    assert long > before + 100 * 2**20
    assert later[-1] < before + 30 * 2**20


def test_work_is_there_again_after_kill_9(tmp_path: Path) -> None:
    """Killed a second after the last change: the next start has sentence and switches, and says that the end was not in order."""
    script = (
        "self.controller.edit_text('saved by itself'); self.controller.switches.change_config(dict(norm='post'), 'norm'); "
        "QTimer.singleShot(1000, lambda: print('changed', flush=True))"
    )
    with program(tmp_path, script) as process:
        line(process, "changed")
        process.kill()
        process.wait()
    report = (
        "import json; from PySide6.QtWidgets import QMessageBox; "
        "QTimer.singleShot(300, lambda: (print(json.dumps([self.controller.document.text, self.controller.document.config.norm, "
        "len(self.views.window.findChildren(QMessageBox))]), flush=True), self.views.window.close()))"
    )
    with program(tmp_path, report) as process:
        assert process.stdout is not None
        found = json.loads(process.stdout.readline())
        leaves(process)
    assert found == ["saved by itself", "post", 1]


def test_b94_b95_settings_are_what_they_were_in_a_new_process(tmp_path: Path) -> None:
    """Booleans, numbers and lists keep their types; a file of zero bytes afterwards costs only the settings."""
    change = "self.act('theme:dark'); self.act('language:es'); self.appearance.reduce_motion(on=True); self.act('zoom-in'); "
    with program(tmp_path, change + CLOSE.format(after=300)) as process:
        line(process, "closing")
        leaves(process)
    report = (
        "s = self._store.settings; import json; "
        "print(json.dumps([s.theme, s.language, s.reduced_motion, round(s.zoom, 3)]), flush=True); "
        "QTimer.singleShot(200, self.views.window.close)"
    )
    with program(tmp_path, report) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline()) == ["dark", "es", True, 1.1]
        leaves(process)
    [file] = (tmp_path / "CONFIG").rglob("settings.json")
    file.write_bytes(b"\0" * 136)
    with program(tmp_path, report) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline()) == ["system", "system", False, 1.0]
        process.communicate(timeout=20)
        assert process.returncode == 0
    assert any(path.read_bytes() == b"\0" * 136 for path in file.parent.iterdir())


@pytest.mark.parametrize("factor", ["1.25", "1.5", "2"])
def test_b71_other_scale_factors(tmp_path: Path, factor: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A grab of the window has `factor` times its logical pixels, and every dialog stands on the screen with all its buttons."""
    monkeypatch.setenv("QT_SCALE_FACTOR", factor)
    report = """
    import json
    from PySide6.QtWidgets import QDialog, QPushButton
    from gui.views.help_dialogs import DIALOGS
    window, found, wanted = self.views.window, {}, [*DIALOGS, "caution", "crash", "reset-settings"]
    window.resize(1024, 640)

    def look():
        area = window.screen().availableGeometry()
        for dialog in window.findChildren(QDialog):
            if dialog.isVisible():
                buttons = [b for b in dialog.findChildren(QPushButton) if b.isVisible()]
                rects = [b.rect().translated(b.mapToGlobal(b.rect().topLeft())) for b in buttons]
                found[wanted[0]] = [len(buttons), all(area.contains(r) and b.visibleRegion().boundingRect() == b.rect()
                    for b, r in zip(buttons, rects)) and area.contains(dialog.frameGeometry())]
                dialog.close()
        wanted.pop(0)
        ask()

    def ask():
        if not wanted:
            share = window.grab().toImage().width() / window.width()
            print(json.dumps([share, found]), flush=True)
            window.close()
        elif wanted[0] == "caution":
            self.views.status.findChildren(QPushButton)[-1].click()
        elif wanted[0] == "crash":
            self.offer_crash_report("line\\n" * 50)
        else:
            window.menus.action(wanted[0]).trigger()
        if wanted:
            QTimer.singleShot(250, look)

    ask()
"""
    with program(tmp_path, report.strip()) as process:
        assert process.stdout is not None
        share, found = json.loads(process.stdout.readline() or "null")
        leaves(process)
    assert abs(share - float(factor)) < 0.01
    assert set(found) == {*DIALOGS, "caution", "crash", "reset-settings"}
    assert all(buttons >= 1 and inside for buttons, inside in found.values()), found


def test_letters_are_those_of_no_country(tmp_path: Path) -> None:
    """With Turkish letters “i” has no capital “I”, and Qt's names are not found; the program takes the letters of no country."""
    code = "import locale, gui.app; gui.app.application(); print(locale.setlocale(locale.LC_CTYPE))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() in ("C", "C.UTF-8")


def test_weights_named_at_the_start_are_used(tmp_path: Path) -> None:
    """As with “main.py mine.safetensors”; the file is kept beside the saved work of this home."""
    from core.files.checkpoint import Checkpoint, write_checkpoint
    from core.model import ModelConfig, random_weights

    config = ModelConfig(d_model=8, n_heads=2, n_layers=1, vocabulary=300)
    write_checkpoint(tmp_path / "mine.safetensors", Checkpoint(config, random_weights(config), "words", None, 0, 0))
    script = """
    def used(document):
        if document.trained is not None:
            print(document.trained.origin, document.trained.name, document.config.d_model, flush=True)
            QTimer.singleShot(0, self.views.window.close)

    self.controller.document_changed.connect(used)
    """.strip()
    code = DRIVER.replace("{root!r}", repr(str(ROOT))).replace("{script}", script).replace("main([])", "main(['mine.safetensors'])")
    places = environment(tmp_path, Path(os.environ["NUMBA_CACHE_DIR"]))
    done = subprocess.run(
        [sys.executable, "-c", code], env=places, capture_output=True, text=True, cwd=tmp_path, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "loaded mine.safetensors 8" in done.stdout
    [kept] = (tmp_path / "DATA" / "transformador" / "weights").iterdir()
    assert kept.read_bytes() == (tmp_path / "mine.safetensors").read_bytes()
