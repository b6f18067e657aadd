"""`path("hooks", view(Receiver(...)))`, for Django; exempt from CSRF, as it is signed."""

from __future__ import annotations

from typing import Callable

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from .receiver import Receiver


def view(receiver: Receiver) -> Callable[[HttpRequest], HttpResponse]:
    @csrf_exempt
    def webhook(request: HttpRequest) -> HttpResponse:
        body = request.read(receiver.body_bytes_max + 1)
        headers = list(request.headers.items())
        return HttpResponse(status=receiver.answer(headers, body, request.method or ""))

    return webhook
