"""Several workers at one pass: who takes which piece, and when the next phase may begin.

A worker takes the next piece of a phase until there is none, then waits until those that others took are finished. So one worker
can do everything, another may join late or be held up by a busy machine, and the numbers are the same to the last bit.
"""

from __future__ import annotations

from core.kernels import layout as at
from core.kernels._jit import NAP, compiled, entry, fetch, fetch_add, integers, longs, nap
from core.kernels.block import piece_and_what_follows
from core.kernels.loops import I

SPINS = 100_000
"""Times a waiting worker looks before it sleeps (about 0.1 ms): long enough for a piece to end, as a nap takes as long again, yet
short enough to leave the processor to whoever holds that piece when other programs are busy."""


@compiled("void(int64, int64, int64, int64, int64, int64, int64, int64, int64, int64)")
def take_part(table, sizes, factors, control, memory, helper, first_layer, end_layer, first_phase, end_phase):
    """Work on the phases [first, end) of the blocks [first, end) until all are finished, by whomever."""
    for layer in range(first_layer, end_layer):
        for phase in range(first_phase, end_phase):
            taken = control + 4 * at.CONTROL_WIDTH * (layer * at.PHASES + phase)
            total = longs(sizes)[at.PIECES + phase]
            if total == 0 or (phase < longs(sizes)[at.ONCE] and layer > longs(sizes)[at.FIRST_LAYER]):
                continue
            while fetch_add(taken, I(1)) < total:
                # One from the front and one from the back: so each comes by the same rows in every phase.
                if helper % 2:
                    number = total - 1 - fetch_add(taken + 4 * at.FROM_BACK, I(1))
                else:
                    number = fetch_add(taken + 4 * at.FROM_FRONT, I(1))
                piece_and_what_follows(table, sizes, factors, memory, layer, phase, number)
                fetch_add(taken + 4 * at.DONE, I(1))
            spins = 0
            while fetch(taken + 4 * at.DONE) < total:
                spins += 1
                if spins > SPINS:
                    nap(NAP)


@entry("int64(int64, int64, int64, int64, int64, int64, int64, int64, int64, int64, int64, int64)")
def work(table, sizes, factors, control, memory, apart, crew, helpers, first_layer, end_layer, first_phase, end_phase):
    """`take_part`, with as many `helpers` of the `crew` as are free; how many of them have not left yet at the end.

    `memory`: the first worker's own memory, the others' lie `apart` bytes further each. All is finished at the end; but a
    helper that the system has put aside may still look at `sizes` and `control` when it comes back.
    """
    for helper in range(helpers):
        mailbox, spins = crew + at.MAILBOX * helper, 0
        while fetch(mailbox + at.INSIDE) and spins < SPINS:  # it is about to leave the call before this one
            spins += 1
        if fetch(mailbox + at.INSIDE) == 0:
            letter = longs(mailbox + at.LETTER)
            letter[0], letter[1], letter[2], letter[3] = table, sizes, factors, control
            letter[4], letter[5] = memory + apart * (helper + 1), helper + 1
            letter[6], letter[7], letter[8], letter[9] = first_layer, end_layer, first_phase, end_phase
            fetch_add(mailbox + at.TICKET, I(1))
    take_part(table, sizes, factors, control, memory, 0, first_layer, end_layer, first_phase, end_phase)
    staying = 0
    for helper in range(helpers):
        mailbox = crew + at.MAILBOX * helper
        fetch_add(mailbox + at.CLOSED, fetch(mailbox + at.TICKET) - fetch(mailbox + at.CLOSED))
        staying += fetch(mailbox + at.INSIDE)
    return staying


@entry("void(int64, int64)")
def serve(mailbox, patience):
    """A helper's life: take part in each pass whose letter comes, until it has looked `patience` times in vain.

    It says that it is inside before it looks whether the pass is over, and `work` says that it is over before it looks whether
    anybody is inside: so one of the two always sees the other.
    """
    letter, seen, idle = longs(mailbox + at.LETTER), integers(mailbox + at.SEEN), 0
    while idle <= patience:
        ticket = fetch(mailbox + at.TICKET)
        idle += 1
        if ticket != seen[0]:
            seen[0], idle = ticket, 0
            fetch_add(mailbox + at.INSIDE, I(1))
            if fetch(mailbox + at.CLOSED) < ticket:
                memory, helper = letter[4], letter[5]
                take_part(letter[0], letter[1], letter[2], letter[3], memory, helper, letter[6], letter[7], letter[8], letter[9])
            fetch_add(mailbox + at.INSIDE, I(-1))
