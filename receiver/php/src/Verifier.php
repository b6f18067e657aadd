<?php

declare(strict_types=1);

namespace Ringpost\Receiver;

/**
 * Verifies that a request is a webhook of the service, complete and recent, and reads it. It takes
 * the body as it came (`php://input`): JSON that was parsed and written again does not verify.
 */
final class Verifier
{
    /** The service sends at most 64 KiB. */
    public const BODY_BYTES_MAX = 262_144;

    private const PAYLOAD_VERSIONS = ['1', '2'];
    private const SECRET_BYTES = [24, 64];
    /** Without dots, which separate the parts of the signed content. */
    private const ID = '/^[\x21-\x2d\x2f-\x7e]{1,256}$/D';
    private const COUNT = '/^[1-9][0-9]{0,8}$/D';
    private const REQUIRED = [
        'webhook-id' => self::ID,
        'webhook-endpoint-id' => self::ID,
        'webhook-event' => '/^[A-Z][A-Z0-9_]{0,127}$/D',
        'webhook-timestamp' => '/^[1-9][0-9]{0,11}$/D',
        'webhook-attempt' => self::COUNT,
        'webhook-sequence' => self::COUNT,
    ];

    /** @var list<string> */
    private readonly array $secrets;
    private readonly \Closure $nowMs;

    /**
     * At least one of keys, secrets and tokens is needed.
     *
     * @param ?Keys $keys a KeySet, or FixedKeys
     * @param list<string> $signingSecrets the whsec_ of an endpoint with hmac-sha256; two during a
     *     rotation
     * @param list<string> $bearerTokens the token of the endpoint; two during a rotation
     * @param 'webhook-signature'|'rfc9421'|'both'|null $signatureFormat demands a form; null: each
     *     that came must be valid
     * @param ?string $endpointId refuses webhooks to another endpoint of the same project
     * @param bool $acceptUnsignedIdentity accepts requests of older services, whose signature does
     *     not cover event and sequence; needs endpointId; the event is then not proven
     * @param ?callable $nowMs a clock in epoch milliseconds, for tests
     * @throws \InvalidArgumentException on options that would verify nothing
     */
    public function __construct(
        private readonly ?Keys $keys = null,
        array $signingSecrets = [],
        private readonly array $bearerTokens = [],
        private readonly ?string $signatureFormat = null,
        private readonly ?string $endpointId = null,
        private readonly string $contentKey = 'message',
        private readonly int $toleranceSeconds = 300,
        private readonly bool $acceptUnsignedIdentity = false,
        ?callable $nowMs = null,
    ) {
        if ($toleranceSeconds < 0) {
            throw new \InvalidArgumentException('toleranceSeconds must be 0 or more');
        }
        if ($keys === null && $signingSecrets === [] && $bearerTokens === []) {
            throw new \InvalidArgumentException('give keys, signingSecrets or bearerTokens');
        }
        if ($acceptUnsignedIdentity && $endpointId === null) {
            throw new \InvalidArgumentException('acceptUnsignedIdentity needs endpointId');
        }
        $this->secrets = array_map(self::secretBytes(...), $signingSecrets);
        $this->nowMs = \Closure::fromCallable($nowMs ?? static fn () => microtime(true) * 1_000);
    }

    /**
     * @param array<string, string|list<string>> $headers as `getallheaders()` or PSR-7 gives them
     * @throws InvalidWebhook with the reason and the status to answer
     */
    public function verify(array $headers, string $rawBody): Event
    {
        if (strlen($rawBody) > self::BODY_BYTES_MAX) {
            $detail = 'The body has more than ' . self::BODY_BYTES_MAX . ' bytes.';
            throw new InvalidWebhook(Reason::BodyTooLarge, $detail);
        }
        $values = self::joined($headers);
        $this->checkHeaders($values);
        $timestamp = (int) $values['webhook-timestamp'];
        $now = ($this->nowMs)() / 1_000;
        $this->checkTime($timestamp - $now);
        if ($this->bearerTokens !== []) {
            $this->checkToken($values['authorization'] ?? null);
        }
        $identity = 'token';
        $isReopened = ($values['webhook-reopened'] ?? '') === 'true';
        if ($this->keys !== null || $this->secrets !== []) {
            $signatures =
                new Signatures($values, $rawBody, $timestamp, $now, $this->keys, $this->secrets);
            [$isSigned, $isSignedReopened] = $signatures->check($this->signatureFormat);
            if ($isSigned || $this->bearerTokens === []) {
                $identity = $isSigned ? 'signed' : 'unsigned';
                $isReopened = $isSignedReopened;
            }
        }
        if ($identity === 'unsigned' && !$this->acceptUnsignedIdentity) {
            throw new InvalidWebhook(
                Reason::IdentityUnsigned,
                'The signature does not cover webhook-endpoint-id, webhook-event and webhook-sequence.',
            );
        }
        return new Event(
            $values['webhook-id'],
            $values['webhook-endpoint-id'],
            $values['webhook-event'],
            (int) $values['webhook-attempt'],
            $identity === 'unsigned' ? null : (int) $values['webhook-sequence'],
            $isReopened,
            $values['acw-run-id'] ?? null,
            $identity,
            Payload::parse($rawBody, $values['webhook-event'], $this->contentKey),
        );
    }

