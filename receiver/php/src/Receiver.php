<?php

declare(strict_types=1);

namespace Ringpost\Receiver;

/** Answers requests of any framework: verifies, handles once and in order, says the status. */
final class Receiver
{
    private readonly \Closure $handle;

    /** @param callable(Event): void $handle */
    public function __construct(
        private readonly Verifier $verifier,
        private readonly OrderGuard $guard,
        callable $handle,
    ) {
        $this->handle = \Closure::fromCallable($handle);
    }

    /**
     * 204: handled, or need not be handled any more; 500: your own work failed, so it is sent again;
     * else the status of the reason. Failures are told to error_log.
     *
     * @param array<string, string|list<string>> $headers
     */
    public function answer(string $method, array $headers, string $rawBody): int
    {
        if ($method !== 'POST') {
            return 405;
        }
        try {
            $event = $this->verifier->verify($headers, $rawBody);
        } catch (InvalidWebhook $invalid) {
            error_log("webhook refused: {$invalid->getMessage()}");
            return $invalid->answerStatus;
        }
        try {
            $this->guard->run($event, $this->handle);
        } catch (\Throwable $failed) {
            error_log("webhook not handled: {$event->event}: {$failed}");
            return 500;
        }
        return 204;
    }

    /** Answers the request that PHP runs for now. */
    public function serve(): void
    {
        $input = fopen('php://input', 'rb');
        $rawBody = $input === false ? '' : stream_get_contents($input, Verifier::BODY_BYTES_MAX + 1);
        $method = $_SERVER['REQUEST_METHOD'] ?? '';
        http_response_code($this->answer($method, getallheaders(), (string) $rawBody));
    }
}
