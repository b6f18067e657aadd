<?php

declare(strict_types=1);

namespace Ringpost\Receiver;

/** What a guard remembers. */
interface OrderStore
{
    /**
     * Runs the work while no other work of the same call runs on this store.
     *
     * @template Result
     * @param callable(): Result $work
     * @return Result
     */
    public function alone(string $endpointId, string $callId, callable $work): mixed;

    public function wasHandled(string $endpointId, string $webhookId): bool;

    /** Null if none is known. */
    public function lastSequence(string $endpointId, string $callId): ?int;

    /** @param ?int $last the highest sequence of the call that was handled; null: not known */
    public function remember(string $endpointId, string $webhookId, string $callId, ?int $last): void;
}