    /**
     * A header sent twice is joined, so that a second value cannot hide behind the first.
     *
     * @return array<string, string>
     */
    private static function joined(array $headers): array
    {
        $values = [];
        foreach ($headers as $name => $given) {
            $lower = strtolower((string) $name);
            foreach ((array) $given as $value) {
                $text = trim((string) $value, " \t\r\n");
                $values[$lower] = isset($values[$lower]) ? "{$values[$lower]}, {$text}" : $text;
            }
        }
        return $values;
    }

    /** @param array<string, string> $values */
    private function checkHeaders(array $values): void
    {
        foreach (self::REQUIRED as $name => $pattern) {
            if (!isset($values[$name])) {
                throw new InvalidWebhook(Reason::MissingHeader, "{$name} is missing.");
            }
            if (preg_match($pattern, $values[$name]) !== 1) {
                throw new InvalidWebhook(Reason::MalformedHeader, "{$name} is malformed.");
            }
        }
        $own = $values['webhook-endpoint-id'];
        if (isset($values['acw-run-id']) && preg_match(self::ID, $values['acw-run-id']) !== 1) {
            throw new InvalidWebhook(Reason::MalformedHeader, 'acw-run-id is malformed.');
        }
        if (($values['acw-agent-id'] ?? $own) !== $own) {
            $detail = 'acw-agent-id is another than webhook-endpoint-id.';
            throw new InvalidWebhook(Reason::MalformedHeader, $detail);
        }
        if (!in_array($values['webhook-payload-version'] ?? '1', self::PAYLOAD_VERSIONS, true)) {
            $detail = 'The payload has a version that is not known here.';
            throw new InvalidWebhook(Reason::PayloadVersion, $detail);
        }
        if ($this->endpointId !== null && $this->endpointId !== $own) {
            $detail = 'The webhook was sent to another endpoint.';
            throw new InvalidWebhook(Reason::WrongEndpoint, $detail);
        }
    }

    private function checkTime(float $aheadSeconds): void
    {
        // Written so that a clock that returns NAN refuses everything.
        if (!($aheadSeconds >= -$this->toleranceSeconds)) {
            throw new InvalidWebhook(Reason::TimestampTooOld, 'webhook-timestamp is too old.');
        }
        if ($aheadSeconds > $this->toleranceSeconds) {
            $detail = 'webhook-timestamp is in the future.';
            throw new InvalidWebhook(Reason::TimestampInFuture, $detail);
        }
    }

    private function checkToken(?string $authorization): void
    {
        if ($authorization === null) {
            throw new InvalidWebhook(Reason::MissingHeader, 'authorization is missing.');
        }
        $matches = false;
        if (preg_match('/^bearer +([A-Za-z0-9._~+\/-]+=*)$/iD', $authorization, $match) === 1) {
            // Hashed, so that the duration does not even reveal the length of the expected token.
            $given = hash('sha256', $match[1], true);
            foreach ($this->bearerTokens as $token) {
                $matches = hash_equals(hash('sha256', $token, true), $given) || $matches;
            }
        }
        if (!$matches) {
            $detail = 'The Bearer token is another one, or none.';
            throw new InvalidWebhook(Reason::BearerMismatch, $detail);
        }
    }

    /** The error does not repeat the text. */
    private static function secretBytes(#[\SensitiveParameter] string $text): string
    {
        $bytes = str_starts_with($text, 'whsec_') ? base64_decode(substr($text, 6), true) : false;
        $length = $bytes === false ? 0 : strlen($bytes);
        if ($bytes !== false && $length >= self::SECRET_BYTES[0] && $length <= self::SECRET_BYTES[1]) {
            return $bytes;
        }
        throw new \InvalidArgumentException('a signing secret is whsec_ and base64 of 24 to 64 bytes');
    }
}
