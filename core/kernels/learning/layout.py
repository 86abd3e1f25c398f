"""The words that Python and a compiled training step share: what stands where in the arrays that describe it.

As in core.kernels.layout, tables hold int64: addresses and whole numbers. A job describes all steps of one call, a group one share
of a batch.
"""

from __future__ import annotations

from typing import Final

from core.kernels.layout import PARAMETERS

JOB: Final = (
    "groups",
    "workers",
    "rows_of_groups",
    "layers",
    "tokens",
    "together",
    "width",
    "vocabulary",
    "sizes",
    "factors",
    "settings",
    "encoding",
    "at_input",
    "token_table",
    "final_gain",
    "final_bias",
    "output_panels",
    "output_turned",
    "tied",
    "matrices",
    "rows_of_matrices",
    "chunks",
    "rows_of_chunks",
    "parameters",
    "gradient",
    "first_moment",
    "second_moment",
    "adaptive",
    "ids",
    "targets",
    "batch",
    "rates",
    "shares",
    "losses",
    "squares",
    "changes",
)
"""`rows_of_…`: addresses of the tables below; that of groups has a row for each group and worker. `together`: most sentences that
are computed at once, `sizes`: addresses of the sizes of a pass over 1, 2, … of them. `encoding` [T, D]: 0 where none is added,
`at_input`: 1 where it is added there. `final_gain`: 0 without a final norm. `output_panels` [D, V] and `output_turned` [V, D]: the
output matrix. `parameters`, `gradient` and both moments are vectors as in core.learning.vector; `adaptive`: 1 for Adam, 0 for SGD.
Of each step: `ids` and `targets` int64 [steps, batch, tokens]; `rates` float32 [steps, 3]: learning rate, 1/(1 − β₁ᵗ), 1/(1 − β₂ᵗ);
`shares` float32 [steps]: 1 / places that count. Written: `losses` float64 [steps, groups], `squares` and `changes` float64
[steps, chunks]: sums of squares of the gradient, and of what was taken off the parameters."""
(
    J_GROUPS,
    J_WORKERS,
    J_ROWS_OF_GROUPS,
    J_LAYERS,
    J_TOKENS,
    J_TOGETHER,
    J_WIDTH,
    J_VOCABULARY,
    J_SIZES,
    J_FACTORS,
    J_SETTINGS,
    J_ENCODING,
    J_AT_INPUT,
    J_TOKEN_TABLE,
    J_FINAL_GAIN,
    J_FINAL_BIAS,
    J_OUTPUT_PANELS,
    J_OUTPUT_TURNED,
    J_TIED,
    J_MATRICES,
    J_ROWS_OF_MATRICES,
    J_CHUNKS,
    J_ROWS_OF_CHUNKS,
    J_PARAMETERS,
    J_GRADIENT,
    J_FIRST_MOMENT,
    J_SECOND_MOMENT,
    J_ADAPTIVE,
    J_IDS,
    J_TARGETS,
    J_BATCH,
    J_RATES,
    J_SHARES,
    J_LOSSES,
    J_SQUARES,
    J_CHANGES,
) = range(len(JOB))
SETTINGS: Final = (
    "token_scale",
    "beta1",
    "beta2",
    "epsilon",
    "decay",
    "most",
)
"""float32. `decay`: what AdamW takes off each parameter, times the rate (SGD: nothing); `beta1` is SGD's momentum; `most`: the norm
to which a longer gradient is clipped, 0: never."""
(
    TOKEN_SCALE,
    BETA1,
    BETA2,
    EPSILON,
    DECAY,
    MOST,
) = range(len(SETTINGS))
GROUP: Final = (
    "table",
    "sizes",
    "begun",
    "gradients",
    "gradient",
    "length",
    "first",
    "end",
    "memory",
    "encoding",
    "neg_sines",
    "d_tokens",
    "d_positions",
    "d_final_gain",
    "d_final_bias",
    "d_output",
    "d_stream",
    "d_change",
    "read",
    "d_read",
    "encoded",
    "d_q",
    "d_k",
    "d_v",
    "d_z",
    "d_hidden",
    "d_up",
    "d_scores",
    "panels",
    "row",
    "last",
    "logits",
)
"""`table` [together, L, COLUMNS]: those of a pass over each of the sentences (core.kernels.layout), whose arrays stand one behind
the other, so that the first one's are also those of all rows together; the maps excepted. `sizes`: those of the job; `memory`: of
the worker. `begun`: 0 until the gradients of matrices hold something to add to. `gradients`: below; `gradient`: the group's own
vector, of `length` numbers. `first`, `end`: its sentences of the batch. `d_positions`: 0 unless the encoding is learned;
`d_output`: the gradient of the output matrix [D, V], of the tied one [V, D].
The rest is room to work in, of the worker, for R = together · T rows: encoding (that of the job for each sentence), d_stream,
d_change, read, d_read, encoded, last [R, D], d_q, d_z [R, H·K], d_k, d_v [R, H_kv·K], d_hidden, d_up [R, F], logits [R, V],
neg_sines [R, K/2], row [D], for one head d_scores [T, T], and `panels` for its values turned."""
(
    G_TABLE,
    G_SIZES,
    G_BEGUN,
    G_GRADIENTS,
    G_GRADIENT,
    G_LENGTH,
    G_FIRST,
    G_END,
    G_MEMORY,
    G_ENCODING,
    G_NEG_SINES,
    G_D_TOKENS,
    G_D_POSITIONS,
    G_D_FINAL_GAIN,
    G_D_FINAL_BIAS,
    G_D_OUTPUT,
    G_D_STREAM,
    G_D_CHANGE,
    G_READ,
    G_D_READ,
    G_ENCODED,
    G_D_Q,
    G_D_K,
    G_D_V,
    G_D_Z,
    G_D_HIDDEN,
    G_D_UP,
    G_D_SCORES,
    G_PANELS,
    G_ROW,
    G_LAST,
    G_LOGITS,
) = range(len(GROUP))
TURNED: Final = (
    "attention.W_Q",
    "attention.W_K",
    "attention.W_V",
    "attention.W_O",
    "feed_forward.W_in",
    "feed_forward.W_gate",
    "feed_forward.W_out",
)
"""Matrices that are multiplied by turned on the way back. A row of `gradients` [L, GRADIENT_COLUMNS] has the addresses of the
gradients of PARAMETERS, then of the panels of these."""
(TURNED_Q, TURNED_K, TURNED_V, TURNED_O, TURNED_IN, TURNED_GATE, TURNED_OUT) = range(len(PARAMETERS), len(PARAMETERS) + len(TURNED))
GRADIENT_COLUMNS: Final = len(PARAMETERS) + len(TURNED)

MATRIX_COLUMNS: Final = 5
"""Of each matrix: its address, rows, columns, and where its panels and those of it turned are to lie, 0: nowhere."""
CHUNK_COLUMNS: Final = 2
"""Of each piece of the vector that is summed and updated at once: where it begins, and numbers in it."""

PACK, LEARN, SUM, UPDATE = range(4)
STEP_PHASES: Final = 4
"""What a step does, one after the other: lay the matrices out in panels, the gradient of each group, their sum, new parameters."""
