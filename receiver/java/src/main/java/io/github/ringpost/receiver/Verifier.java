package io.github.ringpost.receiver;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Verifies that a request is a webhook of the service, complete and recent, and reads it. It takes
 * the body bytes as they came: JSON that was parsed and written again does not verify.
 */
public final class Verifier {
    /** The service sends at most 64 KiB. */
    public static final int BODY_BYTES_MAX = 262_144;

    private static final int TOLERANCE_S = 300;
    private static final List<String> PAYLOAD_VERSIONS = List.of("1", "2");
    private static final int SECRET_BYTES_MIN = 24;
    private static final int SECRET_BYTES_MAX = 64;

    /** Without dots, which separate the parts of the signed content. */
    private static final Pattern ID = Pattern.compile("[\\x21-\\x2d\\x2f-\\x7e]{1,256}");

    private static final Pattern COUNT = Pattern.compile("[1-9][0-9]{0,8}");
    private static final Map<String, Pattern> REQUIRED = new LinkedHashMap<>();
    private static final Pattern TOKEN =
            Pattern.compile("(?i:bearer) +([A-Za-z0-9._~+/-]+=*)");

    static {
        REQUIRED.put("webhook-id", ID);
        REQUIRED.put("webhook-endpoint-id", ID);
        REQUIRED.put("webhook-event", Pattern.compile("[A-Z][A-Z0-9_]{0,127}"));
        REQUIRED.put("webhook-timestamp", Pattern.compile("[1-9][0-9]{0,11}"));
        REQUIRED.put("webhook-attempt", COUNT);
        REQUIRED.put("webhook-sequence", COUNT);
    }

    /** A form of signatures that a receiver may demand. */
    public enum Format {
        WEBHOOK_SIGNATURE,
        RFC9421,
        BOTH
    }

    private final Keys keys;
    private final List<byte[]> secrets;
    private final List<String> tokens;
    private final Format format;
    private final String endpointId;
    private final String contentKey;
    private final int toleranceSeconds;
    private final boolean acceptUnsignedIdentity;
    private final LongSupplier nowMs;

    private Verifier(Builder builder) {
        keys = builder.keys;
        secrets = builder.secrets.stream().map(Verifier::secretBytes).toList();
        tokens = List.copyOf(builder.tokens);
        format = builder.format;
        endpointId = builder.endpointId;
        contentKey = builder.contentKey;
        toleranceSeconds = builder.toleranceSeconds;
        acceptUnsignedIdentity = builder.acceptUnsignedIdentity;
        nowMs = builder.nowMs;
        if (toleranceSeconds < 0) {
            throw new IllegalArgumentException("toleranceSeconds must be 0 or more");
        }
        if (keys == null && secrets.isEmpty() && tokens.isEmpty()) {
            throw new IllegalArgumentException("give keys, signingSecret or bearerToken");
        }
        if (acceptUnsignedIdentity && endpointId == null) {
            throw new IllegalArgumentException("acceptUnsignedIdentity needs endpointId");
        }
    }

    public static Builder builder() {
        return new Builder();
    }

    /** At least one of keys, signingSecret and bearerToken is needed. */
    public static final class Builder {
        private Keys keys;
        private final List<String> secrets = new ArrayList<>();
        private final List<String> tokens = new ArrayList<>();
        private Format format;
        private String endpointId;
        private String contentKey = "message";
        private int toleranceSeconds = TOLERANCE_S;
        private boolean acceptUnsignedIdentity;
        private LongSupplier nowMs = System::currentTimeMillis;

        private Builder() {}

        /** A {@link KeySet}, or given keys by {@link Keys#of}. */
        public Builder keys(Keys given) {
            keys = given;
            return this;
        }

        /** The whsec_ secret of an endpoint with hmac-sha256; twice while one replaces the other. */
        public Builder signingSecret(String secret) {
            secrets.add(secret);
            return this;
        }

        /** The token of the endpoint; twice while one replaces the other. */
        public Builder bearerToken(String token) {
            tokens.add(token);
            return this;
        }

        /** Demands a form; unless told each that came must be valid. */
        public Builder format(Format demanded) {
            format = demanded;
            return this;
        }

        /** Refuses webhooks to another endpoint of the same project. */
        public Builder endpointId(String own) {
            endpointId = own;
            return this;
        }

        /** The contentKey of the endpoint; message unless told. */
        public Builder contentKey(String key) {
            contentKey = key;
            return this;
        }

        /** How far webhook-timestamp may be from now; 300. */
        public Builder toleranceSeconds(int seconds) {
            toleranceSeconds = seconds;
            return this;
        }

        /**
         * Accepts requests of older services, whose signature does not cover event and sequence.
         * Needs endpointId; the sequence is then null and the event is not proven.
         */
        public Builder acceptUnsignedIdentity() {
            acceptUnsignedIdentity = true;
            return this;
        }

        /** A clock in epoch milliseconds, for tests. */
        public Builder nowMs(LongSupplier clock) {
            nowMs = clock;
            return this;
        }

        /** Throws IllegalArgumentException on options that would verify nothing. */
        public Verifier build() {
            return new Verifier(this);
        }
    }

