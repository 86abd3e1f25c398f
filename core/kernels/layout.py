"""The words that Python and the compiled block share: what stands where in the arrays that describe a pass.

`table` [L, COLUMNS] holds the address of each array of each block, 0 for one that does not exist; `sizes` whole numbers;
`control` [PHASES · L, CONTROL_WIDTH] what has been taken and what is finished of each phase. All are plain integers, which
compiled code reads as constants.
"""

from __future__ import annotations

from typing import Final

ARRAYS: Final = (
    "resid_in",
    "resid_pre",
    "normed",
    "encoded",
    "q",
    "k",
    "v",
    "attn_scores",
    "pattern",
    "z",
    "attn_out",
    "resid_mid",
    "normed_mid",
    "mlp_pre",
    "mlp_in",
    "mlp_post",
    "mlp_out",
    "resid_post",
    "row_entropy",
    "row_sums",
    "thumbnails",
    "encoding",
    "slopes",
    "cosines",
    "sines",
)
"""Arrays of a pass, named as in LayerTrace where they are kept there. `resid_in`: what the block before left. `normed`: what W_V
reads; `encoded`: what W_Q and W_K read. `normed_mid`: what the feed-forward network reads; `mlp_in`: SwiGLU's x·W_in. Those that
are the same array have the same address."""
(
    RESID_IN,
    RESID_PRE,
    NORMED,
    ENCODED,
    Q,
    K,
    V,
    ATTN_SCORES,
    PATTERN,
    Z,
    ATTN_OUT,
    RESID_MID,
    NORMED_MID,
    MLP_PRE,
    MLP_IN,
    MLP_POST,
    MLP_OUT,
    RESID_POST,
    ROW_ENTROPY,
    ROW_SUMS,
    THUMBNAILS,
    ENCODING,
    SLOPES,
    COSINES,
    SINES,
) = range(len(ARRAYS))

PARAMETERS: Final = (
    "norm1.gain",
    "norm1.bias",
    "attention.W_Q",
    "attention.W_K",
    "attention.W_V",
    "attention.W_O",
    "attention.b_Q",
    "attention.b_K",
    "attention.b_V",
    "attention.b_O",
    "norm1_out.gain",
    "norm1_out.bias",
    "norm2.gain",
    "norm2.bias",
    "feed_forward.W_in",
    "feed_forward.b_in",
    "feed_forward.W_gate",
    "feed_forward.b_gate",
    "feed_forward.W_out",
    "feed_forward.b_out",
    "norm2_out.gain",
    "norm2_out.bias",
)
"""Parameters of a block, by the end of their names."""
(
    NORM1_GAIN,
    NORM1_BIAS,
    W_Q,
    W_K,
    W_V,
    W_O,
    B_Q,
    B_K,
    B_V,
    B_O,
    NORM1_OUT_GAIN,
    NORM1_OUT_BIAS,
    NORM2_GAIN,
    NORM2_BIAS,
    W_IN,
    B_IN,
    W_GATE,
    B_GATE,
    W_OUT,
    B_OUT,
    NORM2_OUT_GAIN,
    NORM2_OUT_BIAS,
) = range(len(ARRAYS), len(ARRAYS) + len(PARAMETERS))
COLUMNS: Final = len(ARRAYS) + len(PARAMETERS)

SIZES: Final = (
    "layers",
    "first_layer",
    "tokens",
    "first",
    "width",
    "heads",
    "kv_heads",
    "head_width",
    "hidden",
    "causal",
    "window",
    "cells_per_pixel",
    "map_rows",
    "map_groups",
    "norm",
    "rms",
    "activation",
    "every_block",
    "after_attention",
    "maps",
    "keys",
    "values",
)
"""Whole numbers of a pass. `first_layer`, `first`: blocks and rows before it are there already. `map_rows`: rows of one map that
are worked on together, a multiple of `cells_per_pixel`; `map_groups` of them make a map. `norm` and `activation`: see below. `rms`,
`causal`, `every_block`, `after_attention`: 1 or 0. `maps`, `keys`, `values`: where in a worker's own memory (in numbers from its
start) the part of a map that is not kept lies, and one head's keys and values in panels. They stand at the start of `sizes`; how
the work is cut (see `cutting`) follows."""
(
    LAYERS,
    FIRST_LAYER,
    TOKENS,
    FIRST,
    WIDTH,
    HEADS,
    KV_HEADS,
    HEAD_WIDTH,
    HIDDEN,
    CAUSAL,
    WINDOW,
    CELLS_PER_PIXEL,
    MAP_ROWS,
    MAP_GROUPS,
    NORM,
    RMS,
    ACTIVATION,
    EVERY_BLOCK,
    AFTER_ATTENTION,
    MAPS,
    KEYS,
    VALUES,
) = range(len(SIZES))
CUT_QUERIES, CUT_KEYS, CUT_OUTPUT, CUT_EXPAND, CUT_CONTRACT = range(len(SIZES), len(SIZES) + 20, 4)
"""Where in `sizes` the cut of a product stands: rows and columns of a piece, groups of columns, pieces in all."""
PIECES_OF_QUERIES, PIECES_OF_KEYS = CUT_QUERIES + 3, CUT_KEYS + 3
ROWS_OF_PIECE: Final = len(SIZES) + 20
"""Rows that are normalised or added as one piece."""
ONCE: Final = ROWS_OF_PIECE + 1
"""Phases before it are done of the first block only: those of the others follow the block before, row by row."""
PIECES: Final = ONCE + 1
"""The number of pieces of each phase."""

PLACE_OF_NORM: Final = {"pre": 0, "post": 1, "deepnorm": 1, "sandwich": 2, "none": 3}
KIND_OF_ACTIVATION: Final = {"relu": 0, "gelu": 1, "gelu-tanh": 2, "swiglu": 3}

ENTER, PROJECT, ROTATE, ATTEND, OUTPUT, MIDDLE, EXPAND, CONTRACT, LEAVE = range(9)
PHASES: Final = 9
"""What a block does, one after the other; the pieces of one phase do not depend on each other."""

FROM_FRONT, FROM_BACK, DONE = 4, 8, 16
"""Columns of `control`: pieces taken from the front, from the back, and finished; column 0 counts all that were taken. DONE is on a
cache line of its own."""
CONTROL_WIDTH: Final = 32

MAILBOX: Final = 512
"""Bytes of a helper's mailbox; what stands where in it: whole cache lines, so that a glance at one does not disturb the others."""
TICKET, CLOSED, INSIDE, SEEN, LETTER = range(0, 320, 64)
