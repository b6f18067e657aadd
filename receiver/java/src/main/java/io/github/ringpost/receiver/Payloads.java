package io.github.ringpost.receiver;

import io.github.ringpost.receiver.Event.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How the body of a webhook is read. Keys and events of later versions are never refused. */
final class Payloads {
    private Payloads() {}

    private static final Map<Kind, List<String>> DATA_KEYS =
            Map.of(
                    Kind.OUTBOUND, List.of("callId", "callStatus", "callSid", "clientId"),
                    Kind.INBOUND, List.of("callId", "callStatus"),
                    Kind.INBOUND_ERROR, List.of("callId", "callStatus", "callSid"),
                    Kind.CALL_LOG,
                            List.of("callId", "callStatus", "callSid", "clientId", "direction"),
                    Kind.ACW_COMPLETED, List.of("callId", "acwAgentId", "acwResultId", "isError"),
                    Kind.OTHER, List.of());

    static Event.Payload parse(String text, String event, String contentKey)
            throws InvalidWebhookException {
        Map<String, Object> body;
        try {
            body = Json.object(Json.read(text));
        } catch (Json.Malformed malformed) {
            throw malformed("The body is no JSON.");
        }
        Map<String, Object> data = body == null ? null : Json.object(body.get("data"));
        if (data == null) throw malformed("The body has no object \"data\".");
        if (!(body.get(contentKey) instanceof String message)) {
            throw malformed("The body has no text \"" + contentKey + "\".");
        }
        List<Event.CallError> errors = body.containsKey("errors") ? errors(body.get("errors")) : null;
        Kind kind = kind(event, data);
        for (String key : DATA_KEYS.get(kind)) {
            if (!(data.get(key) instanceof String)) {
                throw malformed("\"data\" has no text \"" + key + "\" for " + event + ".");
            }
        }
        return new Event.Payload(kind, message, data, errors);
    }

    private static Kind kind(String event, Map<String, Object> data) {
        if (event.equals("CALL_LOG_CREATED")) {
            Object direction = data.get("direction");
            boolean isKnown = "OUTBOUND".equals(direction) || "INBOUND".equals(direction);
            return isKnown ? Kind.CALL_LOG : Kind.OTHER;
        }
        if (event.equals("ACW_COMPLETED")) return Kind.ACW_COMPLETED;
        if (event.equals("INBOUND_CALL_ERROR")) return Kind.INBOUND_ERROR;
        if (event.startsWith("OUTBOUND_CALL_")) return Kind.OUTBOUND;
        return event.startsWith("INBOUND_CALL_") ? Kind.INBOUND : Kind.OTHER;
    }

    private static List<Event.CallError> errors(Object value) throws InvalidWebhookException {
        if (!(value instanceof List<?> list)) throw malformed("\"errors\" is no list of errors.");
        List<Event.CallError> errors = new ArrayList<>();
        for (Object each : list) {
            if (!(each instanceof Map<?, ?> error)
                    || !(error.get("code") instanceof String code)
                    || !(error.get("message") instanceof String message)
                    || !(error.get("timestamp") instanceof String timestamp)) {
                throw malformed("\"errors\" is no list of errors.");
            }
            errors.add(new Event.CallError(code, message, timestamp));
        }
        return List.copyOf(errors);
    }

    private static InvalidWebhookException malformed(String detail) {
        return new InvalidWebhookException(Reason.PAYLOAD_MALFORMED, detail);
    }
}
