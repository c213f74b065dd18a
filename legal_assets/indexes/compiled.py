"""Compiling functions of loops over arrays.

Belongs here: the one way this project compiles. Does not belong here: such functions themselves. Importing
this module imports Numba; so only modules of compiled functions import it, and those are imported where they
are called.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numba

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def compiled(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compile a function on its first call, keep the machine code beside its source, run it without the GIL.

    Arithmetic stays IEEE: no reordering of sums, no fused multiply-add, so that scores do not depend on the
    machine.
    """
    return cast(Callable[Parameters, Result], numba.njit(cache=True, nogil=True)(function))
