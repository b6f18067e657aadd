"""Every vector of the contract. Prints `ran N vectors` and ends with 0 if each is judged right."""

from __future__ import annotations

import base64
import json
import pathlib
import sys
import tempfile
from dataclasses import asdict

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from ringpost_receiver import (  # noqa: E402
    CallLog,
    Event,
    InvalidWebhook,
    KeySet,
    MemoryStore,
    OrderGuard,
    Payload,
    SqliteStore,
    has_errors,
    read_call_log,
    verify,
)
from ringpost_receiver.transport import Response  # noqa: E402

OPTIONS = {
    "signingSecret": "signing_secret",
    "bearerToken": "bearer_token",
    "signatureFormat": "signature_format",
    "endpointId": "endpoint_id",
    "contentKey": "content_key",
    "toleranceS": "tolerance_s",
    "acceptUnsignedIdentity": "accept_unsigned_identity",
}


def judge_verify(case, file):
    options = {OPTIONS[name]: value for name, value in case["options"].items() if name != "keys"}
    if "keys" in case["options"]:
        options["keys"] = [file["keys"][name] for name in case["options"]["keys"]]
    body = base64.b64decode(case["body"]) * case.get("bodyTimes", 1)
    try:
        event = verify(case["headers"], body, now_ms=lambda: case["nowMs"], **options)
    except InvalidWebhook as invalid:
        status = invalid.answer_status
        return {"kind": "invalid", "reason": invalid.reason, "answerStatus": status}
    except ValueError:
        return {"kind": "mistake"}
    facts = asdict(event)
    payload = {name: value for name, value in facts.pop("payload").items() if value is not None}
    if "errors" in payload:
        payload["errors"] = list(payload["errors"])
    renamed = {camel(name): value for name, value in facts.items()}
    return {
        "kind": "valid",
        "event": {**renamed, "hasErrors": has_errors(event), "payload": payload},
    }


def camel(name):
    first, *others = name.split("_")
    return first + "".join(other.capitalize() for other in others)


class Failure(Exception):
    pass


def judge_order(case, store):
    missed = []
    guard = OrderGuard(store, lambda _event, count: missed.append(count))
    said = []
    for step in case["steps"]:
        missed.clear()

        def handle(_event):
            if step["fails"]:
                raise Failure

        payload = Payload("other", "", {"callId": step["callId"]})
        names = (step["webhookId"], step["endpointId"], "E", 1, step["sequence"], step["reopened"])
        try:
            outcome = guard.run(Event(*names, None, "signed", payload), handle)
        except Failure:
            said.append({"outcome": "failed", "missed": 0})
        else:
            said.append({"outcome": outcome, "missed": sum(missed)})
    return said


def judge_keys(case):
    state = {"now": 0, "answer": None, "fetches": 0}

    def fetch(url, _headers, _bytes_max, _seconds):
        assert url == case["url"]
        state["fetches"] += 1
        answer = state["answer"]
        if answer is None:
            raise ConnectionError("nothing answers")
        body = answer["body"].ljust(answer.get("padTo", 0))
        return Response(answer["status"], body.encode())

    try:
        keys = KeySet(
            case["url"],
            allow_http=case.get("allowHttp", False),
            fetch=fetch,
            now_ms=lambda: state["now"],
        )
    except ValueError:
        return "mistake"
    said = []
    for step in case["steps"]:
        state.update(now=step["atMs"], answer=step["answer"])
        kind = keys.lookup(step["kid"]).kind
        said.append({"expected": kind, "fetches": state["fetches"]})
    return said


def judge_log(case):
    asked, waits, clock = [], [], [0.0]

    def fetch(url, headers, _bytes_max, _seconds):
        assert headers["authorization"] == "Bearer rp_key"
        answer = case["answers"][min(len(asked), len(case["answers"]) - 1)]
        asked.append(url)
        if answer["status"] == 0:
            raise ConnectionError("nothing answers")
        return Response(answer["status"], answer.get("body", "").encode(), answer.get("retryAfter"))

    def sleep(seconds):
        waits.append(seconds)
        clock[0] += seconds

    limits = {name: case[name] for name in ("attempts", "seconds") if name in case}
    found = read_call_log(
        "https://calls.example.com/",
        "rp_key",
        case["callId"],
        fetch=fetch,
        now=lambda: clock[0],
        sleep=sleep,
        **limits,
    )
    if isinstance(found, CallLog):
        result = {"kind": "log", "log": found.log}
    else:
        result = {"kind": "none", "reason": found.reason}
    return {"result": result, "waits": waits, "paths": sorted(set(asked)), "count": len(asked)}


def judged(file, case):
    """What the package says, and what is expected."""
    kind = file["kind"]
    if kind == "verify":
        return judge_verify(case, file), case["expected"]
    if kind == "order":
        expected = [step["expected"] for step in case["steps"]]
        said = judge_order(case, MemoryStore(case.get("capacity", 100_000)))
        if said == expected and "capacity" not in case:
            with tempfile.TemporaryDirectory() as folder:
                store = SqliteStore(f"{folder}/order.db")
                said = judge_order(case, store)
                store.close()
        return said, expected
    if kind == "key-set":
        if case.get("isMistake"):
            return judge_keys(case), "mistake"
        names = ("expected", "fetches")
        return judge_keys(case), [{name: step[name] for name in names} for step in case["steps"]]
    expected = {
        "result": case["expected"],
        "waits": case["waits"],
        "paths": [f"https://calls.example.com{case['path']}"],
        "count": len(case["waits"]) + 1,
    }
    return judge_log(case), expected


def main():
    ran, failed = 0, 0
    for path in sorted((HERE.parent.parent / "vectors").glob("*.json")):
        file = json.loads(path.read_text("utf-8"))
        for case in file["cases"]:
            ran += 1
            said, expected = judged(file, case)
            if said != expected:
                failed += 1
                print(f"FAILED {path.stem}: {case['name']}\n  said {said}\n  expected {expected}")
    print(f"ran {ran} vectors, {failed} failed")
    sys.exit(1 if failed or not ran else 0)


if __name__ == "__main__":
    main()
