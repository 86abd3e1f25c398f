"""How loops are compiled: the only file that knows numba.

nogil, because workers compute while the window answers. Never parallel=True: numba's threads and BLAS's spin against each other,
and numba's workqueue layer aborts the process when two Python threads enter it. Of fastmath only what lets a sum be taken in
several lanes and a product be fused with an addition; never what removes the tests for NaN and infinity.
error_model="numpy" divides by zero to infinity as numpy does. Signatures are given, so everything is compiled when the module
that uses `compiled` is imported and nothing later, in the middle of a keystroke.

Arrays are passed as addresses (int64) and looked at through `floats`: compiled code then handles any contiguous piece of any
array, each loop is compiled once, and a whole block runs without Python. Matrix products are made of `tile`s.

Compiled code is kept on disk in NUMBA_CACHE_DIR where that is set. A folder that cannot be written or that holds damaged files
costs the time of compiling anew, never the start; damaged files are deleted. No other folder serves instead, as numba would have
it: of code beside the sources or in a person's home, nobody knows which sources it was made from.
"""

from __future__ import annotations

import ctypes
import logging
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import llvmlite.binding as llvm
import numba
from llvmlite import ir
from numba import types
from numba.core import sigutils
from numba.core.cgutils import get_or_insert_function
from numba.extending import intrinsic, register_jitable

from core import kernel_cache
from core.kernels.compiling import alone, claimed

log = logging.getLogger(__name__)

inlined: Final[Any] = register_jitable
"""Decorator: a function that becomes part of those that call it."""
_FASTMATH: Final = {"reassoc", "contract"}
_INT: Final = ir.IntType(32)
_LONG: Final = ir.IntType(64)
_LINE: Final = 64
"""Bytes of a cache line."""
LANES: Final = 16
"""Numbers of one vector; where a processor has shorter ones, each stands for several of them."""
_LONG_VECTORS: Final = bool(llvm.get_host_cpu_features().get("avx512f"))
TILE_ROWS: Final = 8 if _LONG_VECTORS else 6
TILE_COLUMNS: Final = 32 if _LONG_VECTORS else 16
"""The largest tile whose numbers have room in the registers: 32 of 16 numbers with AVX-512, 16 of 8 with AVX2, 32 of 4 on ARM."""


def compiled(signature: str) -> Callable[[Callable[..., Any]], Any]:
    """Decorator: compile a function at once for `signature` (numba's notation; whole numbers, addresses and single floats only).

    What other compiled functions see of it is its address under its name: it is optimised once, by itself, and not again within
    each of its callers, which would take three times as long.
    """

    def compile_(function: Callable[..., Any]) -> Any:
        name, address = f"transformador_{function.__name__}", _ELSEWHERE
        if claimed(function.__name__):
            _alive.append(_from_cache_or_anew(numba.cfunc, signature, function))
            address = _alive[-1].address
        llvm.add_symbol(name, address)
        arguments, result = sigutils.normalize_signature(signature)  # type: ignore[no-untyped-call]
        return types.ExternalFunction(name, result(*arguments))

    return compile_


def entry(signature: str) -> Callable[[Callable[..., Any]], Any]:
    """Decorator: as `compiled`, for a function that Python calls; it lets go of the interpreter's lock."""
    njit = partial(numba.njit, nogil=True)
    return lambda function: _from_cache_or_anew(njit, signature, function) if claimed(function.__name__) else function


def _from_cache_or_anew(compiler: Callable[..., Any], signature: str, function: Callable[..., Any]) -> Any:
    # No rewrites: they look for expressions over whole arrays, of which there are none here, and take time.
    options: dict[str, Any] = {"error_model": "numpy", "fastmath": _FASTMATH, "no_rewrites": True}
    for attempt in range(2):
        if not _cached:
            break
        try:
            return compiler(signature, cache=True, **options)(function)
        except Exception as error:
            if attempt == 0 and _forget(function):
                continue
            if not alone():
                raise  # what cannot be kept is of no use to others
            log.warning("The cache of compiled kernels cannot be used (%s); compiling without it.", error)
            _cached.clear()  # once said, not again for each function
    return compiler(signature, **options)(function)


def _forget(function: Callable[..., Any]) -> bool:
    """Delete what the cache holds of a function, which may be damaged; whether there was something that could be deleted."""
    pattern = f"{Path(function.__code__.co_filename).stem}.{function.__name__}-*.nb?"
    found = [path for folder in _cached for path in folder.rglob(pattern)]
    try:
        for path in found:
            path.unlink(missing_ok=True)
    except OSError as error:
        log.info("Damaged files of the cache of compiled kernels cannot be deleted: %s", error)
        return False
    return bool(found)


def _folder() -> list[Path]:
    folder = kernel_cache.folder()
    if folder is None:
        return []
    if kernel_cache.takes(folder):
        return [folder]
    log.warning("Nothing can be written into %s, the cache of compiled kernels; compiling without it.", folder)
    return []


