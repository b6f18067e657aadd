<?php

declare(strict_types=1);

namespace Ringpost\Receiver;

/**
 * Reads the log of a call, and gives up in time. CALL_LOG_CREATED says that a call has ended; its
 * log may come later or never. The service says with Retry-After that one may still come.
 */
final class CallLogs
{
    private const REQUEST_SECONDS_MAX = 10;
    private const WAIT_SECONDS_MAX = 30;
    /** The service takes logs of at most 5 MiB. */
    private const LOG_BYTES_MAX = 8_388_608;

    private readonly string $base;
    private readonly \Closure $get;
    private readonly \Closure $now;
    private readonly \Closure $sleep;

    /**
     * @param string $url where the service is; https, or on this machine
     * @param string $apiKey one with the scope call-logs:read
     * @param ?callable $get as Transport::get, for tests; so are $now and $sleep, in seconds
     */
    public function __construct(
        string $url,
        private readonly string $apiKey,
        bool $allowHttp = false,
        ?callable $get = null,
        ?callable $now = null,
        ?callable $sleep = null,
    ) {
        $this->base = rtrim(Transport::checked($url, $allowHttp), '/');
        $this->get = \Closure::fromCallable($get ?? [Transport::class, 'get']);
        $this->now = \Closure::fromCallable($now ?? static fn () => hrtime(true) / 1e9);
        $this->sleep = \Closure::fromCallable($sleep ?? 'sleep');
    }

    /** Asks at most so many times within so many seconds. */
    public function readCallLog(string $callId, int $attempts = 100, int $seconds = 600): CallLog
    {
        if ($attempts < 1 || $seconds < 0) {
            throw new \InvalidArgumentException('attempts must be 1 or more, seconds 0 or more');
        }
        $address = "{$this->base}/v1/call-logs/" . rawurlencode($callId);
        $until = ($this->now)() + $seconds;
        for ($tried = 1; ; $tried += 1) {
            [$found, $wait] = $this->ask($address, $tried);
            if ($wait === 0) {
                return $found;
            }
            if ($tried >= $attempts) {
                return new CallLog(null, 'gave-up', "Asked {$tried} times. {$found->detail}");
            }
            if (($this->now)() + $wait > $until) {
                return new CallLog(null, 'gave-up', "Waited {$seconds} s at most. {$found->detail}");
            }
            ($this->sleep)($wait);
        }
    }

    /** @return array{CallLog, int} what was found; after how many seconds to ask again, or 0 */
    private function ask(string $address, int $tried): array
    {
        $wait = min(self::WAIT_SECONDS_MAX, 2 ** min($tried - 1, 10));
        $headers = ['accept' => 'application/json', 'authorization' => "Bearer {$this->apiKey}"];
        try {
            ['status' => $status, 'body' => $body, 'retryAfter' => $retryAfter] =
                ($this->get)($address, $headers, self::LOG_BYTES_MAX, self::REQUEST_SECONDS_MAX);
        } catch (\RuntimeException $failed) {
            return [new CallLog(null, 'gave-up', $failed->getMessage()), $wait];
        }
        $isObject = json_decode($body ?? '') instanceof \stdClass;
        $found = $isObject ? json_decode($body, true) : [];
        if ($status === 200) {
            return [
                $isObject
                    ? new CallLog($found, null, '')
                    : new CallLog(null, 'refused', 'The answer is no call log.'),
                0,
            ];
        }
        $detail = $found['detail'] ?? null;
        $detail = is_string($detail) ? $detail : "The service says {$status}.";
        if ($status === 404 && $retryAfter === null) {
            return [new CallLog(null, 'never', $detail), 0];
        }
        if (!in_array($status, [404, 408, 425, 429], true) && $status < 500) {
            return [new CallLog(null, 'refused', $detail), 0];
        }
        if (preg_match('/^[0-9]{1,6}$/D', $retryAfter ?? '') === 1) {
            $wait = max(1, (int) $retryAfter);
        }
        return [new CallLog(null, 'gave-up', $detail), $wait];
    }
}
