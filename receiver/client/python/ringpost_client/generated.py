"""Made by test/client/generate.ts from the OpenAPI document."""

from __future__ import annotations

from typing import Any, Iterator, Optional

from .api_error import ApiError


class MalformedRequestError(ApiError):
    """The request is not valid HTTP."""


class MalformedJsonError(ApiError):
    """The body is not valid JSON."""


class MalformedFormError(ApiError):
    """The body is not a valid form."""


class InvalidParameterError(ApiError):
    """A path or query parameter is wrong."""


class UnauthenticatedError(ApiError):
    """No valid API key, and not signed in."""


class SignInFailedError(ApiError):
    """The e-mail or the password is wrong."""


class SecondFactorRequiredError(ApiError):
    """The code of the second factor is missing."""


class ForbiddenError(ApiError):
    """The scope or the role is not enough."""


class ProjectSuspendedError(ApiError):
    """The project is suspended."""


class SecondFactorMissingError(ApiError):
    """The project asks for a second factor."""


class ReauthenticationRequiredError(ApiError):
    """Prove again who you are."""


class NotSameOriginError(ApiError):
    """The request comes from another site."""


class SignatureInvalidError(ApiError):
    """The signature does not match."""


class NotFoundError(ApiError):
    """There is nothing here."""


class CallLogNotFoundError(ApiError):
    """There is no log of the call."""


class AcwRunNotFoundError(ApiError):
    """The agent has no open run for the call."""


class MethodNotAllowedError(ApiError):
    """The method is not supported here."""


class RequestTimeoutError(ApiError):
    """The request came too slowly."""


class DirectionChangedError(ApiError):
    """The direction of a call cannot change."""


class ReportIdReusedError(ApiError):
    """The report id was used for another report."""


class EndpointDisabledError(ApiError):
    """The endpoint is disabled."""


class DeliveryStateError(ApiError):
    """The state of the delivery does not allow this."""


class PasskeysUnavailableError(ApiError):
    """Passkeys cannot be used at this address."""


class StateConflictError(ApiError):
    """The present state does not allow this."""


class ProjectLimitReachedError(ApiError):
    """A limit of the project is reached."""


class AcwResultExistsError(ApiError):
    """The run has another result."""


class AcwRunClosedError(ApiError):
    """The run has ended."""


class IdempotencyKeyRunningError(ApiError):
    """The first request of this key still runs."""


class IdempotencyKeyLostError(ApiError):
    """The answer to this key was not kept."""


class CallRemovedError(ApiError):
    """The call was removed."""


class PreconditionFailedError(ApiError):
    """It was changed meanwhile."""


class BodyTooLargeError(ApiError):
    """The body is too large."""


class UriTooLongError(ApiError):
    """The address is too long."""


class MediaTypeError(ApiError):
    """The content type is not supported."""


class ExpectationFailedError(ApiError):
    """The expectation cannot be met."""


class MisdirectedRequestError(ApiError):
    """The request names another host."""


class InvalidInputError(ApiError):
    """The input breaks a rule."""


class IdempotencyKeyReusedError(ApiError):
    """The key was used for another request."""


class DirectionRequiredError(ApiError):
    """The first report must state the direction."""


class StatusNotForDirectionError(ApiError):
    """The status does not exist for the direction."""


class TargetRefusedError(ApiError):
    """The target may not be called."""


class LimitReachedError(ApiError):
    """A limit is reached."""


class HeadersTooLargeError(ApiError):
    """The headers are too large."""


class RateLimitedError(ApiError):
    """Too many requests."""


class InternalError(ApiError):
    """The service failed."""


class StorageFullError(ApiError):
    """The disk is full."""


class StorageUnavailableError(ApiError):
    """The store cannot be written."""


class OverloadedError(ApiError):
    """Too much is waiting to be written."""


class NotReadyError(ApiError):
    """The service is not ready."""


class ShuttingDownError(ApiError):
    """The service is shutting down."""


ERROR_CLASSES = {
    "MALFORMED_REQUEST": MalformedRequestError,
    "MALFORMED_JSON": MalformedJsonError,
    "MALFORMED_FORM": MalformedFormError,
    "INVALID_PARAMETER": InvalidParameterError,
    "UNAUTHENTICATED": UnauthenticatedError,
    "SIGN_IN_FAILED": SignInFailedError,
    "SECOND_FACTOR_REQUIRED": SecondFactorRequiredError,
    "FORBIDDEN": ForbiddenError,
    "PROJECT_SUSPENDED": ProjectSuspendedError,
    "SECOND_FACTOR_MISSING": SecondFactorMissingError,
    "REAUTHENTICATION_REQUIRED": ReauthenticationRequiredError,
    "NOT_SAME_ORIGIN": NotSameOriginError,
    "SIGNATURE_INVALID": SignatureInvalidError,
    "NOT_FOUND": NotFoundError,
    "CALL_LOG_NOT_FOUND": CallLogNotFoundError,
    "ACW_RUN_NOT_FOUND": AcwRunNotFoundError,
    "METHOD_NOT_ALLOWED": MethodNotAllowedError,
    "REQUEST_TIMEOUT": RequestTimeoutError,
    "DIRECTION_CHANGED": DirectionChangedError,
    "REPORT_ID_REUSED": ReportIdReusedError,
    "ENDPOINT_DISABLED": EndpointDisabledError,
    "DELIVERY_STATE": DeliveryStateError,
    "PASSKEYS_UNAVAILABLE": PasskeysUnavailableError,
    "STATE_CONFLICT": StateConflictError,
    "PROJECT_LIMIT_REACHED": ProjectLimitReachedError,
    "ACW_RESULT_EXISTS": AcwResultExistsError,
    "ACW_RUN_CLOSED": AcwRunClosedError,
    "IDEMPOTENCY_KEY_RUNNING": IdempotencyKeyRunningError,
    "IDEMPOTENCY_KEY_LOST": IdempotencyKeyLostError,
    "CALL_REMOVED": CallRemovedError,
    "PRECONDITION_FAILED": PreconditionFailedError,
    "BODY_TOO_LARGE": BodyTooLargeError,
    "URI_TOO_LONG": UriTooLongError,
    "MEDIA_TYPE": MediaTypeError,
    "EXPECTATION_FAILED": ExpectationFailedError,
    "MISDIRECTED_REQUEST": MisdirectedRequestError,
    "INVALID_INPUT": InvalidInputError,
    "IDEMPOTENCY_KEY_REUSED": IdempotencyKeyReusedError,
    "DIRECTION_REQUIRED": DirectionRequiredError,
    "STATUS_NOT_FOR_DIRECTION": StatusNotForDirectionError,
    "TARGET_REFUSED": TargetRefusedError,
    "LIMIT_REACHED": LimitReachedError,
    "HEADERS_TOO_LARGE": HeadersTooLargeError,
    "RATE_LIMITED": RateLimitedError,
    "INTERNAL": InternalError,
    "STORAGE_FULL": StorageFullError,
    "STORAGE_UNAVAILABLE": StorageUnavailableError,
    "OVERLOADED": OverloadedError,
    "NOT_READY": NotReadyError,
    "SHUTTING_DOWN": ShuttingDownError,
}


