package io.github.ringpost.receiver;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Handles each webhook once, and never an older one after a newer one of the same call, except one
 * that an operator reopened. A delivery may arrive twice (your answer was lost); within a call the
 * service sends in order, so only such copies and reopened deliveries come late.
 */
public final class OrderGuard {
    public enum Outcome {
        /** New, and not before a handled one of its call. */
        HANDLED,
        /** Handled after a newer one of its call, since an operator asked for it again. */
        REOPENED,
        /** Handled before; not handled again. */
        DUPLICATE,
        /** A newer one of its call was handled before; this one was not. */
        LATE
    }

    /** If it throws, the webhook counts as not handled: answer 500, and it comes again. */
    @FunctionalInterface
    public interface Handle {
        void accept(Event event) throws Exception;
    }

    /**
     * Told before an event is handled how many of its call are missing before it: they were given
     * up or cancelled, or were not handled to the end.
     */
    @FunctionalInterface
    public interface OnMissed {
        void accept(Event event, int count);
    }

    private static final int CAPACITY = 100_000;

    private static final class Lane extends ReentrantLock {
        private static final long serialVersionUID = 1L;
        private int users;
    }

    private final OrderStore store;
    private final OnMissed onMissed;
    private final Map<List<String>, Lane> lanes = new HashMap<>();

    /** Remembers 100,000 webhooks in memory. */
    public OrderGuard() {
        this(OrderStore.inMemory(CAPACITY));
    }

    public OrderGuard(OrderStore store) {
        this(store, (event, count) -> {});
    }

    public OrderGuard(OrderStore store, OnMissed onMissed) {
        this.store = store;
        this.onMissed = onMissed;
    }

    public Outcome run(Event event, Handle handle) throws Exception {
        List<String> key = List.of(event.endpointId(), event.callId());
        Lane lane = enter(key);
        lane.lock();
        try {
            return runAlone(event, handle);
        } finally {
            lane.unlock();
            leave(key, lane);
        }
    }

    private Outcome runAlone(Event event, Handle handle) throws Exception {
        String endpointId = event.endpointId();
        String callId = event.callId();
        if (store.wasHandled(endpointId, event.webhookId())) return Outcome.DUPLICATE;
        Integer last = store.lastSequence(endpointId, callId);
        Integer sequence = event.sequence();
        boolean isLate = sequence != null && last != null && sequence <= last;
        if (isLate && !event.reopened()) return Outcome.LATE;
        // What the guard did not see before the first one is not known to be missing.
        int missed = sequence == null || last == null ? 0 : sequence - last - 1;
        if (missed > 0) onMissed.accept(event, missed);
        handle.accept(event);
        Integer highest = isLate ? last : sequence;
        store.remember(endpointId, event.webhookId(), callId, highest);
        return isLate ? Outcome.REOPENED : Outcome.HANDLED;
    }

    /** A copy of a webhook waits for the first one. */
    private synchronized Lane enter(List<String> key) {
        Lane lane = lanes.computeIfAbsent(key, unused -> new Lane());
        lane.users++;
        return lane;
    }

    private synchronized void leave(List<String> key, Lane lane) {
        lane.users--;
        if (lane.users == 0) lanes.remove(key);
    }
}
