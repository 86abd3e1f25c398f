"""Session files bring everything back, and anything that is no whole session is refused in one sentence."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.files import SessionData, SessionSelection, SessionView, decode_session, encode_session, legal_selection, session
from core.files.session import SessionTrained
from core.messages import InputError
from core.model.config import ModelConfig
from core.model.interventions import NONE, HeadOff, Interventions, SetCell
from core.model.presets import preset
from core.text import TOKENIZERS
from tests.core.strategies import configs

SESSION = SessionData(
    text="Las llaves 🙂\u00a0del\narmario",
    tokenizer="words",
    config=preset("small", mask="causal", tied=False),
    random_config=preset("small", norm="post"),
    interventions=Interventions((HeadOff(0, 1), SetCell(1, 2, 3, 0, 0.25, renormalise=False))),
    selection=SessionSelection(layer=3, head=2, query=4, key=0),
    view=SessionView(scale="log", color_map="grey", tab="table", ledger_length=1000),
)


def changed(**parts: Any) -> bytes:
    """The session with keys replaced: `config={"seed": 1}` replaces within the part, `text="x"` the whole key."""
    record = json.loads(encode_session(SESSION))
    for name, value in parts.items():
        record[name] = (record[name] or {}) | value if isinstance(value, dict) else value
    return json.dumps(record).encode()


def test_a_session_comes_back_equal() -> None:
    back = decode_session(encode_session(SESSION), "clase 1.json")
    assert back == SESSION
    assert back.config.d_head == 16


@given(
    config=configs(),
    text=st.text(st.characters(), max_size=40),
    tokenizer=st.sampled_from(TOKENIZERS),
    length=st.none() | st.integers(0, 10**9),
)
def test_b97_every_configuration_comes_back_with_nothing_filled_in(
    config: ModelConfig, text: str, tokenizer: Any, length: int | None
) -> None:
    """Fields left at None stay None, so that they go on following the others; lone surrogates survive."""
    saved = SessionData(text=text, tokenizer=tokenizer, config=config, view=SessionView(ledger_length=length))
    assert decode_session(encode_session(saved), "x") == saved


def test_in_a_file_of_version_1_nothing_is_changed_by_hand() -> None:
    record = json.loads(changed(version=1))
    del record["interventions"], record["constructed"], record["left"], record["random_config"], record["trained"]
    assert decode_session(json.dumps(record).encode(), "old.json").interventions == NONE


def test_in_a_file_of_version_2_no_model_waits_behind_a_constructed_head() -> None:
    """Neither for the session nor for what stands on the left of it."""
    bare = msgspec.structs.replace(SESSION, random_config=None)
    record = json.loads(encode_session(msgspec.structs.replace(bare, left=bare)))
    for part in (record, record["left"]):
        del part["random_config"], part["trained"]
    back = decode_session(json.dumps(record | {"version": 2}).encode(), "old.json")
    assert back == msgspec.structs.replace(bare, left=bare)


def test_in_a_file_of_version_3_nothing_was_trained() -> None:
    """Neither for the session nor for what stands on the left of it; everything else is as it was."""
    saved = msgspec.structs.replace(SESSION, left=SESSION)
    record = json.loads(encode_session(saved))
    del record["trained"], record["left"]["trained"]
    assert decode_session(json.dumps(record | {"version": 3}).encode(), "old.json") == saved
    with pytest.raises(InputError, match="missing required field `trained`"):
        decode_session(json.dumps(record).encode(), "of version 4 and yet without.json")


def test_trained_weights_are_named_and_the_cell_stays() -> None:
    """Characters cut the text into 22 tokens, of which 4 and 0 exist; 30 does only if the model has other pieces, so it stays."""
    trained = SessionTrained(digest="0f" * 32, name="run 2 · step 300", origin="trained here")
    saved = msgspec.structs.replace(
        SESSION, trained=trained, selection=SessionSelection(layer=3, head=2, query=30, key=0), left=SESSION
    )
    assert decode_session(encode_session(saved), "x") == saved
    assert legal_selection(SessionSelection(query=-1, key=30), SESSION.config, None) == SessionSelection(query=None, key=30)


def test_the_left_of_a_comparison_comes_back_and_has_no_left() -> None:
    left = msgspec.structs.replace(SESSION, config=preset("small", norm="post"), interventions=NONE)
    saved = msgspec.structs.replace(SESSION, left=left)
    assert decode_session(encode_session(saved), "x") == saved
    deeper = msgspec.structs.replace(SESSION, left=saved)
    with pytest.raises(InputError, match="left"):
        decode_session(encode_session(deeper), "x")


def test_half_a_surrogate_pair_survives() -> None:
    saved = SessionData(text="a\ud83d 🙂", tokenizer="words", config=preset("small"), selection=SessionSelection(query=0))
    back = decode_session(encode_session(saved), "x")
    assert back.text == saved.text
    assert back.selection.query is None


@pytest.mark.parametrize(
    "data, reason",
    [
        (b"", "is empty"),
        (bytes(136), "damaged"),
        (encode_session(SESSION)[:200], "damaged"),
        (b"\xff\xfe{}", "damaged"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a": ' + b"9" * 10_000 + b"}", "damaged"),
        (b"[]", "no session file of this program"),
        (b'{"format": "other"}', "no session file of this program"),
        (changed(version=5), "version 5, but this program reads version 4"),
        (changed(version="2"), "version 2"),
        (changed(interventions=[{"kind": "head-off", "layer": 0}]), "no change of a pass"),
        (changed(interventions=None), "Expected `array`"),
        (changed(left={"text": "x"}), "missing required field"),
        (changed(trained={"digest": "../../x", "name": "x", "origin": "loaded"}), "matching regex"),
        (changed(trained={"digest": "0f" * 32 + "\n", "name": "x", "origin": "loaded"}), "matching regex"),
        (changed(trained={"digest": "0f" * 32, "name": "x", "origin": "random"}), "Invalid enum value 'random'"),
        (changed(trained={"digest": "0f" * 32, "name": "x"}), "missing required field `origin`"),
        (changed(version=0), "version 0"),
        (changed(version=True), "version True"),
        (changed(extra=1), "unknown field `extra`"),
        (changed(config={"extra": 1}), "unknown field `extra`"),
        (changed(view={"extra": 1}), "unknown field `extra`"),
        (changed(config={"n_heads": "twelve"}), r"Expected `int`, got `str`.*n_heads"),
        (changed(config={"skip": 1}), r"Expected `bool`.*skip"),
        (changed(config={"n_heads": 12}), r"64.*12.*8, 16"),
        (changed(text=None), "Expected `str`"),
        (changed(tokenizer="bpe"), "Invalid enum value 'bpe'"),
        (changed(view={"scale": "auto"}), "Invalid enum value 'auto'"),
        (changed(view={"ledger_length": -1}), "ledger_length"),
        (changed(selection={"layer": 1.5}), "layer"),
        (encode_session(SESSION).replace(b',\n    "seed": 0', b""), "missing required field `seed`"),
        (encode_session(SESSION).replace(b'"rope_base": 10000.0', b'"rope_base": NaN'), "NaN is not a JSON number"),
        (encode_session(SESSION).replace(b'"seed": 0', b'"seed": 0, "seed": 1'), "a key appears twice"),
    ],
)
def test_b95_anything_else_is_refused_with_file_and_reason(data: bytes, reason: str) -> None:
    with pytest.raises(InputError, match=reason) as caught:
        decode_session(data, "mine.json")
    assert "“mine.json”" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_of_an_older_version_means_what_it_meant_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if version 2 had brought the seed and version 3 the tab: a file of version 1 without them has the values given there."""
    monkeypatch.setattr(session, "VERSION", 3)
    monkeypatch.setattr(session, "_ADDED", {2: {"config": {"seed": 7}}, 3: {"view": {"tab": "table"}}})
    record = json.loads(changed(version=1))
    del record["config"]["seed"], record["view"]["tab"]
    back = decode_session(json.dumps(record).encode(), "old.json")
    assert (back.config.seed, back.view.tab) == (7, "table")
    with pytest.raises(InputError, match="missing required field `seed`"):
        decode_session(json.dumps(record | {"version": 2}).encode(), "of version 2 and yet without.json")
    with pytest.raises(InputError, match="version 4, but this program reads version 3"):
        decode_session(changed(version=4), "newer.json")


def test_b74_b95_a_selection_outside_falls_to_a_legal_one() -> None:
    """4 layers, 4 heads, 5 tokens: layer 99 → 3, head −1 → 0, token 5 does not exist."""
    back = decode_session(changed(selection={"layer": 99, "head": -1, "query": 5, "key": 4}), "x")
    assert back.selection == SessionSelection(layer=3, head=0, query=None, key=4)
    deep = SessionSelection(layer=23, head=15)
    assert legal_selection(deep, ModelConfig(n_layers=24, n_heads=16), 3) == deep
    assert legal_selection(deep, ModelConfig(n_layers=2, n_heads=2), 3) == SessionSelection(layer=1, head=1)


def test_the_file_is_small_and_readable() -> None:
    data = encode_session(SESSION)
    assert len(data) < 2000
    assert "🙂".encode() in data
