"""Functions that workers call, in a module of their own: a worker imports nothing else for them."""

import errno
import os
import time
import warnings
from pathlib import Path

from rte_baselines.core.advice import how_to_state
from rte_baselines.core.errors import InputError, InputWarning
from rte_baselines.core.files.paths import filling_temporary_files


def calls(count):
    return [(f"call {number}", (number,)) for number in range(count)]


def negated(number):
    return -number


def process(_number):
    return os.getpid()


def refused(number):
    raise InputError(f"{number} is too many")


def warned(number):
    warnings.warn(f"{number // 2} is unusual", InputWarning, stacklevel=1)


def advised(_number):
    return how_to_state("in_order=True", "--in-order")


def waited(seconds):
    time.sleep(seconds)
    return seconds


def write_slowly(path):
    with Path(path).open("w") as file:
        file.write("beginning")
        file.flush()
        time.sleep(0.3)
        file.write(" and end")


def filled_up(_number):
    with filling_temporary_files():
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def lethal(_number):
    os._exit(9)


def killed(_number):
    os.kill(os.getpid(), 9)
