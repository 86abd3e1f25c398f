"""Rules of the house that no linter knows, read from the source itself."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted([*(ROOT / "core").rglob("*.py"), *(ROOT / "gui").rglob("*.py"), ROOT / "main.py"])
NAMES = [path.relative_to(ROOT).as_posix() for path in FILES]

LONG_FILES: dict[str, str] = {}
"""Files of more than 400 lines, each with the reason why it stays in one piece."""

FORBIDDEN_MODULES = {
    **dict.fromkeys(("pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib"), "loading such a file runs code"),
    **dict.fromkeys(
        ("socket", "ssl", "http", "urllib", "ftplib", "smtplib", "asyncio", "xmlrpc", "requests", "httpx", "aiohttp", "urllib3"),
        "the program has no network code",
    ),
    **dict.fromkeys(("PySide6.QtNetwork", "PySide6.QtWebEngineWidgets", "PySide6.QtWebSockets"), "the program has no network code"),
    **dict.fromkeys(("scipy", "torch", "transformers"), "golden numbers and benchmarks only"),
    **dict.fromkeys(("qtpy", "PyQt5", "PyQt6", "PySide2"), "PySide6 is the binding"),
}
ALLOWED = {("core/benchmarks/torch_side.py", "torch"), ("core/benchmarks/torch_training.py", "torch")}
"""`bench` compares with PyTorch where it is installed."""

FORBIDDEN_CALLS = {"eval", "exec", "compile", "__import__", "breakpoint", "os.system", "os.popen"}


@cache
def tree(name: str) -> ast.Module:
    return ast.parse((ROOT / name).read_text(encoding="utf-8"), name)


def calls(name: str) -> Iterator[tuple[str, ast.Call]]:
    """Every call in a file, with the dotted name of what is called."""
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), node


def imported(name: str) -> Iterator[str]:
    """Every module that a file imports, and every name taken from one, dotted."""
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_the_rules_find_the_files() -> None:
    """An empty list of files would keep every rule."""
    assert len(NAMES) > 20
    assert {"main.py", "core/model/config.py", "gui/state.py"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_no_network_no_pickle_and_no_foreign_framework(name: str) -> None:
    found = {
        module: why
        for module in imported(name)
        for forbidden, why in FORBIDDEN_MODULES.items()
        if (module == forbidden or module.startswith(forbidden + ".")) and (name, forbidden) not in ALLOWED
    }
    assert found == {}


@pytest.mark.parametrize("name", NAMES)
def test_nothing_runs_text_as_code(name: str) -> None:
    found = [f"line {node.lineno}: {called}" for called, node in calls(name) if called in FORBIDDEN_CALLS]
    found += [
        f"line {node.lineno}: allow_pickle"
        for _, node in calls(name)
        for keyword in node.keywords
        if keyword.arg == "allow_pickle" and not (isinstance(keyword.value, ast.Constant) and keyword.value.value is False)
    ]
    assert found == []


@pytest.mark.parametrize("name", NAMES)
def test_sentences_are_translated_before_they_are_filled_in(name: str) -> None:
    """tr(f"…") and tr("…".format(…)) look for the finished sentence, which no translator has seen. lupdate reads literals only."""
    found = []
    for called, node in calls(name):
        last = called.rpartition(".")[2]
        if last not in ("tr", "translate", "QT_TRANSLATE_NOOP", "QT_TR_NOOP"):
            continue
        of_qt = called.rpartition(".")[0].endswith(("Application", "self", "QObject"))  # and not str.translate
        kinds = (ast.JoinedStr, ast.BinOp, ast.Call) if of_qt else (ast.JoinedStr,)
        computed = [argument for argument in node.args if any(isinstance(part, kinds) for part in ast.walk(argument))]
        found += [f"line {node.lineno}: {ast.unparse(argument)}" for argument in computed]
        if last in ("translate", "QT_TRANSLATE_NOOP") and len(node.args) == 2:
            context, text = node.args
            if isinstance(text, ast.Constant) and isinstance(text.value, str) and not isinstance(context, ast.Constant):
                found.append(
                    f"line {node.lineno}: the context of a literal must be a literal, or lupdate does not find the sentence"
                )
    assert found == []


@pytest.mark.parametrize("name", NAMES)
def test_no_sentence_is_translated_inside_another_string(name: str) -> None:
    """f"{self.tr('…')}" works when it runs, but lupdate does not look into such strings and never finds the sentence."""
    found = [
        f"line {call.lineno}: {ast.unparse(call)}"
        for string in ast.walk(tree(name))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call) and any(isinstance(argument, ast.Constant) for argument in call.args)
        if ast.unparse(call.func).rpartition(".")[2] in ("tr", "translate", "QT_TRANSLATE_NOOP")
    ]
    assert found == []


@pytest.mark.parametrize("name", NAMES)
def test_files_stay_small(name: str) -> None:
    lines = len((ROOT / name).read_text(encoding="utf-8").splitlines())
    if name in LONG_FILES:
        assert lines > 400, "it is short again: take it out of LONG_FILES"
    else:
        assert lines <= 400, "split the file, or give a reason in LONG_FILES"


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith(("gui/views/", "gui/drawing/"))])
def test_colours_come_from_the_theme(name: str) -> None:
    """A literal colour would be wrong in one of the two themes."""
    found = [
        f"line {node.lineno}: {node.value}"
        for node in ast.walk(tree(name))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.search(r"#[0-9a-fA-F]{6}\b", node.value)
    ]
    assert found == []


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("gui/")])
def test_public_methods_of_the_window_say_what_they_do(name: str) -> None:
    """Qt's own names (mousePressEvent) are described by Qt; ours are ours to describe. Ruff cannot tell them apart."""
    bare = {"retranslate", "set_theme"}
    found = [
        f"line {method.lineno}: {owner.name}.{method.name}"
        for owner in ast.walk(tree(name))
        if isinstance(owner, ast.ClassDef) and not owner.name.startswith("_")
        for method in owner.body
        if isinstance(method, ast.FunctionDef)
        and re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)+", method.name)
        and method.name not in bare
        and ast.get_docstring(method) is None
    ]
    assert found == []


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("core/")])
def test_b84_no_kernel_runs_in_numbas_own_threads(name: str) -> None:
    """parallel=True aborts the process when two Python threads enter it, and stalls beside BLAS. As keyword or as key of a dict."""
    found = [f"line {node.value.lineno}" for _, call in calls(name) for node in call.keywords if node.arg == "parallel"]
    found += [f"line {node.lineno}" for node in ast.walk(tree(name)) if isinstance(node, ast.Constant) and node.value == "parallel"]
    found += [f"line {node.lineno}: {called}" for called, node in calls(name) if called.rpartition(".")[2] == "prange"]
    assert found == []


