<?php

declare(strict_types=1);

namespace Ringpost\Receiver;

/** The log of a call as the platform sent it, or why there is none. */
final class CallLog
{
    /**
     * @param ?array<string, mixed> $log null if there is none
     * @param 'never'|'gave-up'|'refused'|null $reason null if there is a log; never: none will come;
     *     gave-up: after the attempts or the seconds; refused: the key may not read it, or the
     *     answer is no log
     */
    public function __construct(
        public readonly ?array $log,
        public readonly ?string $reason,
        public readonly string $detail,
    ) {
    }
}
