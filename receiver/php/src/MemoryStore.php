<?php

declare(strict_types=1);

namespace Ringpost\Receiver;

/**
 * Remembers a bounded number in memory; the longest unused are forgotten. Only for servers whose
 * process outlives its requests, and that handle one at a time.
 */
final class MemoryStore implements OrderStore
{
    /** @var array<string, true> */
    private array $handled = [];
    /** @var array<string, int> */
    private array $last = [];

    public function __construct(private readonly int $capacity = 100_000)
    {
    }

    public function alone(string $endpointId, string $callId, callable $work): mixed
    {
        return $work();
    }

    public function wasHandled(string $endpointId, string $webhookId): bool
    {
        return isset($this->handled[self::key($endpointId, $webhookId)]);
    }

    public function lastSequence(string $endpointId, string $callId): ?int
    {
        return $this->last[self::key($endpointId, $callId)] ?? null;
    }

    public function remember(string $endpointId, string $webhookId, string $callId, ?int $last): void
    {
        $this->keep($this->handled, self::key($endpointId, $webhookId), true);
        if ($last !== null) {
            $this->keep($this->last, self::key($endpointId, $callId), $last);
        }
    }

    private static function key(string $endpointId, string $id): string
    {
        return strlen($endpointId) . ":{$endpointId}{$id}";
    }

    /** An array keeps the order of insertion, so the first entry is the longest unused one. */
    private function keep(array &$kept, string $key, mixed $value): void
    {
        unset($kept[$key]);
        $kept[$key] = $value;
        if (count($kept) > $this->capacity) {
            unset($kept[array_key_first($kept)]);
        }
    }
}
