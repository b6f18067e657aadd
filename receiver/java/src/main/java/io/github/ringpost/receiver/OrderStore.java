package io.github.ringpost.receiver;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a guard remembers. A guard calls it for one webhook of a call at a time. */
public interface OrderStore {
    boolean wasHandled(String endpointId, String webhookId) throws Exception;

    /** Null if none is known. */
    Integer lastSequence(String endpointId, String callId) throws Exception;

    /** @param last the highest sequence of the call that was handled; null if it is not known */
    void remember(String endpointId, String webhookId, String callId, Integer last)
            throws Exception;

    /** Remembers so many webhooks and calls in memory; the longest unused are forgotten. */
    static OrderStore inMemory(int capacity) {
        return new OrderStore() {
            private final Map<List<String>, Boolean> handled = recent(capacity);
            private final Map<List<String>, Integer> lasts = recent(capacity);

            @Override
            public synchronized boolean wasHandled(String endpointId, String webhookId) {
                return handled.containsKey(List.of(endpointId, webhookId));
            }

            @Override
            public synchronized Integer lastSequence(String endpointId, String callId) {
                return lasts.get(List.of(endpointId, callId));
            }

            @Override
            public synchronized void remember(
                    String endpointId, String webhookId, String callId, Integer last) {
                handled.put(List.of(endpointId, webhookId), true);
                if (last == null) return;
                lasts.remove(List.of(endpointId, callId));
                lasts.put(List.of(endpointId, callId), last);
            }
        };
    }

    private static <Value> Map<List<String>, Value> recent(int capacity) {
        return new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<List<String>, Value> eldest) {
                return size() > capacity;
            }
        };
    }
}