_cached: Final = _folder()
"""Where compiled code is kept, while that can be used."""
_numba_config: Any = numba.config
if _numba_config.DISABLE_JIT:
    raise ImportError("NUMBA_DISABLE_JIT is set")
_numba_config.CACHE_DIR = str(_cached[0]) if _cached else ""
_numba_config.CACHE_LOCATOR_CLASSES = "UserProvidedCacheLocator"
_alive: Final[list[Any]] = []
"""Compiled functions: their code lives as long as they do."""


def _address_of(function: Any) -> int:
    address = ctypes.cast(function, ctypes.c_void_p).value
    assert address is not None
    return address


def _nap_function() -> int:
    if sys.platform == "win32":
        return _address_of(getattr(ctypes, "windll").kernel32.Sleep)  # noqa: B009 - other systems, where types are checked, have none
    return _address_of(ctypes.CDLL(None).usleep)


_ELSEWHERE: Final = _nap_function()
"""Stands for the address of what another process compiles, and is never called."""
llvm.add_symbol("transformador_nap", _nap_function())

nap: Final = types.ExternalFunction("transformador_nap", types.void(types.uint32))
"""Sleep for some microseconds (on Windows milliseconds)."""
NAP: Final = 1 if sys.platform == "win32" else 20


def _reinterpreted(kind: Any, result: Any, argument: Any) -> Any:
    """An intrinsic argument -> result that leaves the bits as they are; `kind` is the result's type in LLVM."""

    @intrinsic
    def reinterpret(_typing: Any, _value: Any) -> Any:
        def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], kind) if isinstance(kind, ir.PointerType) else builder.bitcast(arguments[0], kind)

        return result(argument), code

    return reinterpret


def _pointer_to(kind: Any) -> Any:
    return types.CPointer(kind)  # type: ignore[no-untyped-call]


floats: Final = _reinterpreted(ir.FloatType().as_pointer(), _pointer_to(types.float32), types.int64)
"""floats(address)[j]: the float32 number j from `address` on, to be read and written."""
doubles: Final = _reinterpreted(ir.DoubleType().as_pointer(), _pointer_to(types.float64), types.int64)
"""doubles(address)[j]: float64."""
longs: Final = _reinterpreted(ir.IntType(64).as_pointer(), _pointer_to(types.int64), types.int64)
"""longs(address)[j]: int64."""
integers: Final = _reinterpreted(_INT.as_pointer(), _pointer_to(types.int32), types.int64)
"""integers(address)[j]: int32."""
as_float: Final = _reinterpreted(ir.FloatType(), types.float32, types.int32)
"""The float32 whose bits are those of an int32."""
as_integer: Final = _reinterpreted(_INT, types.int32, types.float32)
"""The int32 whose bits are those of a float32."""


@intrinsic
def fetch_add(_typing: Any, _address: Any, _value: Any) -> Any:
    """fetch_add(address, value): add to the int32 at `address`, all at once for all threads; what it was before."""

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.atomic_rmw("add", builder.inttoptr(arguments[0], _INT.as_pointer()), arguments[1], "seq_cst")

    return types.int32(types.int64, types.int32), code


@intrinsic
def fetch(_typing: Any, _address: Any) -> Any:
    """fetch(address): the int32 at `address`, and with it all that its writer wrote before; in one order with all fetch_add."""

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.load_atomic(builder.inttoptr(arguments[0], _INT.as_pointer()), "seq_cst", 4)

    return types.int32(types.int64), code


def _prefetch(builder: Any, address: Any, *, to_write: bool = False) -> None:
    """Have the cache line at `address` (int64) brought into the second-level cache, to be read or written."""
    kind = ir.FunctionType(ir.VoidType(), [ir.IntType(8).as_pointer(), _INT, _INT, _INT])
    function = get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")  # type: ignore[no-untyped-call]
    builder.call(function, [builder.inttoptr(address, ir.IntType(8).as_pointer()), _INT(int(to_write)), _INT(2), _INT(1)])


_VECTOR: Final = ir.VectorType(ir.FloatType(), LANES)


def _pointer(builder: Any, base: Any, offset: Any, kind: Any = _VECTOR) -> Any:
    """Where `offset` bytes behind the address `base` lies something of that kind."""
    return builder.inttoptr(builder.add(base, offset), kind.as_pointer())


def _picked(builder: Any, one: Any, other: Any, lanes: list[int]) -> Any:
    """The vector of those lanes of two: those of the second count from LANES."""
    return builder.shuffle_vector(one, other, ir.Constant(ir.VectorType(_INT, LANES), lanes))


def _everywhere(builder: Any, number: Any) -> Any:
    """The vector that holds one number in each lane."""
    nothing = ir.Constant(_VECTOR, ir.Undefined)
    return _picked(builder, builder.insert_element(nothing, number, _INT(0)), nothing, [0] * LANES)


