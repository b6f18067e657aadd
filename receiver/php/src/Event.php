<?php

declare(strict_types=1);

namespace Ringpost\Receiver;

/** A valid webhook. */
final class Event
{
    /**
     * @param string $webhookId the same on every attempt: recognise duplicates by it, per endpoint
     * @param string $event the trigger, such as OUTBOUND_CALL_COMPLETED
     * @param int $attempt from 1; for logs only, since no signature covers it
     * @param ?int $sequence the place among the call's deliveries to this endpoint, from 1; null if
     *     it is not proven
     * @param bool $reopened an operator asked for it again, so it may come after later ones
     * @param ?string $runId for the result that an agent of your own must post
     * @param 'signed'|'token'|'unsigned' $identity what proves endpoint, event, sequence and run
     */
    public function __construct(
        public readonly string $webhookId,
        public readonly string $endpointId,
        public readonly string $event,
        public readonly int $attempt,
        public readonly ?int $sequence,
        public readonly bool $reopened,
        public readonly ?string $runId,
        public readonly string $identity,
        public readonly Payload $payload,
    ) {
    }

    /** The id of the call that the event is about; empty if its data names none. */
    public function callId(): string
    {
        $id = $this->payload->data['callId'] ?? '';
        return is_string($id) ? $id : '';
    }

    /** Never judge by callStatus: a failed dial may end as COMPLETED. */
    public function hasErrors(): bool
    {
        return $this->payload->errors !== null && $this->payload->errors !== [];
    }
}
