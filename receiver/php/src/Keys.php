<?php

declare(strict_types=1);

namespace Ringpost\Receiver;

/** Finds the public key of an id. */
interface Keys
{
    /**
     * @throws InvalidWebhook UnknownKey if there is no such key, KeysUnavailable if the keys cannot
     *     be fetched now
     */
    public function lookup(string $kid): \OpenSSLAsymmetricKey;
}