class Operations:
    """Every operation of the API, by its name in snake case."""

    def _call(self, operation: dict[str, Any], **parts: Any) -> Any:
        raise NotImplementedError

    def _pages(self, operation: dict[str, Any], **parts: Any) -> Iterator[Any]:
        raise NotImplementedError

    def get_openapi(self) -> Any:
        """This document"""
        return self._call({"method": "GET", "path": "/openapi.json", "keyed": False, "body": None, "answer": "json"}, path={}, query={})

    def report_call(self, call_id: Any, body: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Report a status of a call, errors of it, or both"""
        return self._call({"method": "POST", "path": "/v1/calls/{callId}/reports", "keyed": True, "body": "json", "answer": "json"}, path={"callId": call_id}, query={}, body=body, idempotency_key=idempotency_key)

    def report_calls(self, body: Any) -> Any:
        """Report up to 1,000 statuses of any calls at once"""
        return self._call({"method": "POST", "path": "/v1/reports", "keyed": False, "body": "json", "answer": "json"}, path={}, query={}, body=body)

    def ingest_callback(self, adapter: Any, source_id: Any, body: Any) -> Any:
        """Receive a callback of a telephony platform"""
        return self._call({"method": "POST", "path": "/v1/ingest/{adapter}/{sourceId}", "keyed": False, "body": "form", "answer": "json"}, path={"adapter": adapter, "sourceId": source_id}, query={}, body=body)

    def ingest_query(self, adapter: Any, source_id: Any) -> Any:
        """Receive a callback of a platform that calls with GET, or a try of the address"""
        return self._call({"method": "GET", "path": "/v1/ingest/{adapter}/{sourceId}", "keyed": False, "body": None, "answer": "json"}, path={"adapter": adapter, "sourceId": source_id}, query={})

    def try_source(self, id: Any, body: Any) -> Any:
        """What a source would make of a sample of a request, line by line"""
        return self._call({"method": "POST", "path": "/v1/sources/{id}/try", "keyed": False, "body": "json", "answer": "json"}, path={"id": id}, query={}, body=body)

    def list_calls(self, *, cursor: Any = None, limit: Any = None, direction: Any = None, status: Any = None, not_status: Any = None, errors: Any = None, stale: Any = None, client_id: Any = None, call_sid: Any = None, number: Any = None, tag: Any = None, not_client_id: Any = None, not_call_sid: Any = None, from_: Any = None, to: Any = None) -> Any:
        """Calls, the newest first"""
        return self._call({"method": "GET", "path": "/v1/calls", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit, "direction": direction, "status": status, "notStatus": not_status, "errors": errors, "stale": stale, "clientId": client_id, "callSid": call_sid, "number": number, "tag": tag, "notClientId": not_client_id, "notCallSid": not_call_sid, "from": from_, "to": to})

    def each_calls(self, *, cursor: Any = None, limit: Any = None, direction: Any = None, status: Any = None, not_status: Any = None, errors: Any = None, stale: Any = None, client_id: Any = None, call_sid: Any = None, number: Any = None, tag: Any = None, not_client_id: Any = None, not_call_sid: Any = None, from_: Any = None, to: Any = None) -> Iterator[Any]:
        """Every record of all pages: Calls, the newest first"""
        return self._pages({"method": "GET", "path": "/v1/calls", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit, "direction": direction, "status": status, "notStatus": not_status, "errors": errors, "stale": stale, "clientId": client_id, "callSid": call_sid, "number": number, "tag": tag, "notClientId": not_client_id, "notCallSid": not_call_sid, "from": from_, "to": to})

    def get_call(self, call_id: Any) -> Any:
        """A call with its timeline: reports, transitions, firings, deliveries, attempts"""
        return self._call({"method": "GET", "path": "/v1/calls/{callId}", "keyed": False, "body": None, "answer": "json"}, path={"callId": call_id}, query={})

    def delete_call(self, call_id: Any) -> Any:
        """Delete everything that is kept of a call"""
        return self._call({"method": "DELETE", "path": "/v1/calls/{callId}", "keyed": False, "body": None, "answer": "none"}, path={"callId": call_id}, query={})

    def explain_call(self, call_id: Any, *, endpoint_id: Any = None) -> Any:
        """Why an endpoint did or did not get a delivery for a call"""
        return self._call({"method": "GET", "path": "/v1/calls/{callId}/explain", "keyed": False, "body": None, "answer": "json"}, path={"callId": call_id}, query={"endpointId": endpoint_id})

    def list_deliveries(self, *, cursor: Any = None, limit: Any = None, call_id: Any = None, endpoint_id: Any = None, trigger: Any = None, class_: Any = None, state: Any = None, not_state: Any = None, not_endpoint_id: Any = None, not_trigger: Any = None, attempts_min: Any = None, from_: Any = None, to: Any = None) -> Any:
        """Deliveries, the newest first"""
        return self._call({"method": "GET", "path": "/v1/deliveries", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit, "callId": call_id, "endpointId": endpoint_id, "trigger": trigger, "class": class_, "state": state, "notState": not_state, "notEndpointId": not_endpoint_id, "notTrigger": not_trigger, "attemptsMin": attempts_min, "from": from_, "to": to})

    def each_deliveries(self, *, cursor: Any = None, limit: Any = None, call_id: Any = None, endpoint_id: Any = None, trigger: Any = None, class_: Any = None, state: Any = None, not_state: Any = None, not_endpoint_id: Any = None, not_trigger: Any = None, attempts_min: Any = None, from_: Any = None, to: Any = None) -> Iterator[Any]:
        """Every record of all pages: Deliveries, the newest first"""
        return self._pages({"method": "GET", "path": "/v1/deliveries", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit, "callId": call_id, "endpointId": endpoint_id, "trigger": trigger, "class": class_, "state": state, "notState": not_state, "notEndpointId": not_endpoint_id, "notTrigger": not_trigger, "attemptsMin": attempts_min, "from": from_, "to": to})

    def get_delivery(self, id: Any) -> Any:
        """A delivery with its body and attempts"""
        return self._call({"method": "GET", "path": "/v1/deliveries/{id}", "keyed": False, "body": None, "answer": "json"}, path={"id": id}, query={})

    def retry_delivery(self, id: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """One more attempt, with the same ids and body"""
        return self._call({"method": "POST", "path": "/v1/deliveries/{id}/retry", "keyed": True, "body": None, "answer": "json"}, path={"id": id}, query={}, idempotency_key=idempotency_key)

    def cancel_delivery(self, id: Any, *, body: Any = None, idempotency_key: Optional[str] = None) -> Any:
        """Give an open delivery up; its lane goes on"""
        return self._call({"method": "POST", "path": "/v1/deliveries/{id}/cancel", "keyed": True, "body": "json", "answer": "json"}, path={"id": id}, query={}, body=body, idempotency_key=idempotency_key)

    def retry_deliveries(self, body: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """One more attempt for every closed delivery that matches"""
        return self._call({"method": "POST", "path": "/v1/deliveries/retry", "keyed": True, "body": "json", "answer": "json"}, path={}, query={}, body=body, idempotency_key=idempotency_key)

    def replay_delivery(self, id: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """The same firing again, as a new delivery"""
        return self._call({"method": "POST", "path": "/v1/deliveries/{id}/replay", "keyed": True, "body": None, "answer": "json"}, path={"id": id}, query={}, idempotency_key=idempotency_key)

    def replay_call(self, call_id: Any, *, body: Any = None, idempotency_key: Optional[str] = None) -> Any:
        """Send the firings of a call again, to some or all endpoints"""
        return self._call({"method": "POST", "path": "/v1/calls/{callId}/replay", "keyed": True, "body": "json", "answer": "json"}, path={"callId": call_id}, query={}, body=body, idempotency_key=idempotency_key)

    def skip_lane_head(self, id: Any, call_id: Any, body: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Give up the delivery that blocks a lane, so that the next one goes"""
        return self._call({"method": "POST", "path": "/v1/endpoints/{id}/lanes/{callId}/skip-head", "keyed": True, "body": "json", "answer": "json"}, path={"id": id, "callId": call_id}, query={}, body=body, idempotency_key=idempotency_key)

    def send_delivery_to_inbox(self, id: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """A copy of the delivery to the local inbox"""
        return self._call({"method": "POST", "path": "/v1/deliveries/{id}/send-to-inbox", "keyed": True, "body": None, "answer": "json"}, path={"id": id}, query={}, idempotency_key=idempotency_key)

    def create_bulk_job(self, body: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """One action on many deliveries, by filter or by ids; calls of a client deleted"""
        return self._call({"method": "POST", "path": "/v1/bulk", "keyed": True, "body": "json", "answer": "json"}, path={}, query={}, body=body, idempotency_key=idempotency_key)

    def list_bulk_jobs(self, *, cursor: Any = None, limit: Any = None) -> Any:
        """Bulk jobs, the newest first"""
        return self._call({"method": "GET", "path": "/v1/bulk", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit})

    def each_bulk_jobs(self, *, cursor: Any = None, limit: Any = None) -> Iterator[Any]:
        """Every record of all pages: Bulk jobs, the newest first"""
        return self._pages({"method": "GET", "path": "/v1/bulk", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit})

    def preview_bulk_job(self, body: Any) -> Any:
        """The number of deliveries, or of a client's calls, that an action would take"""
        return self._call({"method": "POST", "path": "/v1/bulk/preview", "keyed": False, "body": "json", "answer": "json"}, path={}, query={}, body=body)

    def abort_bulk_job(self, id: Any) -> Any:
        """Abort a bulk job; finished items stay done"""
        return self._call({"method": "DELETE", "path": "/v1/bulk/{id}", "keyed": False, "body": None, "answer": "json"}, path={"id": id}, query={})

    def get_bulk_job(self, id: Any) -> Any:
        """A bulk job and its progress"""
        return self._call({"method": "GET", "path": "/v1/bulk/{id}", "keyed": False, "body": None, "answer": "json"}, path={"id": id}, query={})

    def list_bulk_items(self, id: Any, *, cursor: Any = None, limit: Any = None) -> Any:
        """The results of the first 1,000 deliveries of a bulk job"""
        return self._call({"method": "GET", "path": "/v1/bulk/{id}/items", "keyed": False, "body": None, "answer": "json"}, path={"id": id}, query={"cursor": cursor, "limit": limit})

    def each_bulk_items(self, id: Any, *, cursor: Any = None, limit: Any = None) -> Iterator[Any]:
        """Every record of all pages: The results of the first 1,000 deliveries of a bulk job"""
        return self._pages({"method": "GET", "path": "/v1/bulk/{id}/items", "keyed": False, "body": None, "answer": "json"}, path={"id": id}, query={"cursor": cursor, "limit": limit})

    def create_erasure(self, body: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Erase everything of a call, a client or a telephone number"""
        return self._call({"method": "POST", "path": "/v1/erasures", "keyed": True, "body": "json", "answer": "json"}, path={}, query={}, body=body, idempotency_key=idempotency_key)

    def get_erasure(self, id: Any) -> Any:
        """The receipt of an erasure: what was removed so far, by kind"""
        return self._call({"method": "GET", "path": "/v1/erasures/{id}", "keyed": False, "body": None, "answer": "json"}, path={"id": id}, query={})

    def list_issues(self, *, cursor: Any = None, limit: Any = None, status: Any = None, endpoint_id: Any = None, from_: Any = None, to: Any = None) -> Any:
        """Failures grouped by endpoint and class, the latest first"""
        return self._call({"method": "GET", "path": "/v1/issues", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit, "status": status, "endpointId": endpoint_id, "from": from_, "to": to})

    def each_issues(self, *, cursor: Any = None, limit: Any = None, status: Any = None, endpoint_id: Any = None, from_: Any = None, to: Any = None) -> Iterator[Any]:
        """Every record of all pages: Failures grouped by endpoint and class, the latest first"""
        return self._pages({"method": "GET", "path": "/v1/issues", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit, "status": status, "endpointId": endpoint_id, "from": from_, "to": to})

    def get_issue(self, fingerprint: Any) -> Any:
        """An issue with its newest deliveries"""
        return self._call({"method": "GET", "path": "/v1/issues/{fingerprint}", "keyed": False, "body": None, "answer": "json"}, path={"fingerprint": fingerprint}, query={})

    def update_issue(self, fingerprint: Any, body: Any) -> Any:
        """Acknowledge, mute or open an issue, with a note"""
        return self._call({"method": "PATCH", "path": "/v1/issues/{fingerprint}", "keyed": False, "body": "json", "answer": "json"}, path={"fingerprint": fingerprint}, query={}, body=body)

    def list_alerts(self, *, cursor: Any = None, limit: Any = None, state: Any = None, trigger: Any = None, endpoint_id: Any = None) -> Any:
        """What the service found wrong with itself, the newest first"""
        return self._call({"method": "GET", "path": "/v1/alerts", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit, "state": state, "trigger": trigger, "endpointId": endpoint_id})

    def each_alerts(self, *, cursor: Any = None, limit: Any = None, state: Any = None, trigger: Any = None, endpoint_id: Any = None) -> Iterator[Any]:
        """Every record of all pages: What the service found wrong with itself, the newest first"""
        return self._pages({"method": "GET", "path": "/v1/alerts", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit, "state": state, "trigger": trigger, "endpointId": endpoint_id})

    def get_alert(self, id: Any) -> Any:
        """An alert, and which notices of it went where"""
        return self._call({"method": "GET", "path": "/v1/alerts/{id}", "keyed": False, "body": None, "answer": "json"}, path={"id": id}, query={})

    def update_alert(self, id: Any, body: Any) -> Any:
        """Acknowledge or mute an alert, with a note"""
        return self._call({"method": "PATCH", "path": "/v1/alerts/{id}", "keyed": False, "body": "json", "answer": "json"}, path={"id": id}, query={}, body=body)

    def list_maintenance_windows(self, *, cursor: Any = None, limit: Any = None) -> Any:
        """Maintenance windows that have not ended"""
        return self._call({"method": "GET", "path": "/v1/maintenance-windows", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit})

    def each_maintenance_windows(self, *, cursor: Any = None, limit: Any = None) -> Iterator[Any]:
        """Every record of all pages: Maintenance windows that have not ended"""
        return self._pages({"method": "GET", "path": "/v1/maintenance-windows", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit})

    def create_maintenance_window(self, body: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Tell of no alerts for a while; what is still open afterwards is told then"""
        return self._call({"method": "POST", "path": "/v1/maintenance-windows", "keyed": True, "body": "json", "answer": "json"}, path={}, query={}, body=body, idempotency_key=idempotency_key)

    def delete_maintenance_window(self, id: Any) -> Any:
        """End a maintenance window, or call it off"""
        return self._call({"method": "DELETE", "path": "/v1/maintenance-windows/{id}", "keyed": False, "body": None, "answer": "none"}, path={"id": id}, query={})

    def list_endpoints(self, *, cursor: Any = None, limit: Any = None, id: Any = None) -> Any:
        """The endpoints of the project, the oldest first"""
        return self._call({"method": "GET", "path": "/v1/endpoints", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit, "id": id})

    def each_endpoints(self, *, cursor: Any = None, limit: Any = None, id: Any = None) -> Iterator[Any]:
        """Every record of all pages: The endpoints of the project, the oldest first"""
        return self._pages({"method": "GET", "path": "/v1/endpoints", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit, "id": id})

    def create_endpoint(self, body: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Register an endpoint"""
        return self._call({"method": "POST", "path": "/v1/endpoints", "keyed": True, "body": "json", "answer": "json"}, path={}, query={}, body=body, idempotency_key=idempotency_key)

    def get_endpoint(self, id: Any) -> Any:
        """One endpoint"""
        return self._call({"method": "GET", "path": "/v1/endpoints/{id}", "keyed": False, "body": None, "answer": "json"}, path={"id": id}, query={})

    def update_endpoint(self, id: Any, body: Any) -> Any:
        """Change an endpoint"""
        return self._call({"method": "PATCH", "path": "/v1/endpoints/{id}", "keyed": False, "body": "json", "answer": "json"}, path={"id": id}, query={}, body=body)

    def delete_endpoint(self, id: Any) -> Any:
        """Remove an endpoint; its open deliveries are cancelled"""
        return self._call({"method": "DELETE", "path": "/v1/endpoints/{id}", "keyed": False, "body": None, "answer": "none"}, path={"id": id}, query={})

    def check_endpoint(self, body: Any) -> Any:
        """Whether such an endpoint would be accepted, without registering it"""
        return self._call({"method": "POST", "path": "/v1/endpoints/check", "keyed": False, "body": "json", "answer": "json"}, path={}, query={}, body=body)

    def check_endpoint_change(self, id: Any, body: Any) -> Any:
        """Whether a change of an endpoint would be accepted, without making it"""
        return self._call({"method": "POST", "path": "/v1/endpoints/{id}/check", "keyed": False, "body": "json", "answer": "json"}, path={"id": id}, query={}, body=body)

    def enable_endpoint(self, id: Any, body: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Enable an endpoint and say what becomes of its held deliveries"""
        return self._call({"method": "POST", "path": "/v1/endpoints/{id}/enable", "keyed": True, "body": "json", "answer": "json"}, path={"id": id}, query={}, body=body, idempotency_key=idempotency_key)

    def disable_endpoint(self, id: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Disable an endpoint; its deliveries are held from now on, none is lost"""
        return self._call({"method": "POST", "path": "/v1/endpoints/{id}/disable", "keyed": True, "body": None, "answer": "json"}, path={"id": id}, query={}, idempotency_key=idempotency_key)

    def rotate_endpoint_secret(self, id: Any, *, body: Any = None, idempotency_key: Optional[str] = None) -> Any:
        """Give an endpoint with hmac-sha256 another secret"""
        return self._call({"method": "POST", "path": "/v1/endpoints/{id}/rotate-secret", "keyed": True, "body": "json", "answer": "json"}, path={"id": id}, query={}, body=body, idempotency_key=idempotency_key)

    def recover_endpoint(self, id: Any, body: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Send again, in order, the deliveries that were given up since a time"""
        return self._call({"method": "POST", "path": "/v1/endpoints/{id}/recover", "keyed": True, "body": "json", "answer": "json"}, path={"id": id}, query={}, body=body, idempotency_key=idempotency_key)

    def test_endpoint(self, id: Any, *, body: Any = None, idempotency_key: Optional[str] = None) -> Any:
        """Send one sample to the endpoint and see how it answers"""
        return self._call({"method": "POST", "path": "/v1/endpoints/{id}/test", "keyed": True, "body": "json", "answer": "json"}, path={"id": id}, query={}, body=body, idempotency_key=idempotency_key)

    def preview_endpoint(self, body: Any) -> Any:
        """The message that an endpoint of a kind would get for a trigger, without sending"""
        return self._call({"method": "POST", "path": "/v1/endpoints/preview", "keyed": False, "body": "json", "answer": "json"}, path={}, query={}, body=body)

    def probe_endpoint(self, body: Any) -> Any:
        """Whether deliveries could reach an address, without sending a request"""
        return self._call({"method": "POST", "path": "/v1/endpoints/probe", "keyed": False, "body": "json", "answer": "json"}, path={}, query={}, body=body)

    def preview_call(self, call_id: Any, body: Any) -> Any:
        """The message that an endpoint of a kind would get for a past call, without sending"""
        return self._call({"method": "POST", "path": "/v1/calls/{callId}/preview", "keyed": False, "body": "json", "answer": "json"}, path={"callId": call_id}, query={}, body=body)

    def pull_messages(self, id: Any, *, max: Any = None, wait: Any = None, lease: Any = None) -> Any:
        """Fetch messages of a pull endpoint, each under a lease"""
        return self._call({"method": "GET", "path": "/v1/endpoints/{id}/messages", "keyed": False, "body": None, "answer": "json"}, path={"id": id}, query={"max": max, "wait": wait, "lease": lease})

    def acknowledge_messages(self, id: Any, body: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Messages are done; the next of each call may be fetched"""
        return self._call({"method": "POST", "path": "/v1/endpoints/{id}/messages/ack", "keyed": True, "body": "json", "answer": "json"}, path={"id": id}, query={}, body=body, idempotency_key=idempotency_key)

    def fail_messages(self, id: Any, body: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Messages failed; each comes again by the schedule of the endpoint"""
        return self._call({"method": "POST", "path": "/v1/endpoints/{id}/messages/fail", "keyed": True, "body": "json", "answer": "json"}, path={"id": id}, query={}, body=body, idempotency_key=idempotency_key)

    def release_messages(self, id: Any, body: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Give messages back without an attempt; the next consumer gets them"""
        return self._call({"method": "POST", "path": "/v1/endpoints/{id}/messages/release", "keyed": True, "body": "json", "answer": "json"}, path={"id": id}, query={}, body=body, idempotency_key=idempotency_key)

    def put_call_log(self, call_id: Any, body: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Store or replace the log of a call"""
        return self._call({"method": "POST", "path": "/v1/call-logs/{callId}", "keyed": True, "body": "json", "answer": "json"}, path={"callId": call_id}, query={}, body=body, idempotency_key=idempotency_key)

    def get_call_log(self, call_id: Any) -> Any:
        """The log of a call, as it was sent"""
        return self._call({"method": "GET", "path": "/v1/call-logs/{callId}", "keyed": False, "body": None, "answer": "json"}, path={"callId": call_id}, query={})

    def delete_call_log(self, call_id: Any) -> Any:
        """Remove the log of a call, and the results of the built-in agents that quote it"""
        return self._call({"method": "DELETE", "path": "/v1/call-logs/{callId}", "keyed": False, "body": None, "answer": "none"}, path={"callId": call_id}, query={})

    def create_acw_result(self, body: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Record the result of a run: it ends, and ACW_COMPLETED fires"""
        return self._call({"method": "POST", "path": "/v1/acw-results", "keyed": True, "body": "json", "answer": "json"}, path={}, query={}, body=body, idempotency_key=idempotency_key)

    def get_acw_result(self, *, acw_result_id: Any = None) -> Any:
        """The result that ACW_COMPLETED names"""
        return self._call({"method": "GET", "path": "/v1/acw-results", "keyed": False, "body": None, "answer": "json"}, path={}, query={"acwResultId": acw_result_id})

    def list_acw_results(self, call_id: Any, *, cursor: Any = None, limit: Any = None) -> Any:
        """The results of a call, the newest first, without their objects"""
        return self._call({"method": "GET", "path": "/v1/calls/{callId}/acw-results", "keyed": False, "body": None, "answer": "json"}, path={"callId": call_id}, query={"cursor": cursor, "limit": limit})

    def each_acw_results(self, call_id: Any, *, cursor: Any = None, limit: Any = None) -> Iterator[Any]:
        """Every record of all pages: The results of a call, the newest first, without their objects"""
        return self._pages({"method": "GET", "path": "/v1/calls/{callId}/acw-results", "keyed": False, "body": None, "answer": "json"}, path={"callId": call_id}, query={"cursor": cursor, "limit": limit})

    def list_acw_runs(self, *, cursor: Any = None, limit: Any = None, call_id: Any = None, acw_agent_id: Any = None, state: Any = None, from_: Any = None, to: Any = None) -> Any:
        """Runs of agents, the newest first"""
        return self._call({"method": "GET", "path": "/v1/acw-runs", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit, "callId": call_id, "acwAgentId": acw_agent_id, "state": state, "from": from_, "to": to})

    def each_acw_runs(self, *, cursor: Any = None, limit: Any = None, call_id: Any = None, acw_agent_id: Any = None, state: Any = None, from_: Any = None, to: Any = None) -> Iterator[Any]:
        """Every record of all pages: Runs of agents, the newest first"""
        return self._pages({"method": "GET", "path": "/v1/acw-runs", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit, "callId": call_id, "acwAgentId": acw_agent_id, "state": state, "from": from_, "to": to})

    def get_acw_run(self, run_id: Any) -> Any:
        """One run"""
        return self._call({"method": "GET", "path": "/v1/acw-runs/{runId}", "keyed": False, "body": None, "answer": "json"}, path={"runId": run_id}, query={})

    def rerun_acw_run(self, run_id: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """The same launch again, as a new run"""
        return self._call({"method": "POST", "path": "/v1/acw-runs/{runId}/rerun", "keyed": True, "body": None, "answer": "json"}, path={"runId": run_id}, query={}, idempotency_key=idempotency_key)

    def launch_acw_run(self, call_id: Any, body: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Run an agent for a call, subscribed or not"""
        return self._call({"method": "POST", "path": "/v1/calls/{callId}/acw-runs", "keyed": True, "body": "json", "answer": "json"}, path={"callId": call_id}, query={}, body=body, idempotency_key=idempotency_key)

    def list_scorecards(self, *, cursor: Any = None, limit: Any = None) -> Any:
        """The scorecards of the project, the oldest first"""
        return self._call({"method": "GET", "path": "/v1/scorecards", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit})

    def each_scorecards(self, *, cursor: Any = None, limit: Any = None) -> Iterator[Any]:
        """Every record of all pages: The scorecards of the project, the oldest first"""
        return self._pages({"method": "GET", "path": "/v1/scorecards", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit})

    def create_scorecard(self, body: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Make a scorecard"""
        return self._call({"method": "POST", "path": "/v1/scorecards", "keyed": True, "body": "json", "answer": "json"}, path={}, query={}, body=body, idempotency_key=idempotency_key)

    def get_scorecard(self, id: Any, *, revision: Any = None) -> Any:
        """A scorecard in its present or an earlier revision"""
        return self._call({"method": "GET", "path": "/v1/scorecards/{id}", "keyed": False, "body": None, "answer": "json"}, path={"id": id}, query={"revision": revision})

    def update_scorecard(self, id: Any, body: Any) -> Any:
        """Edit a scorecard: a new revision of it"""
        return self._call({"method": "PUT", "path": "/v1/scorecards/{id}", "keyed": False, "body": "json", "answer": "json"}, path={"id": id}, query={}, body=body)

    def delete_scorecard(self, id: Any) -> Any:
        """Remove a scorecard; its revisions stay readable"""
        return self._call({"method": "DELETE", "path": "/v1/scorecards/{id}", "keyed": False, "body": None, "answer": "none"}, path={"id": id}, query={})

    def set_default_scorecard(self, id: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Make it the scorecard of evaluators that name none"""
        return self._call({"method": "POST", "path": "/v1/scorecards/{id}/default", "keyed": True, "body": None, "answer": "json"}, path={"id": id}, query={}, idempotency_key=idempotency_key)

    def try_scorecard(self, body: Any) -> Any:
        """Judge a call by a scorecard, without storing anything"""
        return self._call({"method": "POST", "path": "/v1/scorecards/try", "keyed": False, "body": "json", "answer": "json"}, path={}, query={}, body=body)

    def list_source_adapters(self) -> Any:
        """The platforms that a source can be of, and how each is connected"""
        return self._call({"method": "GET", "path": "/v1/source-adapters", "keyed": False, "body": None, "answer": "json"}, path={}, query={})

    def each_source_adapters(self) -> Iterator[Any]:
        """Every record of all pages: The platforms that a source can be of, and how each is connected"""
        return self._pages({"method": "GET", "path": "/v1/source-adapters", "keyed": False, "body": None, "answer": "json"}, path={}, query={})

    def list_sources(self, *, cursor: Any = None, limit: Any = None) -> Any:
        """The ingest sources of the project"""
        return self._call({"method": "GET", "path": "/v1/sources", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit})

    def each_sources(self, *, cursor: Any = None, limit: Any = None) -> Iterator[Any]:
        """Every record of all pages: The ingest sources of the project"""
        return self._pages({"method": "GET", "path": "/v1/sources", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit})

    def create_source(self, body: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Let a telephony platform post its own callbacks"""
        return self._call({"method": "POST", "path": "/v1/sources", "keyed": True, "body": "json", "answer": "json"}, path={}, query={}, body=body, idempotency_key=idempotency_key)

    def get_source(self, id: Any) -> Any:
        """One ingest source"""
        return self._call({"method": "GET", "path": "/v1/sources/{id}", "keyed": False, "body": None, "answer": "json"}, path={"id": id}, query={})

    def update_source(self, id: Any, body: Any) -> Any:
        """Change an ingest source"""
        return self._call({"method": "PATCH", "path": "/v1/sources/{id}", "keyed": False, "body": "json", "answer": "json"}, path={"id": id}, query={}, body=body)

    def delete_source(self, id: Any) -> Any:
        """Remove an ingest source; its address answers 404 from then on"""
        return self._call({"method": "DELETE", "path": "/v1/sources/{id}", "keyed": False, "body": None, "answer": "none"}, path={"id": id}, query={})

    def list_source_requests(self, id: Any) -> Any:
        """The last requests that a source received, the newest first"""
        return self._call({"method": "GET", "path": "/v1/sources/{id}/requests", "keyed": False, "body": None, "answer": "json"}, path={"id": id}, query={})

    def each_source_requests(self, id: Any) -> Iterator[Any]:
        """Every record of all pages: The last requests that a source received, the newest first"""
        return self._pages({"method": "GET", "path": "/v1/sources/{id}/requests", "keyed": False, "body": None, "answer": "json"}, path={"id": id}, query={})

    def list_inbox(self, *, cursor: Any = None, limit: Any = None, channel: Any = None, box: Any = None, call_id: Any = None, q: Any = None, from_: Any = None, to: Any = None) -> Any:
        """The items of the local inbox, the newest first"""
        return self._call({"method": "GET", "path": "/v1/inbox", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit, "channel": channel, "box": box, "callId": call_id, "q": q, "from": from_, "to": to})

    def each_inbox(self, *, cursor: Any = None, limit: Any = None, channel: Any = None, box: Any = None, call_id: Any = None, q: Any = None, from_: Any = None, to: Any = None) -> Iterator[Any]:
        """Every record of all pages: The items of the local inbox, the newest first"""
        return self._pages({"method": "GET", "path": "/v1/inbox", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit, "channel": channel, "box": box, "callId": call_id, "q": q, "from": from_, "to": to})

    def clear_inbox(self) -> Any:
        """Empty the inbox; the orders of the boxes stay"""
        return self._call({"method": "DELETE", "path": "/v1/inbox", "keyed": False, "body": None, "answer": "json"}, path={}, query={})

    def get_inbox_item(self, id: Any) -> Any:
        """One item of the local inbox, whole"""
        return self._call({"method": "GET", "path": "/v1/inbox/{id}", "keyed": False, "body": None, "answer": "json"}, path={"id": id}, query={})

    def list_inbox_boxes(self) -> Any:
        """The boxes that were used, and one of each kind as a start"""
        return self._call({"method": "GET", "path": "/v1/inbox/boxes", "keyed": False, "body": None, "answer": "json"}, path={}, query={})

    def each_inbox_boxes(self) -> Iterator[Any]:
        """Every record of all pages: The boxes that were used, and one of each kind as a start"""
        return self._pages({"method": "GET", "path": "/v1/inbox/boxes", "keyed": False, "body": None, "answer": "json"}, path={}, query={})

    def get_inbox_box(self, channel: Any, name: Any) -> Any:
        """One box, used or not"""
        return self._call({"method": "GET", "path": "/v1/inbox/boxes/{channel}/{name}", "keyed": False, "body": None, "answer": "json"}, path={"channel": channel, "name": name}, query={})

    def program_inbox_box(self, channel: Any, name: Any, body: Any) -> Any:
        """Tell a box how to answer instead; this replaces its former orders"""
        return self._call({"method": "PUT", "path": "/v1/inbox/boxes/{channel}/{name}", "keyed": False, "body": "json", "answer": "json"}, path={"channel": channel, "name": name}, query={}, body=body)

    def reset_inbox_box(self, channel: Any, name: Any) -> Any:
        """Let a box answer like the real product again"""
        return self._call({"method": "DELETE", "path": "/v1/inbox/boxes/{channel}/{name}", "keyed": False, "body": None, "answer": "json"}, path={"channel": channel, "name": name}, query={})

    def list_api_keys(self, *, cursor: Any = None, limit: Any = None, made_by: Any = None, maker_state: Any = None) -> Any:
        """The API keys of the project, also revoked ones"""
        return self._call({"method": "GET", "path": "/v1/api-keys", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit, "madeBy": made_by, "makerState": maker_state})

    def each_api_keys(self, *, cursor: Any = None, limit: Any = None, made_by: Any = None, maker_state: Any = None) -> Iterator[Any]:
        """Every record of all pages: The API keys of the project, also revoked ones"""
        return self._pages({"method": "GET", "path": "/v1/api-keys", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit, "madeBy": made_by, "makerState": maker_state})

    def create_api_key(self, body: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Make an API key; only this answer shows it"""
        return self._call({"method": "POST", "path": "/v1/api-keys", "keyed": True, "body": "json", "answer": "json"}, path={}, query={}, body=body, idempotency_key=idempotency_key)

    def get_api_key(self, id: Any) -> Any:
        """One API key, without the key itself"""
        return self._call({"method": "GET", "path": "/v1/api-keys/{id}", "keyed": False, "body": None, "answer": "json"}, path={"id": id}, query={})

    def revoke_api_key(self, id: Any) -> Any:
        """Revoke an API key for good"""
        return self._call({"method": "DELETE", "path": "/v1/api-keys/{id}", "keyed": False, "body": None, "answer": "none"}, path={"id": id}, query={})

    def list_signing_keys(self) -> Any:
        """The keys that sign, signed or will sign requests"""
        return self._call({"method": "GET", "path": "/v1/signing-keys", "keyed": False, "body": None, "answer": "json"}, path={}, query={})

    def each_signing_keys(self) -> Iterator[Any]:
        """Every record of all pages: The keys that sign, signed or will sign requests"""
        return self._pages({"method": "GET", "path": "/v1/signing-keys", "keyed": False, "body": None, "answer": "json"}, path={}, query={})

    def create_signing_key(self, *, idempotency_key: Optional[str] = None) -> Any:
        """Publish the next key ahead of its use"""
        return self._call({"method": "POST", "path": "/v1/signing-keys", "keyed": True, "body": None, "answer": "json"}, path={}, query={}, idempotency_key=idempotency_key)

    def rotate_signing_keys(self, *, body: Any = None, idempotency_key: Optional[str] = None) -> Any:
        """Sign with the next key; the old one signs too for a while"""
        return self._call({"method": "POST", "path": "/v1/signing-keys/rotate", "keyed": True, "body": "json", "answer": "json"}, path={}, query={}, body=body, idempotency_key=idempotency_key)

    def each_rotate_signing_keys(self, *, body: Any = None, idempotency_key: Optional[str] = None) -> Iterator[Any]:
        """Every record of all pages: Sign with the next key; the old one signs too for a while"""
        return self._pages({"method": "POST", "path": "/v1/signing-keys/rotate", "keyed": True, "body": "json", "answer": "json"}, path={}, query={}, body=body, idempotency_key=idempotency_key)

    def revoke_signing_key(self, kid: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Stop a key at once (it leaked); the next or a new one takes over"""
        return self._call({"method": "POST", "path": "/v1/signing-keys/{kid}/revoke", "keyed": True, "body": None, "answer": "json"}, path={"kid": kid}, query={}, idempotency_key=idempotency_key)

    def each_revoke_signing_key(self, kid: Any, *, idempotency_key: Optional[str] = None) -> Iterator[Any]:
        """Every record of all pages: Stop a key at once (it leaked); the next or a new one takes over"""
        return self._pages({"method": "POST", "path": "/v1/signing-keys/{kid}/revoke", "keyed": True, "body": None, "answer": "json"}, path={"kid": kid}, query={}, idempotency_key=idempotency_key)

    def get_jwks(self, project_id: Any) -> Any:
        """The public keys to verify signatures with"""
        return self._call({"method": "GET", "path": "/v1/projects/{projectId}/.well-known/jwks.json", "keyed": False, "body": None, "answer": "json"}, path={"projectId": project_id}, query={})

    def get_signing_key_pem(self, project_id: Any, kid: Any) -> Any:
        """One public key as PEM"""
        return self._call({"method": "GET", "path": "/v1/projects/{projectId}/signing-keys/{kid}.pem", "keyed": False, "body": None, "answer": "text"}, path={"projectId": project_id, "kid": kid}, query={})

    def get_project(self) -> Any:
        """The project that the API key belongs to"""
        return self._call({"method": "GET", "path": "/v1/project", "keyed": False, "body": None, "answer": "json"}, path={}, query={})

    def update_project(self, body: Any) -> Any:
        """Change settings of the project"""
        return self._call({"method": "PATCH", "path": "/v1/project", "keyed": False, "body": "json", "answer": "json"}, path={}, query={}, body=body)

    def list_instance_projects(self, *, cursor: Any = None, limit: Any = None, external_id: Any = None) -> Any:
        """The projects that instance keys made, the oldest first"""
        return self._call({"method": "GET", "path": "/v1/instance/projects", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit, "externalId": external_id})

    def each_instance_projects(self, *, cursor: Any = None, limit: Any = None, external_id: Any = None) -> Iterator[Any]:
        """Every record of all pages: The projects that instance keys made, the oldest first"""
        return self._pages({"method": "GET", "path": "/v1/instance/projects", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit, "externalId": external_id})

    def create_instance_project(self, body: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Make a project for a customer"""
        return self._call({"method": "POST", "path": "/v1/instance/projects", "keyed": True, "body": "json", "answer": "json"}, path={}, query={}, body=body, idempotency_key=idempotency_key)

    def get_instance_project(self, project_id: Any) -> Any:
        """One of these projects, with its limits and what it uses"""
        return self._call({"method": "GET", "path": "/v1/instance/projects/{projectId}", "keyed": False, "body": None, "answer": "json"}, path={"projectId": project_id}, query={})

    def update_instance_project(self, project_id: Any, body: Any) -> Any:
        """Rename, limit, suspend or resume one of these projects"""
        return self._call({"method": "PATCH", "path": "/v1/instance/projects/{projectId}", "keyed": False, "body": "json", "answer": "json"}, path={"projectId": project_id}, query={}, body=body)

    def list_audit(self, *, cursor: Any = None, limit: Any = None, action: Any = None, not_action: Any = None, actor: Any = None, target: Any = None, from_: Any = None, to: Any = None) -> Any:
        """The audit trail, the newest entry first"""
        return self._call({"method": "GET", "path": "/v1/audit", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit, "action": action, "notAction": not_action, "actor": actor, "target": target, "from": from_, "to": to})

    def each_audit(self, *, cursor: Any = None, limit: Any = None, action: Any = None, not_action: Any = None, actor: Any = None, target: Any = None, from_: Any = None, to: Any = None) -> Iterator[Any]:
        """Every record of all pages: The audit trail, the newest entry first"""
        return self._pages({"method": "GET", "path": "/v1/audit", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit, "action": action, "notAction": not_action, "actor": actor, "target": target, "from": from_, "to": to})

    def get_setup(self) -> Any:
        """Whether the first owner must still be made, and the ways to sign in"""
        return self._call({"method": "GET", "path": "/v1/setup", "keyed": False, "body": None, "answer": "json"}, path={}, query={})

    def complete_setup(self, body: Any) -> Any:
        """Make the first owner and sign them in"""
        return self._call({"method": "POST", "path": "/v1/setup", "keyed": False, "body": "json", "answer": "json"}, path={}, query={}, body=body)

    def sign_in(self, body: Any) -> Any:
        """Sign in with e-mail and password"""
        return self._call({"method": "POST", "path": "/v1/session", "keyed": False, "body": "json", "answer": "json"}, path={}, query={}, body=body)

    def get_session(self) -> Any:
        """The person who is signed in, with their rights in each project"""
        return self._call({"method": "GET", "path": "/v1/session", "keyed": False, "body": None, "answer": "json"}, path={}, query={})

    def sign_out(self) -> Any:
        """Sign out"""
        return self._call({"method": "DELETE", "path": "/v1/session", "keyed": False, "body": None, "answer": "none"}, path={}, query={})

    def sign_in_with_code(self, body: Any) -> Any:
        """Sign in with the code of the second factor"""
        return self._call({"method": "POST", "path": "/v1/session/second-factor", "keyed": False, "body": "json", "answer": "json"}, path={}, query={}, body=body)

    def reauthenticate(self, body: Any) -> Any:
        """Prove again who you are"""
        return self._call({"method": "POST", "path": "/v1/session/reauthentication", "keyed": False, "body": "json", "answer": "json"}, path={}, query={}, body=body)

    def get_second_factor(self) -> Any:
        """Whether you have a second factor"""
        return self._call({"method": "GET", "path": "/v1/account/second-factor", "keyed": False, "body": None, "answer": "json"}, path={}, query={})

    def remove_second_factor(self) -> Any:
        """Remove your authenticator app; with the last factor the recovery codes end"""
        return self._call({"method": "DELETE", "path": "/v1/account/second-factor", "keyed": False, "body": None, "answer": "none"}, path={}, query={})

    def begin_second_factor(self) -> Any:
        """A secret for your authenticator app"""
        return self._call({"method": "POST", "path": "/v1/account/second-factor", "keyed": False, "body": None, "answer": "json"}, path={}, query={})

    def confirm_second_factor(self, body: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Turn it on by a first code; only this answer shows the recovery codes"""
        return self._call({"method": "POST", "path": "/v1/account/second-factor/confirm", "keyed": True, "body": "json", "answer": "json"}, path={}, query={}, body=body, idempotency_key=idempotency_key)

    def renew_recovery_codes(self, *, idempotency_key: Optional[str] = None) -> Any:
        """New recovery codes; the former ones end"""
        return self._call({"method": "POST", "path": "/v1/account/second-factor/recovery-codes", "keyed": True, "body": None, "answer": "json"}, path={}, query={}, idempotency_key=idempotency_key)

    def remove_member_second_factor(self, id: Any) -> Any:
        """Remove the second factors of a member who lost phone and recovery codes"""
        return self._call({"method": "DELETE", "path": "/v1/members/{id}/second-factor", "keyed": False, "body": None, "answer": "none"}, path={"id": id}, query={})

    def list_passkeys(self, *, cursor: Any = None, limit: Any = None) -> Any:
        """Your passkeys"""
        return self._call({"method": "GET", "path": "/v1/account/passkeys", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit})

    def each_passkeys(self, *, cursor: Any = None, limit: Any = None) -> Iterator[Any]:
        """Every record of all pages: Your passkeys"""
        return self._pages({"method": "GET", "path": "/v1/account/passkeys", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit})

    def add_passkey(self, body: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Add the passkey that the authenticator made"""
        return self._call({"method": "POST", "path": "/v1/account/passkeys", "keyed": True, "body": "json", "answer": "json"}, path={}, query={}, body=body, idempotency_key=idempotency_key)

    def remove_passkey(self, id: Any) -> Any:
        """Remove a passkey; with the last factor the recovery codes end"""
        return self._call({"method": "DELETE", "path": "/v1/account/passkeys/{id}", "keyed": False, "body": None, "answer": "none"}, path={"id": id}, query={})

    def begin_passkey(self) -> Any:
        """Options for an authenticator to make a passkey"""
        return self._call({"method": "POST", "path": "/v1/account/passkeys/options", "keyed": False, "body": None, "answer": "json"}, path={}, query={})

    def begin_passkey_sign_in(self) -> Any:
        """Options for an authenticator to sign in"""
        return self._call({"method": "POST", "path": "/v1/session/passkey/options", "keyed": False, "body": None, "answer": "json"}, path={}, query={})

    def sign_in_with_passkey(self, body: Any) -> Any:
        """Sign in with a passkey, without a password"""
        return self._call({"method": "POST", "path": "/v1/session/passkey", "keyed": False, "body": "json", "answer": "json"}, path={}, query={}, body=body)

    def get_second_factor_means(self) -> Any:
        """The factors that the second step of this sign-in accepts"""
        return self._call({"method": "POST", "path": "/v1/session/second-factor/options", "keyed": False, "body": None, "answer": "json"}, path={}, query={})

    def sign_in_with_second_passkey(self, body: Any) -> Any:
        """Sign in with a passkey as the second factor"""
        return self._call({"method": "POST", "path": "/v1/session/second-factor/passkey", "keyed": False, "body": "json", "answer": "json"}, path={}, query={}, body=body)

    def begin_passkey_proof(self) -> Any:
        """Options for an authenticator to prove again who you are"""
        return self._call({"method": "POST", "path": "/v1/session/reauthentication/options", "keyed": False, "body": None, "answer": "json"}, path={}, query={})

    def reauthenticate_with_passkey(self, body: Any) -> Any:
        """Prove again who you are with a passkey"""
        return self._call({"method": "POST", "path": "/v1/session/reauthentication/passkey", "keyed": False, "body": "json", "answer": "json"}, path={}, query={}, body=body)

    def update_account(self, body: Any) -> Any:
        """Change your name, e-mail, language or password"""
        return self._call({"method": "PATCH", "path": "/v1/account", "keyed": False, "body": "json", "answer": "json"}, path={}, query={}, body=body)

    def list_sessions(self, *, cursor: Any = None, limit: Any = None) -> Any:
        """Where you are signed in"""
        return self._call({"method": "GET", "path": "/v1/account/sessions", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit})

    def each_sessions(self, *, cursor: Any = None, limit: Any = None) -> Iterator[Any]:
        """Every record of all pages: Where you are signed in"""
        return self._pages({"method": "GET", "path": "/v1/account/sessions", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit})

    def end_other_sessions(self) -> Any:
        """End all of your sessions but this one"""
        return self._call({"method": "DELETE", "path": "/v1/account/sessions", "keyed": False, "body": None, "answer": "none"}, path={}, query={})

    def end_session(self, id: Any) -> Any:
        """End one of your sessions"""
        return self._call({"method": "DELETE", "path": "/v1/account/sessions/{id}", "keyed": False, "body": None, "answer": "none"}, path={"id": id}, query={})

    def list_members(self, *, cursor: Any = None, limit: Any = None) -> Any:
        """The members of the project"""
        return self._call({"method": "GET", "path": "/v1/members", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit})

    def each_members(self, *, cursor: Any = None, limit: Any = None) -> Iterator[Any]:
        """Every record of all pages: The members of the project"""
        return self._pages({"method": "GET", "path": "/v1/members", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit})

    def update_member(self, id: Any, body: Any) -> Any:
        """Change a member's role"""
        return self._call({"method": "PATCH", "path": "/v1/members/{id}", "keyed": False, "body": "json", "answer": "json"}, path={"id": id}, query={}, body=body)

    def remove_member(self, id: Any, *, revoke_keys: Any = None) -> Any:
        """Remove a member from the project"""
        return self._call({"method": "DELETE", "path": "/v1/members/{id}", "keyed": False, "body": None, "answer": "none"}, path={"id": id}, query={"revokeKeys": revoke_keys})

    def leave_project(self) -> Any:
        """Leave the project"""
        return self._call({"method": "DELETE", "path": "/v1/members/me", "keyed": False, "body": None, "answer": "none"}, path={}, query={})

    def create_invitation(self, body: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Invite a person; only this answer shows the link"""
        return self._call({"method": "POST", "path": "/v1/invitations", "keyed": True, "body": "json", "answer": "json"}, path={}, query={}, body=body, idempotency_key=idempotency_key)

    def list_invitations(self, *, cursor: Any = None, limit: Any = None) -> Any:
        """Invitations that were not accepted yet"""
        return self._call({"method": "GET", "path": "/v1/invitations", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit})

    def each_invitations(self, *, cursor: Any = None, limit: Any = None) -> Iterator[Any]:
        """Every record of all pages: Invitations that were not accepted yet"""
        return self._pages({"method": "GET", "path": "/v1/invitations", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit})

    def delete_invitation(self, id: Any) -> Any:
        """Take an invitation back; its link ends"""
        return self._call({"method": "DELETE", "path": "/v1/invitations/{id}", "keyed": False, "body": None, "answer": "none"}, path={"id": id}, query={})

    def preview_invitation(self, body: Any) -> Any:
        """The subject of an invitation, for the holder of its link"""
        return self._call({"method": "POST", "path": "/v1/invitations/preview", "keyed": False, "body": "json", "answer": "json"}, path={}, query={}, body=body)

    def accept_invitation(self, body: Any) -> Any:
        """Join the project that an invitation is for"""
        return self._call({"method": "POST", "path": "/v1/invitations/accept", "keyed": False, "body": "json", "answer": "json"}, path={}, query={}, body=body)

    def create_password_reset(self, id: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Make a link by which a member chooses a new password"""
        return self._call({"method": "POST", "path": "/v1/members/{id}/password-reset", "keyed": True, "body": None, "answer": "json"}, path={"id": id}, query={}, idempotency_key=idempotency_key)

    def request_password_reset(self, body: Any) -> Any:
        """Ask for a link for a new password by mail"""
        return self._call({"method": "POST", "path": "/v1/password-resets", "keyed": False, "body": "json", "answer": "none"}, path={}, query={}, body=body)

    def preview_password_reset(self, body: Any) -> Any:
        """The account whose password a link changes"""
        return self._call({"method": "POST", "path": "/v1/password-resets/preview", "keyed": False, "body": "json", "answer": "json"}, path={}, query={}, body=body)

    def complete_password_reset(self, body: Any) -> Any:
        """Choose the new password; every session ends"""
        return self._call({"method": "POST", "path": "/v1/password-resets/complete", "keyed": False, "body": "json", "answer": "none"}, path={}, query={}, body=body)

    def get_email_change(self) -> Any:
        """The e-mail that you asked for and that does not count yet"""
        return self._call({"method": "GET", "path": "/v1/account/email-change", "keyed": False, "body": None, "answer": "json"}, path={}, query={})

    def withdraw_email_change(self) -> Any:
        """Keep your e-mail; a link that was mailed ends"""
        return self._call({"method": "DELETE", "path": "/v1/account/email-change", "keyed": False, "body": None, "answer": "none"}, path={}, query={})

    def confirm_email_change(self, body: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Confirm your new e-mail by the link that was mailed to it"""
        return self._call({"method": "POST", "path": "/v1/account/email-change/confirm", "keyed": True, "body": "json", "answer": "json"}, path={}, query={}, body=body, idempotency_key=idempotency_key)

    def confirm_member_email(self, id: Any, body: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Confirm a member's new e-mail if no mail server is set"""
        return self._call({"method": "POST", "path": "/v1/members/{id}/email-change/confirm", "keyed": True, "body": "json", "answer": "json"}, path={"id": id}, query={}, body=body, idempotency_key=idempotency_key)

    def refuse_member_email(self, id: Any) -> Any:
        """Refuse a member's new e-mail; they keep the present one"""
        return self._call({"method": "DELETE", "path": "/v1/members/{id}/email-change", "keyed": False, "body": None, "answer": "none"}, path={"id": id}, query={})

    def list_projects(self, *, cursor: Any = None, limit: Any = None) -> Any:
        """The projects that you are a member of"""
        return self._call({"method": "GET", "path": "/v1/projects", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit})

    def each_projects(self, *, cursor: Any = None, limit: Any = None) -> Iterator[Any]:
        """Every record of all pages: The projects that you are a member of"""
        return self._pages({"method": "GET", "path": "/v1/projects", "keyed": False, "body": None, "answer": "json"}, path={}, query={"cursor": cursor, "limit": limit})

    def create_project(self, body: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Make a project; you are its owner"""
        return self._call({"method": "POST", "path": "/v1/projects", "keyed": True, "body": "json", "answer": "json"}, path={}, query={}, body=body, idempotency_key=idempotency_key)

    def start_oidc(self, *, return_to: Any = None, again: Any = None) -> Any:
        """Send the browser to the identity provider"""
        return self._call({"method": "GET", "path": "/v1/oidc/start", "keyed": False, "body": None, "answer": "none"}, path={}, query={"returnTo": return_to, "again": again})

    def finish_oidc(self) -> Any:
        """Where the identity provider sends the browser back to"""
        return self._call({"method": "GET", "path": "/v1/oidc/callback", "keyed": False, "body": None, "answer": "none"}, path={}, query={})

    def search(self, *, q: Any = None, limit: Any = None) -> Any:
        """Finds calls, deliveries and endpoints by any of their ids"""
        return self._call({"method": "GET", "path": "/v1/search", "keyed": False, "body": None, "answer": "json"}, path={}, query={"q": q, "limit": limit})

    def get_stats(self, *, from_: Any = None, to: Any = None, step: Any = None, endpoint_id: Any = None) -> Any:
        """Deliveries made, delivered and failed, and latency over time; the backlog now"""
        return self._call({"method": "GET", "path": "/v1/stats", "keyed": False, "body": None, "answer": "json"}, path={}, query={"from": from_, "to": to, "step": step, "endpointId": endpoint_id})

    def get_endpoint_stats(self, *, from_: Any = None, to: Any = None) -> Any:
        """The health of each endpoint, with a line of at most 48 steps"""
        return self._call({"method": "GET", "path": "/v1/stats/endpoints", "keyed": False, "body": None, "answer": "json"}, path={}, query={"from": from_, "to": to})

    def get_call_stats(self, *, from_: Any = None, to: Any = None, step: Any = None) -> Any:
        """Calls that began in each step, by the status they have now"""
        return self._call({"method": "GET", "path": "/v1/stats/calls", "keyed": False, "body": None, "answer": "json"}, path={}, query={"from": from_, "to": to, "step": step})

    def get_backlog_stats(self, *, from_: Any = None, to: Any = None, step: Any = None) -> Any:
        """Open deliveries and the age of the oldest, measured once a minute"""
        return self._call({"method": "GET", "path": "/v1/stats/backlog", "keyed": False, "body": None, "answer": "json"}, path={}, query={"from": from_, "to": to, "step": step})

    def get_acw_run_stats(self, *, from_: Any = None, to: Any = None, step: Any = None, acw_agent_id: Any = None) -> Any:
        """Runs of agents that have ended, by when they were made, and how long they took"""
        return self._call({"method": "GET", "path": "/v1/stats/acw-runs", "keyed": False, "body": None, "answer": "json"}, path={}, query={"from": from_, "to": to, "step": step, "acwAgentId": acw_agent_id})

    def get_evaluation_stats(self, *, from_: Any = None, to: Any = None, step: Any = None, acw_agent_id: Any = None) -> Any:
        """Average score and pass rate of built-in evaluators, and the criteria that failed most"""
        return self._call({"method": "GET", "path": "/v1/stats/evaluations", "keyed": False, "body": None, "answer": "json"}, path={}, query={"from": from_, "to": to, "step": step, "acwAgentId": acw_agent_id})

    def stream_events(self) -> Any:
        """Changes as server-sent events: ids only"""
        return self._call({"method": "GET", "path": "/v1/stream", "keyed": False, "body": None, "answer": "stream"}, path={}, query={})

    def get_system(self) -> Any:
        """The state of this process and its store"""
        return self._call({"method": "GET", "path": "/v1/system", "keyed": False, "body": None, "answer": "json"}, path={}, query={})

    def get_onboarding(self) -> Any:
        """Which of the first steps in a project are done"""
        return self._call({"method": "GET", "path": "/v1/onboarding", "keyed": False, "body": None, "answer": "json"}, path={}, query={})

    def list_triggers(self) -> Any:
        """The triggers: keys, how often each fired, subscribed endpoints"""
        return self._call({"method": "GET", "path": "/v1/triggers", "keyed": False, "body": None, "answer": "json"}, path={}, query={})

    def get_health(self) -> Any:
        """The process answers"""
        return self._call({"method": "GET", "path": "/healthz", "keyed": False, "body": None, "answer": "json"}, path={}, query={})

    def get_readiness(self) -> Any:
        """The store takes writes and the dispatcher is alive"""
        return self._call({"method": "GET", "path": "/readyz", "keyed": False, "body": None, "answer": "json"}, path={}, query={})

    def get_metrics(self) -> Any:
        """Metrics in the Prometheus text format"""
        return self._call({"method": "GET", "path": "/metrics", "keyed": False, "body": None, "answer": "text"}, path={}, query={})
