"""The adapters in the real frameworks, where these are installed. Prints a line for each."""

from __future__ import annotations

import base64
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from ringpost_receiver import Receiver  # noqa: E402

VECTORS = json.loads((HERE.parent.parent / "vectors/signature.json").read_text("utf-8"))
CASE = next(case for case in VECTORS["cases"] if case["name"] == "valid")
HEADERS = dict(CASE["headers"])
BODY = base64.b64decode(CASE["body"])
BIG = b"x" * 262_145
EXPECTED = [204, 204, 401, 413]


def receiver(handled):
    return Receiver(
        lambda event: handled.append(event.event),
        keys=[VECTORS["keys"]["first"]],
        now_ms=lambda: CASE["nowMs"],
    )


def judge(name, post):
    """A webhook, the same again, another body, too big a body."""
    handled = []
    send = post(receiver(handled))
    statuses = [send(body) for body in (BODY, BODY, BODY + b" ", BIG)]
    assert statuses == EXPECTED, (name, statuses)
    assert handled == ["OUTBOUND_CALL_COMPLETED"], (name, handled)
    print(f"{name} ok")


def fastapi(of):
    from fastapi import FastAPI
    from fastapi.testclient import TestClient
    from ringpost_receiver.fastapi import endpoint

    app = FastAPI()
    app.post("/hooks")(endpoint(of))
    client = TestClient(app)
    return lambda body: client.post("/hooks", headers=HEADERS, content=body).status_code


def flask(of):
    from flask import Flask
    from ringpost_receiver.flask import view

    app = Flask("adapters")
    app.post("/hooks")(view(of))
    client = app.test_client()
    return lambda body: client.post("/hooks", headers=HEADERS, data=body).status_code


def django(of):
    from django.conf import settings
    from django.urls import path

    settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"])
    import django as framework
    from django.test import Client
    from ringpost_receiver.django import view

    framework.setup()
    globals()["urlpatterns"] = [path("hooks", view(of))]
    client = Client(enforce_csrf_checks=True)
    headers = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in HEADERS.items()}
    kind = "application/json"
    return lambda body: client.post("/hooks", body, content_type=kind, **headers).status_code


for each in (fastapi, flask, django):
    try:
        __import__(each.__name__)
    except ImportError:
        print(f"{each.__name__} is not installed")
        continue
    judge(each.__name__, each)
