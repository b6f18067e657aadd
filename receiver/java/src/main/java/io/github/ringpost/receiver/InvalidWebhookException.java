package io.github.ringpost.receiver;

/** The request is no valid webhook. The reason is stable, the detail is for people. */
public final class InvalidWebhookException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Reason reason;
    private final String detail;

    InvalidWebhookException(Reason reason, String detail) {
        super(reason + ": " + detail, null, false, false);
        this.reason = reason;
        this.detail = detail;
    }

    public Reason reason() {
        return reason;
    }

    public String detail() {
        return detail;
    }

    /** After 503 the service sends it again, after a 4xx it does not. */
    public int answerStatus() {
        return reason.answerStatus();
    }
}
