"""Locks that a forked child can take.

A child has only the thread that forked: what another thread has locked at that moment stays locked
in the child, which would wait for ever. Objects with locks are therefore registered here; their
locks are taken before each fork and released after it, in the parent and in the child.
"""

# The lock of logging is also held during forks, and threads take it after ours. Functions that are
# registered last are called first before a fork, so logging must register before `_before_fork`.
import logging  # noqa: F401
import os
from contextlib import ExitStack
from threading import Lock, RLock
from typing import Protocol
from weakref import WeakSet


class HoldsLocks(Protocol):
    """An object whose lock is held during forks."""

    def hold_during_fork(self, held: ExitStack) -> None:
        """Take the lock, and let a stack release it."""


_outer: WeakSet[HoldsLocks] = WeakSet()
_inner: WeakSet[HoldsLocks] = WeakSet()
# Held by the thread that forks; other threads that want to fork wait for it.
_forking = RLock()
# Held by the thread that reads or changes the sets, which takes no other lock meanwhile.
_registering = Lock()
_held = ExitStack()


def register(holder: HoldsLocks, *, inner: bool = False) -> None:
    """Let the lock of an object be held during forks, as long as the object exists.

    Parameters
    ----------
    holder : HoldsLocks
    inner : bool
        Whether threads take its lock while they hold that of another object. Before a fork, the
        lock is then taken after those of other objects.
    """
    with _registering:
        (_inner if inner else _outer).add(holder)


def _before_fork() -> None:
    _forking.acquire()
    with _registering:
        holders = *_outer, *_inner
    for holder in holders:
        holder.hold_during_fork(_held)
    _held.enter_context(_registering)


def _after_fork() -> None:
    _held.close()
    _forking.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_before_fork, after_in_parent=_after_fork, after_in_child=_after_fork
    )
