"""Rows: each chip once, in order, inside the room."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gui.views.chip_rows import break_rows


def test_three_chips_in_two_rows_by_hand() -> None:
    """Room 100, left 3: 3 + 40, gap 6, then 49 + 40 = 89 fits before 97; the third would end at 135 and goes below."""
    rows = break_rows([40, 40, 40], 100, gap=6, left=3)
    assert rows is not None
    assert rows.lefts == [3, 49, 3]
    assert rows.starts == [0, 2]
    assert [rows.at(0, x) for x in (2, 3, 42, 43, 49, 88, 89)] == [None, 0, 0, None, 1, 1, None]
    assert rows.at(1, 10) == 2
    assert rows.at(2, 10) is None
    assert rows.beside(2, -1) == 0
    assert rows.beside(1, 1) == 2
    assert rows.beside(2, 1) == 2


def test_no_chips_no_rows() -> None:
    rows = break_rows([], 100, gap=6, left=3)
    assert rows is not None
    assert len(rows) == 0
    assert rows.at(0, 0) is None


@given(st.lists(st.integers(1, 300), max_size=60), st.integers(20, 400))
def test_every_chip_is_found_in_its_row_and_only_a_lone_one_sticks_out(widths: list[int], room: int) -> None:
    rows = break_rows(widths, room, gap=6, left=3)
    assert rows is not None
    for index, width in enumerate(widths):
        row = rows.row_of(index)
        start, end = rows.span(row)
        assert start <= index < end
        assert rows.at(row, rows.lefts[index]) == rows.at(row, rows.lefts[index] + width - 1) == index
        assert rows.lefts[index] + width <= room - 3 or start == index


@given(st.lists(st.integers(1, 300), max_size=60), st.integers(20, 400), st.integers(1, 5))
def test_giving_up_means_more_rows_than_asked_for(widths: list[int], room: int, most: int) -> None:
    all_rows = break_rows(widths, room, gap=6, left=3)
    assert all_rows is not None
    assert (break_rows(widths, room, gap=6, left=3, most=most) is None) == (len(all_rows) > most)
