"""A client of the API of Ringpost: `Client`, `ApiError` and a class for each code."""
from .api_error import ApiError, ConnectionFailed
from .client import Client
from .generated import *  # noqa: F401,F403: a class for each code
from .generated import ERROR_CLASSES

__all__ = ["ApiError", "Client", "ConnectionFailed", "ERROR_CLASSES", *sorted(
    each.__name__ for each in ERROR_CLASSES.values())]
