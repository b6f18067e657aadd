<?php

declare(strict_types=1);

namespace Ringpost\Receiver;

/**
 * Handles each webhook once, and never an older one after a newer one of the same call, except one
 * that an operator reopened. A delivery may arrive twice (your answer was lost); within a call the
 * service sends in order, so only such copies and reopened deliveries come late.
 */
final class OrderGuard
{
    private readonly ?\Closure $onMissed;

    /**
     * @param ?callable(Event, int): void $onMissed told before an event is handled how many of its
     *     call are missing before it: they were given up or cancelled, or never handled
     */
    public function __construct(
        private readonly OrderStore $store = new MemoryStore(),
        ?callable $onMissed = null,
    ) {
        $this->onMissed = $onMissed === null ? null : \Closure::fromCallable($onMissed);
    }

    /**
     * Answers handled; reopened (handled after a newer one of its call, since an operator asked for
     * it); duplicate or late (not handled). If $handle throws, the webhook counts as not handled:
     * answer 500, and it comes again.
     *
     * @param callable(Event): void $handle
     * @return 'handled'|'reopened'|'duplicate'|'late'
     */
    public function run(Event $event, callable $handle): string
    {
        $work = fn () => $this->runAlone($event, $handle);
        return $this->store->alone($event->endpointId, $event->callId(), $work);
    }

    private function runAlone(Event $event, callable $handle): string
    {
        $endpointId = $event->endpointId;
        $callId = $event->callId();
        if ($this->store->wasHandled($endpointId, $event->webhookId)) {
            return 'duplicate';
        }
        $last = $this->store->lastSequence($endpointId, $callId);
        $sequence = $event->sequence;
        $isLate = $sequence !== null && $last !== null && $sequence <= $last;
        if ($isLate && !$event->reopened) {
            return 'late';
        }
        // What the guard did not see before the first one is not known to be missing.
        $missed = $sequence === null || $last === null ? 0 : $sequence - $last - 1;
        if ($missed > 0 && $this->onMissed !== null) {
            ($this->onMissed)($event, $missed);
        }
        $handle($event);
        $highest = $isLate ? $last : $sequence;
        $this->store->remember($endpointId, $event->webhookId, $callId, $highest);
        return $isLate ? 'reopened' : 'handled';
    }
}
