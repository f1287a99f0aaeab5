"""A second device that is no GPU: tensors sent to it lie on the CPU, but mix with no other tensor.

    with far_device() as far:
        ... module.to(far), tensor.to(far), torch.zeros(3, device=far) ...

PyTorch has no GPU in the tests. Here an operation on tensors of both devices fails as it does
there, and so does `numpy()` of a far tensor; results are those of the CPU, to the bit. To PyTorch
the far device is "meta", of which it knows that it has no storage.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch.utils._python_dispatch import TorchDispatchMode, return_and_correct_aliasing
from torch.utils._pytree import tree_leaves, tree_map

__all__ = ["far_device"]

_FAR = torch.device("meta")
_OPS = torch.ops.aten
#: What may read one device and write the other.
_MOVES = (_OPS._to_copy.default, _OPS.copy_.default)


class FarTensor(torch.Tensor):
    """A tensor on the far device; `near` holds its values."""

    @staticmethod
    def __new__(cls, near):
        return torch.Tensor._make_wrapper_subclass(
            cls,
            near.shape,
            strides=near.stride(),
            storage_offset=near.storage_offset(),
            dtype=near.dtype,
            layout=near.layout,
            device=_FAR,
            requires_grad=near.requires_grad,
        )

    def __init__(self, near):
        self.near = near

    def __repr__(self):
        return f"FarTensor({self.near})"

    @classmethod
    def __torch_dispatch__(cls, function, types, args=(), kwargs=None):
        return _run(function, args, kwargs or {})


class _Watch(TorchDispatchMode):
    """Also watches what makes tensors of none."""

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        return _run(function, args, kwargs or {})


def _run(function, args, kwargs):
    given = [each for each in tree_leaves((args, kwargs)) if isinstance(each, torch.Tensor)]
    far = [each for each in given if isinstance(each, FarTensor)]
    # A number of the CPU may be used everywhere.
    near = [each for each in given if not isinstance(each, FarTensor) and each.dim()]
    if far and near and function not in _MOVES:
        raise RuntimeError(f"{function}: tensors on two devices")
    wanted = kwargs.get("device")
    stays_far = bool(far) if wanted is None else torch.device(wanted).type == _FAR.type
    generators = [each for each in tree_leaves((args, kwargs)) if isinstance(each, torch.Generator)]
    if generators and (far or stays_far):
        raise RuntimeError(f"{function}: a generator of the CPU draws on the far device")
    if function is _OPS.copy_.default:
        stays_far = isinstance(args[0], FarTensor)
    if wanted is not None:
        kwargs = {**kwargs, "device": torch.device("cpu")}
    out = function(*tree_map(_near, args), **tree_map(_near, kwargs))
    if stays_far:
        out = tree_map(lambda x: FarTensor(x) if isinstance(x, torch.Tensor) else x, out)
    if not far or function is _OPS._to_copy.default:
        return out
    return return_and_correct_aliasing(function, args, kwargs, out)


def _near(value):
    return value.near if isinstance(value, FarTensor) else value


@contextmanager
def far_device() -> Iterator[torch.device]:
    """The far device, while it is there."""
    with _Watch():
        yield _FAR
