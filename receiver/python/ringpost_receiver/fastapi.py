"""`app.post("/hooks")(endpoint(Receiver(...)))`, for FastAPI and Starlette."""

from __future__ import annotations

from typing import Awaitable, Callable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from .receiver import Receiver


def endpoint(receiver: Receiver) -> Callable[[Request], Awaitable[Response]]:
    """`handle` runs in a thread, so it may wait."""

    async def webhook(request: Request) -> Response:
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > receiver.body_bytes_max:
                break
        headers = [(name.decode("latin-1"), each.decode("latin-1")) for name, each in request.headers.raw]
        status = await run_in_threadpool(receiver.answer, headers, body, request.method)
        return Response(status_code=status)

    # FastAPI reads the types of a route when it is added.
    webhook.__annotations__ = {"request": Request, "return": Response}
    return webhook
