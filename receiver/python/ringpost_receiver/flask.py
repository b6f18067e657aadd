"""`app.post("/hooks")(view(Receiver(...)))`, for Flask."""

from __future__ import annotations

from typing import Callable

from flask import Response, request

from .receiver import Receiver


def view(receiver: Receiver, name: str = "ringpost_webhook") -> Callable[[], Response]:
    """`name`: of the endpoint in Flask; one of its own for each view."""

    def webhook() -> Response:
        body = request.stream.read(receiver.body_bytes_max + 1)
        headers = list(request.headers.items())
        return Response(status=receiver.answer(headers, body, request.method))

    webhook.__name__ = name
    return webhook
