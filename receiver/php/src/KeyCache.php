<?php

declare(strict_types=1);

namespace Ringpost\Receiver;

/** Where a key set keeps what it fetched: a process of PHP often ends with its request. */
interface KeyCache
{
    /** What was written last under this address, or null. */
    public function readKeys(string $address): ?string;

    public function writeKeys(string $address, string $state): void;
}
