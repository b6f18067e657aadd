package io.github.ringpost.receiver;

import java.util.List;
import java.util.Map;

/** Answers requests of any framework: verifies, handles once and in order, says the status. */
public final class Receiver {
    private static final System.Logger LOG = System.getLogger(Receiver.class.getName());

    private final Verifier verifier;
    private final OrderGuard guard;
    private final OrderGuard.Handle handle;

    /** Remembers in memory. */
    public Receiver(Verifier verifier, OrderGuard.Handle handle) {
        this(verifier, new OrderGuard(), handle);
    }

    public Receiver(Verifier verifier, OrderGuard guard, OrderGuard.Handle handle) {
        this.verifier = verifier;
        this.guard = guard;
        this.handle = handle;
    }

    /**
     * 204: handled, or need not be handled any more; 500: your own work failed, so it is sent again;
     * else the status of the reason. Read no more of a body than {@link Verifier#BODY_BYTES_MAX} and
     * one byte.
     */
    public int answer(String method, Map<String, List<String>> headers, byte[] rawBody) {
        if (!"POST".equals(method)) return 405;
        Event event;
        try {
            event = verifier.verify(headers, rawBody);
        } catch (InvalidWebhookException invalid) {
            LOG.log(System.Logger.Level.WARNING, "webhook refused: {0}", invalid.getMessage());
            return invalid.answerStatus();
        }
        try {
            guard.run(event, handle);
            return 204;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return 500;
        } catch (Exception failed) {
            LOG.log(System.Logger.Level.ERROR, "webhook not handled: " + event.event(), failed);
            return 500;
        }
    }
}
