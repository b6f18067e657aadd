<?php

declare(strict_types=1);

namespace Ringpost\Receiver;

/**
 * The keys of a project, fetched from its JWKS address and kept. The address is fixed when the set
 * is made: never take it from a request. An unknown id causes another fetch, at most once a minute,
 * so that made-up ids cannot cause a flood of requests.
 */
final class KeySet implements Keys
{
    private const MAX_AGE_MS = 5 * 60_000;
    /** How long fetched keys are used if the address cannot be reached. */
    private const STALE_MS_MAX = 60 * 60_000;
    private const UNKNOWN_KEY_PAUSE_MS = 60_000;
    private const FAILURE_PAUSE_MS = 5_000;
    private const FETCH_SECONDS_MAX = 5;
    private const DOCUMENT_BYTES_MAX = 65_536;
    private const KEYS_MAX = 32;

    private readonly string $address;
    private readonly \Closure $get;
    private readonly \Closure $nowMs;
    private ?FixedKeys $keys = null;
    private ?int $fetchedAtMs = null;
    private ?int $triedAtMs = null;
    private ?string $failure = null;
    private ?string $read = null;

    /**
     * @param ?KeyCache $cache such as a SqliteStore; without one each process fetches for itself
     * @param ?callable $get as Transport::get, for tests
     * @param ?callable $nowMs a clock in epoch milliseconds, for tests
     * @throws \InvalidArgumentException if the address is neither https nor on this machine
     */
    public function __construct(
        string $jwksUrl,
        private readonly ?KeyCache $cache = null,
        bool $allowHttp = false,
        ?callable $get = null,
        ?callable $nowMs = null,
    ) {
        $this->address = Transport::checked($jwksUrl, $allowHttp);
        $this->get = \Closure::fromCallable($get ?? [Transport::class, 'get']);
        $this->nowMs = \Closure::fromCallable($nowMs ?? static fn () => (int) (microtime(true) * 1_000));
    }

    public function lookup(string $kid): \OpenSSLAsymmetricKey
    {
        $this->recall();
        $isFresh = $this->isWithin($this->fetchedAtMs, self::MAX_AGE_MS);
        if (!$isFresh || $this->keys?->has($kid) !== true) {
            $pauseMs = $this->failure === null ? self::UNKNOWN_KEY_PAUSE_MS : self::FAILURE_PAUSE_MS;
            if (!$this->isWithin($this->triedAtMs, $pauseMs - 1)) {
                $this->refresh();
            }
        }
        if ($this->keys === null || !$this->isWithin($this->fetchedAtMs, self::STALE_MS_MAX)) {
            throw new InvalidWebhook(Reason::KeysUnavailable, (string) $this->failure);
        }
        if ($this->failure !== null && !$this->keys->has($kid)) {
            throw new InvalidWebhook(Reason::KeysUnavailable, $this->failure);
        }
        return $this->keys->lookup($kid);
    }

    /** A clock that was set back makes nothing younger. */
    private function isWithin(?int $atMs, int $ageMs): bool
    {
        $age = $atMs === null ? -1 : ($this->nowMs)() - $atMs;
        return $age >= 0 && $age <= $ageMs;
    }

    private function refresh(): void
    {
        $this->triedAtMs = ($this->nowMs)();
        $jwks = null;
        try {
            $jwks = $this->fetch();
            $this->keys = new FixedKeys($jwks);
            $this->fetchedAtMs = ($this->nowMs)();
            $this->failure = null;
        } catch (\RuntimeException | \JsonException $failed) {
            $this->failure = $failed->getMessage();
        }
        $this->keep($jwks);
    }

    /** @return list<mixed> */
    private function fetch(): array
    {
        $accept = ['accept' => 'application/json'];
        ['status' => $status, 'body' => $body] =
            ($this->get)($this->address, $accept, self::DOCUMENT_BYTES_MAX, self::FETCH_SECONDS_MAX);
        if ($status !== 200) {
            throw new \RuntimeException("The JWKS address answered {$status}.");
        }
        if ($body === null) {
            throw new \RuntimeException('The key set is too large.');
        }
        $document = json_decode($body, false, 16, JSON_THROW_ON_ERROR);
        $jwks = $document instanceof \stdClass ? ($document->keys ?? null) : null;
        if (!is_array($jwks)) {
            throw new \RuntimeException('The JWKS address did not answer with a key set.');
        }
        return array_map(
            static fn ($jwk) => $jwk instanceof \stdClass ? (array) $jwk : null,
            array_slice($jwks, 0, self::KEYS_MAX),
        );
    }

    private function recall(): void
    {
        $text = $this->cache?->readKeys($this->address);
        if ($text === null || $text === $this->read) {
            return;
        }
        $state = json_decode($text, true);
        if (is_array($state)) {
            $this->read = $text;
            $this->keys = is_array($state['jwks'] ?? null) ? new FixedKeys($state['jwks']) : null;
            $this->fetchedAtMs = $state['fetchedAtMs'] ?? null;
            $this->triedAtMs = $state['triedAtMs'] ?? null;
            $this->failure = $state['failure'] ?? null;
        }
    }

    /** @param ?list<mixed> $jwks null: as before */
    private function keep(?array $jwks): void
    {
        if ($this->cache === null) {
            return;
        }
        $before = $this->read === null ? [] : json_decode($this->read, true);
        $this->read = json_encode([
            'jwks' => $jwks ?? $before['jwks'] ?? null,
            'fetchedAtMs' => $this->fetchedAtMs,
            'triedAtMs' => $this->triedAtMs,
            'failure' => $this->failure,
        ], JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE);
        $this->cache->writeKeys($this->address, $this->read);
    }
}