    public Event verify(Map<String, List<String>> headers, byte[] rawBody)
            throws InvalidWebhookException {
        if (rawBody.length > BODY_BYTES_MAX) {
            String detail = "The body has more than " + BODY_BYTES_MAX + " bytes.";
            throw new InvalidWebhookException(Reason.BODY_TOO_LARGE, detail);
        }
        Function<String, String> header = reader(headers)::get;
        checkHeaders(header);
        long timestamp = Long.parseLong(header.apply("webhook-timestamp"));
        double now = nowMs.getAsLong() / 1_000.0;
        checkTime(timestamp - now);
        if (!tokens.isEmpty()) checkToken(header.apply("authorization"));
        var identity = Event.Identity.TOKEN;
        boolean isReopened = "true".equals(header.apply("webhook-reopened"));
        if (keys != null || !secrets.isEmpty()) {
            var request = new Signatures.Request(header, "POST", rawBody, timestamp, now);
            Signatures.Proof proof = Signatures.check(request, keys, secrets, format);
            if (proof.isSigned() || tokens.isEmpty()) {
                identity = proof.isSigned() ? Event.Identity.SIGNED : Event.Identity.UNSIGNED;
                isReopened = proof.isReopened();
            }
        }
        boolean isUnsigned = identity == Event.Identity.UNSIGNED;
        if (isUnsigned && !acceptUnsignedIdentity) {
            throw new InvalidWebhookException(
                    Reason.IDENTITY_UNSIGNED,
                    "The signature does not cover webhook-endpoint-id, webhook-event and"
                            + " webhook-sequence.");
        }
        String event = header.apply("webhook-event");
        return new Event(
                header.apply("webhook-id"),
                header.apply("webhook-endpoint-id"),
                event,
                Integer.parseInt(header.apply("webhook-attempt")),
                isUnsigned ? null : Integer.valueOf(header.apply("webhook-sequence")),
                isReopened,
                header.apply("acw-run-id"),
                identity,
                Payloads.parse(new String(rawBody, StandardCharsets.UTF_8), event, contentKey));
    }

    /** A header sent twice is joined, so that a second value cannot hide behind the first. */
    private static Map<String, String> reader(Map<String, List<String>> headers) {
        Map<String, String> values = new HashMap<>();
        headers.forEach(
                (name, list) -> {
                    if (name == null) return;
                    for (String value : list) {
                        values.merge(
                                name.toLowerCase(Locale.ROOT),
                                value.strip(),
                                (before, next) -> before + ", " + next);
                    }
                });
        return values;
    }

    private void checkHeaders(Function<String, String> header) throws InvalidWebhookException {
        for (Map.Entry<String, Pattern> each : REQUIRED.entrySet()) {
            String value = header.apply(each.getKey());
            if (value == null) {
                String detail = each.getKey() + " is missing.";
                throw new InvalidWebhookException(Reason.MISSING_HEADER, detail);
            }
            if (!each.getValue().matcher(value).matches()) throw malformed(each.getKey());
        }
        String runId = header.apply("acw-run-id");
        if (runId != null && !ID.matcher(runId).matches()) throw malformed("acw-run-id");
        String own = header.apply("webhook-endpoint-id");
        String agentId = header.apply("acw-agent-id");
        if (agentId != null && !agentId.equals(own)) throw malformed("acw-agent-id");
        String version = header.apply("webhook-payload-version");
        if (version != null && !PAYLOAD_VERSIONS.contains(version)) {
            throw new InvalidWebhookException(
                    Reason.PAYLOAD_VERSION, "The payload has a version that is not known here.");
        }
        if (endpointId != null && !endpointId.equals(own)) {
            throw new InvalidWebhookException(
                    Reason.WRONG_ENDPOINT, "The webhook was sent to another endpoint.");
        }
    }

    private void checkTime(double aheadSeconds) throws InvalidWebhookException {
        if (aheadSeconds < -toleranceSeconds) {
            throw new InvalidWebhookException(
                    Reason.TIMESTAMP_TOO_OLD, "webhook-timestamp is too old.");
        }
        if (aheadSeconds > toleranceSeconds) {
            throw new InvalidWebhookException(
                    Reason.TIMESTAMP_IN_FUTURE, "webhook-timestamp is in the future.");
        }
    }

    private void checkToken(String authorization) throws InvalidWebhookException {
        if (authorization == null) {
            throw new InvalidWebhookException(
                    Reason.MISSING_HEADER, "authorization is missing.");
        }
        Matcher matcher = TOKEN.matcher(authorization);
        boolean matches = false;
        if (matcher.matches()) {
            // Hashed, so that the duration does not even reveal the length of the expected token.
            byte[] given = hashed(matcher.group(1));
            for (String token : tokens) matches |= MessageDigest.isEqual(given, hashed(token));
        }
        if (!matches) {
            throw new InvalidWebhookException(
                    Reason.BEARER_MISMATCH, "The Bearer token is another one, or none.");
        }
    }

    private static byte[] hashed(String text) {
        return Signatures.sha256(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The error does not repeat the text. */
    private static byte[] secretBytes(String text) {
        if (text.startsWith("whsec_")) {
            try {
                byte[] secret = Base64.getDecoder().decode(text.substring("whsec_".length()));
                boolean isSized =
                        secret.length >= SECRET_BYTES_MIN && secret.length <= SECRET_BYTES_MAX;
                if (isSized) return secret;
            } catch (IllegalArgumentException noBase64) {
                // As below.
            }
        }
        throw new IllegalArgumentException(
                "a signing secret is whsec_ and base64 of 24 to 64 bytes");
    }

    private static InvalidWebhookException malformed(String name) {
        return new InvalidWebhookException(Reason.MALFORMED_HEADER, name + " is malformed.");
    }
}
