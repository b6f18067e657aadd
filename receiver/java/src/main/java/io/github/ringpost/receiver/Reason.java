package io.github.ringpost.receiver;

/** Why a request is no valid webhook, and the status to answer: 503 comes again, a 4xx does not. */
public enum Reason {
    MISSING_HEADER(401),
    MALFORMED_HEADER(401),
    SIGNATURE_MISSING(401),
    SIGNATURE_MISMATCH(401),
    DIGEST_MISMATCH(401),
    NOT_COVERED(401),
    IDENTITY_UNSIGNED(401),
    BEARER_MISMATCH(401),
    WRONG_ENDPOINT(401),
    TIMESTAMP_TOO_OLD(401),
    TIMESTAMP_IN_FUTURE(401),
    UNKNOWN_KEY(503),
    KEYS_UNAVAILABLE(503),
    PAYLOAD_MALFORMED(400),
    PAYLOAD_VERSION(400),
    BODY_TOO_LARGE(413);

    private final int answerStatus;

    Reason(int answerStatus) {
        this.answerStatus = answerStatus;
    }

    public int answerStatus() {
        return answerStatus;
    }

    /** As in the contract, such as {@code signature-mismatch}. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
}
