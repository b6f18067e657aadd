package io.github.ringpost.receiver;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The keys of a project, fetched from its JWKS address and kept; safe for threads. The address is
 * fixed when the set is made: never take it from a request. An unknown id causes another fetch, at
 * most once a minute, so that made-up ids cannot cause a flood of requests.
 */
public final class KeySet implements Keys {
    private static final long MAX_AGE_MS = 5 * 60_000;

    /** How long fetched keys are used if the address cannot be reached. */
    private static final long STALE_MS_MAX = 60 * 60_000;

    private static final long UNKNOWN_KEY_PAUSE_MS = 60_000;
    private static final long FAILURE_PAUSE_MS = 5_000;
    private static final Duration FETCH_TIME_MAX = Duration.ofSeconds(5);
    private static final int DOCUMENT_BYTES_MAX = 65_536;
    private static final int KEYS_MAX = 32;

    private record State(Map<String, RSAPublicKey> keys, Long fetchedAtMs, String failure) {}

    private final URI address;
    private final Transport transport;
    private final LongSupplier nowMs;
    private volatile State state = new State(Map.of(), null, null);
    private Long triedAtMs;

    KeySet(String jwksUrl, boolean allowHttp, Transport transport, LongSupplier nowMs) {
        this.address = Transport.checked(jwksUrl, allowHttp);
        this.transport = transport;
        this.nowMs = nowMs;
    }

    /** Throws IllegalArgumentException if the address is neither https nor on this machine. */
    public static KeySet of(String jwksUrl) {
        return new KeySet(jwksUrl, false, Transport.overHttp(), KeySet::monotonicMs);
    }

    /** Also http to other machines. Only for networks that you trust. */
    public static KeySet ofHttp(String jwksUrl) {
        return new KeySet(jwksUrl, true, Transport.overHttp(), KeySet::monotonicMs);
    }

    @Override
    public RSAPublicKey lookup(String kid) throws InvalidWebhookException {
        if (!isFresh(kid)) refreshIfDue(kid);
        State now = state;
        if (now.fetchedAtMs == null || nowMs.getAsLong() - now.fetchedAtMs > STALE_MS_MAX) {
            throw new InvalidWebhookException(Reason.KEYS_UNAVAILABLE, String.valueOf(now.failure));
        }
        RSAPublicKey key = now.keys.get(kid);
        if (key != null) return key;
        if (now.failure == null) throw Keys.unknown(kid);
        throw new InvalidWebhookException(Reason.KEYS_UNAVAILABLE, now.failure);
    }

    private boolean isFresh(String kid) {
        State now = state;
        boolean isYoung = now.fetchedAtMs != null && nowMs.getAsLong() - now.fetchedAtMs <= MAX_AGE_MS;
        return isYoung && now.keys.containsKey(kid);
    }

    /** A caller that asks during a fetch waits for that fetch, and looks again. */
    private synchronized void refreshIfDue(String kid) {
        long pauseMs = state.failure == null ? UNKNOWN_KEY_PAUSE_MS : FAILURE_PAUSE_MS;
        boolean isDue = triedAtMs == null || nowMs.getAsLong() - triedAtMs >= pauseMs;
        if (isFresh(kid) || !isDue) return;
        triedAtMs = nowMs.getAsLong();
        try {
            state = new State(fetch(), nowMs.getAsLong(), null);
        } catch (IOException failed) {
            String why = failed.getMessage() == null ? failed.toString() : failed.getMessage();
            state = new State(state.keys, state.fetchedAtMs, why);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            state = new State(state.keys, state.fetchedAtMs, "The fetch was interrupted.");
        }
    }

    private Map<String, RSAPublicKey> fetch() throws IOException, InterruptedException {
        var accept = Map.of("accept", "application/json");
        var answer = transport.get(address, accept, DOCUMENT_BYTES_MAX, FETCH_TIME_MAX);
        if (answer.status() != 200) {
            throw new IOException("The JWKS address answered " + answer.status() + ".");
        }
        if (answer.body() == null) throw new IOException("The key set is too large.");
        Map<String, Object> document;
        try {
            document = Json.object(Json.read(new String(answer.body(), StandardCharsets.UTF_8)));
        } catch (Json.Malformed malformed) {
            throw new IOException(malformed.getMessage());
        }
        if (document == null || !(document.get("keys") instanceof List<?> jwks)) {
            throw new IOException("The JWKS address did not answer with a key set.");
        }
        return Keys.read(jwks.subList(0, Math.min(KEYS_MAX, jwks.size())));
    }

    private static long monotonicMs() {
        return System.nanoTime() / 1_000_000;
    }
}
