package io.github.ringpost.receiver;

import java.util.List;
import java.util.Map;

/**
 * A valid webhook.
 *
 * @param webhookId the same on every attempt: recognise duplicates by it, per endpoint
 * @param event the trigger, such as OUTBOUND_CALL_COMPLETED
 * @param attempt from 1; for logs only, since no signature covers it
 * @param sequence the place among the call's deliveries to this endpoint, from 1; null if it is not
 *     proven
 * @param reopened an operator asked for it again, so it may come after later ones of its call
 * @param runId for the result that an agent of your own must post; else null
 */
public record Event(
        String webhookId,
        String endpointId,
        String event,
        int attempt,
        Integer sequence,
        boolean reopened,
        String runId,
        Identity identity,
        Payload payload) {

    /** What proves endpoint, event, sequence and run. */
    public enum Identity {
        SIGNED,
        TOKEN,
        UNSIGNED
    }

    /** Tells which keys the data of a payload has; OTHER is of an event not known here. */
    public enum Kind {
        OUTBOUND,
        INBOUND,
        INBOUND_ERROR,
        CALL_LOG,
        ACW_COMPLETED,
        OTHER
    }

    /**
     * The body (payload version 1, whose keys only grow).
     *
     * @param message for people: never parse it
     * @param data texts, and for later keys what JSON may hold
     * @param errors null if the body has no such key
     */
    public record Payload(
            Kind kind, String message, Map<String, Object> data, List<CallError> errors) {}

    /** @param timestamp ISO 8601 in UTC with milliseconds */
    public record CallError(String code, String message, String timestamp) {}

    /** The id of the call that the event is about; empty if its data names none. */
    public String callId() {
        return payload.data().get("callId") instanceof String id ? id : "";
    }

    /** Never judge by callStatus: a failed dial may end as COMPLETED. */
    public boolean hasErrors() {
        return payload.errors() != null && !payload.errors().isEmpty();
    }
}