def test_b84_of_fastmath_only_what_leaves_nan_and_infinity_alone() -> None:
    """Sums in several lanes and fused products; “nnan” and “ninf” would remove the tests for NaN."""
    used = [name for name in NAMES if name.startswith("core/") and "fastmath" in (ROOT / name).read_text(encoding="utf-8")]
    assert used == ["core/kernels/_jit.py"]
    [flags] = [
        ast.literal_eval(node.value)
        for node in tree("core/kernels/_jit.py").body
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "_FASTMATH" and node.value is not None
    ]
    assert flags == {"reassoc", "contract"}
    values = [
        ast.unparse(value)
        for node in ast.walk(tree("core/kernels/_jit.py"))
        if isinstance(node, ast.Dict)
        for key, value in zip(node.keys, node.values, strict=True)
        if isinstance(key, ast.Constant) and key.value == "fastmath"
    ]
    assert values == ["_FASTMATH"]


@pytest.mark.parametrize("name", NAMES)
def test_b85_nothing_is_forked(name: str) -> None:
    """A child made by fork after kernels and Qt have run dies at its first step. Processes of our own are started afresh."""
    modules = {module for module in imported(name) if module.partition(".")[0] == "multiprocessing" or "ProcessPool" in module}
    forks = [f"line {node.lineno}: {called}" for called, node in calls(name) if called.rpartition(".")[2] in ("fork", "forkpty")]
    own = [
        f"line {node.lineno}: {keyword.arg}"
        for _, node in calls(name)
        for keyword in node.keywords
        if keyword.arg in ("preexec_fn", "mp_context")
    ]
    assert (modules, forks, own) == (set(), [], [])


def test_b104_compiled_code_multiplies_matrices_in_one_place() -> None:
    """`multiply` uses the tiles, all others call `multiply`; numba's own `@` would be a second way, with other numbers."""
    compiled = [
        name for name in NAMES if name.startswith("core/kernels/") and "compiled(" in (ROOT / name).read_text(encoding="utf-8")
    ]
    assert {"core/kernels/block.py", "core/kernels/loops.py", "core/kernels/sharing.py"} <= set(compiled)
    found = [
        f"{name}, line {node.lineno}"
        for name in compiled
        for node in ast.walk(tree(name))
        if (isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.MatMult))
        or (isinstance(node, ast.Attribute) and node.attr in ("dot", "matmul", "linalg", "einsum"))
    ]
    assert found == []
    callers = {
        function.name
        for name in compiled
        for function in tree(name).body
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("tile_")
    }
    assert callers == {"multiply"}


def test_pictures_and_words_name_no_machine() -> None:
    """A path of somebody's computer in a file helps nobody else."""
    texts = [path for path in ROOT.glob("*.*") if path.suffix in {".md", ".toml", ".ps1", ".cmd"}]
    texts += [path for part in ("core", "gui", "tools", "resources", "docs") for path in (ROOT / part).rglob("*.*")]
    pattern = re.compile(rb"/(?:home|root|Users|work)/\w|C:\\\\Users\\\\\w", re.IGNORECASE)
    suffixes = {".py", ".md", ".toml", ".json", ".ts", ".svg", ".ps1", ".cmd"}
    found = [path.relative_to(ROOT).as_posix() for path in texts if path.suffix in suffixes and pattern.search(path.read_bytes())]
    assert found == []


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("gui/")])
def test_no_module_of_the_window_is_imported_beside_it(name: str) -> None:
    """Qt's names are made when they are first met; two threads that meet one at the same time end the process."""
    found = [
        f"line {node.lineno}" for node in ast.walk(tree(name)) if isinstance(node, ast.Attribute) and node.attr == "import_module"
    ]
    assert found == []
