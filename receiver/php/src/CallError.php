<?php

declare(strict_types=1);

namespace Ringpost\Receiver;

/** An error of a call; its time is ISO 8601 in UTC with milliseconds. */
final class CallError
{
    public function __construct(
        public readonly string $code,
        public readonly string $message,
        public readonly string $timestamp,
    ) {
    }
}