@intrinsic
def turn_square(_typing: Any, _x: Any, _ldx: Any, _factor: Any, _target: Any, _ldt: Any) -> Any:
    """turn_square(x, ldx, factor, target, ldt): target = factor · xᵀ of x [LANES, LANES], by address; ld…: as in `tile`.

    Squares beside the diagonal change places, first those of half the side, then of a quarter, to single numbers: each step takes
    one instruction a row, where numbers taken one by one take LANES.
    """

    def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        x, ldx, factor, target, ldt = arguments

        def line(start: Any, apart: Any, row: int) -> Any:
            return _pointer(builder, start, builder.mul(apart, _LONG(4 * row)))

        rows = [builder.load(line(x, ldx, row), align=4) for row in range(LANES)]
        side = LANES // 2
        while side:
            above = [lane if not lane & side else LANES + lane - side for lane in range(LANES)]
            below = [lane + side if not lane & side else LANES + lane for lane in range(LANES)]
            for row in range(LANES):
                if not row & side:
                    pair = rows[row], rows[row + side]
                    rows[row], rows[row + side] = _picked(builder, *pair, above), _picked(builder, *pair, below)
            side //= 2
        factors = _everywhere(builder, factor)
        for row, numbers in enumerate(rows):
            builder.store(builder.fmul(numbers, factors), line(target, ldt, row), align=4)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.float32, types.int64, types.int64), code


def tile(rows: int) -> Any:
    """tile(x, ldx, step, panel, ldp, k, start, lds, out, ldo, ahead): out = x [rows, k] · panel [k, TILE_COLUMNS] + start.

    All by address; ld…: numbers from one row to the next, 0 to add the same numbers to each row; `step`: numbers from one column
    of x to the next. Each number of `out` stays in a register until it is finished, and each of `panel` is read once for `rows`
    multiply-adds. The terms are added in the order of k, so a number does not depend on the tile in which it was computed.
    What comes from memory is asked for beforehand: the rows of `out`, written last; what lies `ahead` bytes behind each row of the
    panel, usually the next panel; and the next cache line of x, which is another one in each step where x is read turned.
    """
    number, vector, long = ir.FloatType(), _VECTOR, _LONG
    parts = range(TILE_COLUMNS // LANES)

    @intrinsic
    def multiply(
        _typing: Any,
        _x: Any,
        _ldx: Any,
        _step: Any,
        _panel: Any,
        _ldp: Any,
        _k: Any,
        _start: Any,
        _lds: Any,
        _out: Any,
        _ldo: Any,
        _ahead: Any,
    ) -> Any:
        def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            x, ldx, step, panel, ldp, k, start, lds, out, ldo, ahead = arguments
            function = ir.FunctionType(vector, [vector] * 3)
            fused = get_or_insert_function(builder.module, function, f"llvm.fma.v{LANES}f32")  # type: ignore[no-untyped-call]

            def read(where: Any) -> Any:
                found = builder.load(where)
                found.align = 4
                return found

            def places(base: Any, apart: Any) -> list[Any]:
                return [
                    _pointer(builder, base, builder.add(builder.mul(apart, long(4 * row)), long(4 * LANES * part)))
                    for row in range(rows)
                    for part in parts
                ]

            lines = [builder.add(x, builder.mul(ldx, long(4 * row))) for row in range(rows)]
            along, down = builder.mul(step, long(4)), builder.mul(ldp, long(4))
            for row in range(rows):
                for byte in range(0, 4 * TILE_COLUMNS, _LINE):
                    place = builder.add(out, builder.add(builder.mul(ldo, long(4 * row)), long(byte)))
                    _prefetch(builder, place, to_write=True)
            before, loop, end = builder.block, builder.append_basic_block("loop"), builder.append_basic_block("end")
            builder.branch(loop)
            builder.position_at_end(loop)
            i, column, line = builder.phi(long), builder.phi(long), builder.phi(long)
            sums = [builder.phi(vector) for _ in range(rows) for _ in parts]
            weights = [read(_pointer(builder, line, long(4 * LANES * part))) for part in parts]
            for part in parts:
                _prefetch(builder, builder.add(line, builder.add(ahead, long(4 * LANES * part))))
            _prefetch(builder, builder.add(lines[0], builder.add(column, long(_LINE))))
            after = []
            for row in range(rows):
                same = _everywhere(builder, read(_pointer(builder, lines[row], column, number)))
                after += [builder.call(fused, [same, weights[part], sums[len(parts) * row + part]]) for part in parts]
            following = [builder.add(i, long(1)), builder.add(column, along), builder.add(line, down)]
            zeros = [ir.Constant(vector, [0.0] * LANES)] * len(sums)
            carried, beginning = [i, column, line, *sums], [long(0), long(0), panel, *zeros]
            for phi, early, late in zip(carried, beginning, [*following, *after], strict=True):
                phi.add_incoming(early, before)
                phi.add_incoming(late, loop)
            builder.cbranch(builder.icmp_signed("<", following[0], k), loop, end)
            builder.position_at_end(end)
            for place, first, result in zip(places(out, ldo), places(start, lds), after, strict=True):
                builder.store(builder.fadd(read(first), result), place).align = 4
            return context.get_dummy_value()

        return types.void(*[types.int64] * 11), code

    return multiply
