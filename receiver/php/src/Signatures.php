<?php

declare(strict_types=1);

namespace Ringpost\Receiver;

/**
 * The signatures of a request: the required ones are there, and each that is there is valid. An
 * unsigned header proves nothing: any program that forwards a request may write anything into it.
 *
 * @internal
 */
final class Signatures
{
    /** Two keys sign during a rotation; further signatures are ignored. */
    private const SIGNATURES_MAX = 8;
    private const TAG = 'call-event-webhook';
    private const ALGORITHM = 'rsa-v1_5-sha256';
    private const COVERED = [
        '@method', 'content-digest', 'webhook-id', 'webhook-timestamp', 'webhook-event',
        'webhook-endpoint-id',
    ];
    /** Covered in addition, except by older services; also the run if the request names one. */
    private const COVERED_IDENTITY = ['webhook-sequence', 'webhook-payload-version'];

    /** Header, version by key, version by secret. */
    private const PLAIN = ['webhook-signature', 'v1rs256', 'v1'];
    private const IDENTITY = ['webhook-identity-signature', 'v2rs256', 'v2'];
    private const REOPENED = ['webhook-reopened-signature', 'v3rs256', 'v3'];

    /**
     * @param array<string, string> $headers by their names in lower case
     * @param list<string> $secrets
     */
    public function __construct(
        private readonly array $headers,
        private readonly string $rawBody,
        private readonly int $timestamp,
        private readonly float $now,
        private readonly ?Keys $keys,
        private readonly array $secrets,
    ) {
    }

    /**
     * Whether a signature covers endpoint, event, sequence and run, and that it was reopened.
     *
     * @return array{bool, bool}
     */
    public function check(?string $wanted): array
    {
        $hasSimple = isset($this->headers['webhook-signature']);
        $hasMessage = isset($this->headers['signature-input']) || isset($this->headers['signature']);
        if (!$hasSimple && $wanted !== 'rfc9421' && (!$hasMessage || $wanted !== null)) {
            throw self::missing('webhook-signature is missing.');
        }
        $wantsMessage = $wanted === 'rfc9421' || $wanted === 'both';
        if (!$hasMessage && $wantsMessage) {
            throw self::missing('Signature-Input and Signature are missing.');
        }
        $simple = $hasSimple ? $this->checkSimple() : [false, false];
        if (!$hasMessage) {
            return $simple;
        }
        if ($this->keys === null) {
            // A proxy on the way added it: an endpoint with a secret signs in no other form.
            return $hasSimple ? $simple : throw self::missing('webhook-signature is missing.');
        }
        try {
            $message = $this->checkMessage($this->keys);
        } catch (InvalidWebhook $failure) {
            // A proxy on the way may have added a signature to a request that the service signed
            // only in the other form.
            $isOurs = $failure->reason !== Reason::SignatureMissing;
            return !$isOurs && $hasSimple && !$wantsMessage ? $simple : throw $failure;
        }
        return [$simple[0] || $message[0], $simple[1] || $message[1]];
    }

    /**
     * Checks webhook-signature, and the identity signature if there is one.
     *
     * @return array{bool, bool}
     */
    private function checkSimple(): array
    {
        $hasSecretEntry = $this->entries(self::PLAIN[0], self::PLAIN[2]) !== [];
        $bySecret = $this->secrets !== [] && ($this->keys === null || $hasSecretEntry);
        $this->checkHeader(self::PLAIN, $bySecret);
        if (!isset($this->headers[self::IDENTITY[0]])) {
            return [false, false];
        }
        $this->checkHeader(self::IDENTITY, $bySecret);
        if (($this->headers['webhook-reopened'] ?? '') !== 'true') {
            return [true, false];
        }
        try {
            $this->checkHeader(self::REOPENED, $bySecret);
        } catch (InvalidWebhook) {
            // Without its own signature the header is worth nothing, but the request is whole.
            return [true, false];
        }
        return [true, true];
    }

    /** @param array{string, string, string} $of */
    private function checkHeader(array $of, bool $bySecret): void
    {
        [$header, $byKey, $secretly] = $of;
        $version = $bySecret ? $secretly : $byKey;
        $signed = $of === self::PLAIN
            ? $this->content('', 'webhook-id', 'webhook-timestamp')
            : $this->content(
                "{$version}.",
                'webhook-id',
                'webhook-timestamp',
                'webhook-endpoint-id',
                'webhook-event',
                'webhook-sequence',
                'webhook-payload-version',
                'acw-run-id',
            );
        if ($bySecret) {
            $this->checkSecrets($this->entries($header, $version), $signed);
        } elseif ($this->keys === null) {
            throw self::missing('webhook-signature is missing.');
        } else {
            $this->checkEntries($header, $version, $signed, $this->keys);
        }
    }

    private function content(string $prefix, string ...$names): string
    {
        foreach ($names as $name) {
            $prefix .= ($this->headers[$name] ?? '') . '.';
        }
        return $prefix . $this->rawBody;
    }

    /**
     * The base64 of each entry of this version.
     *
     * @return list<string>
     */
    private function entries(string $header, string $version): array
    {
        $found = [];
        foreach (self::listed($this->headers[$header] ?? '') as $entry) {
            if (str_starts_with($entry, "{$version},")) {
                $found[] = substr($entry, strlen($version) + 1);
            }
        }
        return $found;
    }

    /** @return list<string> */
    private static function listed(string $value): array
    {
        $parts = preg_split('/ +/', $value, -1, PREG_SPLIT_NO_EMPTY);
        return array_slice($parts === false ? [] : $parts, 0, self::SIGNATURES_MAX);
    }

    private function checkEntries(string $header, string $version, string $signed, Keys $keys): void
    {
        $signatures = $this->entries($header, $version);
        $kids = self::listed($this->headers['webhook-key-id'] ?? '');
        if ($signatures === [] || count($signatures) !== count($kids)) {
            throw new InvalidWebhook(
                Reason::MalformedHeader,
                "{$header} must list one {$version} entry for each id in webhook-key-id.",
            );
        }
        $candidates = [];
        foreach ($signatures as $at => $base64) {
            $candidates[] = [$kids[$at], $signed, (string) base64_decode($base64, true)];
        }
        self::checkAny($keys, $candidates);
    }

    /**
     * One valid signature by a known key is enough, which is what lets keys rotate. Of several
     * failures it reports the one that a later try may resolve.
     *
     * @param list<array{string, string, string}> $candidates key id, signed text, signature
     */
    private static function checkAny(Keys $keys, array $candidates): void
    {
        $failure = null;
        foreach (array_slice($candidates, 0, self::SIGNATURES_MAX) as [$kid, $signed, $signature]) {
            try {
                $key = $keys->lookup($kid);
            } catch (InvalidWebhook $missing) {
                $mayPass = $failure?->reason === Reason::KeysUnavailable;
                if ($missing->reason === Reason::KeysUnavailable || !$mayPass) {
                    $failure = $missing;
                }
                continue;
            }
            if (openssl_verify($signed, $signature, $key, OPENSSL_ALGO_SHA256) === 1) {
                return;
            }
            $failure ??= self::mismatch();
        }
        throw $failure ?? self::missing('The request has no signature that is known here.');
    }

    /** @param list<string> $entries */
    private function checkSecrets(array $entries, string $signed): void
    {
        if ($entries === []) {
            throw self::missing('The request is not signed with a secret.');
        }
        $matches = false;
        foreach ($this->secrets as $secret) {
            $expected = hash_hmac('sha256', $signed, $secret, true);
            foreach ($entries as $entry) {
                $matches = hash_equals($expected, (string) base64_decode($entry, true)) || $matches;
            }
        }
        if (!$matches) {
            throw self::mismatch();
        }
    }

    /**
     * HTTP Message Signatures (RFC 9421) with Content-Digest (RFC 9530). The signature covers the
     * digest and not the body, so the digest is computed anew from the body.
     *
     * @return array{bool, bool}
     */
    private function checkMessage(Keys $keys): array
    {
        $inputs = Dictionary::parse($this->headers['signature-input'] ?? '');
        $signatures = Dictionary::parse($this->headers['signature'] ?? '');
        if ($inputs === null || $signatures === null) {
            throw new InvalidWebhook(
                Reason::MalformedHeader,
                'Signature-Input or Signature cannot be read.',
            );
        }
        $found = ['reopened' => [], 'signed' => [], 'unsigned' => []];
        $fault = null;
        foreach ($inputs as $label => $input) {
            $signature = $signatures[$label]['bytes'] ?? null;
            // A proxy on the way may add its own signatures; they carry another tag, or fail here.
            if ($signature === null || ($input['parameters']['tag'] ?? null) !== self::TAG) {
                continue;
            }
            $open = $this->coverFault($input);
            $base = $open === null ? $this->base($input) : null;
            if ($base === null) {
                $detail = 'A covered header is missing or not known.';
                $fault ??= $open ?? new InvalidWebhook(Reason::NotCovered, $detail);
                continue;
            }
            $found[$this->cover($input['items'])][] = [$input['parameters']['keyid'], $base, $signature];
        }
        $failure = null;
        foreach (array_filter($found) as $cover => $candidates) {
            try {
                self::checkAny($keys, $candidates);
            } catch (InvalidWebhook $checked) {
                $failure ??= $checked;
                continue;
            }
            if (!$this->digestMatches()) {
                throw new InvalidWebhook(
                    Reason::DigestMismatch,
                    'Content-Digest is not the SHA-256 of the body.',
                );
            }
            return [$cover !== 'unsigned', $cover === 'reopened'];
        }
        throw $failure ?? $fault ?? self::missing('No signature has the tag that is known here.');
    }

    /** What the signature does not cover; null if it covers all that is required. */
    private function coverFault(array $input): ?InvalidWebhook
    {
        ['items' => $items, 'parameters' => $parameters] = $input;
        $missing = array_values(array_diff(self::COVERED, $items))[0] ?? null;
        $detail = match (true) {
            $missing !== null => "The signature does not cover {$missing}.",
            ($parameters['alg'] ?? null) !== self::ALGORITHM =>
                'The signature must state alg="' . self::ALGORITHM . '".',
            !is_string($parameters['keyid'] ?? null) => 'The signature names no key.',
            ($parameters['created'] ?? null) !== $this->timestamp =>
                'created differs from webhook-timestamp.',
            default => null,
        };
        if ($detail !== null) {
            return new InvalidWebhook(Reason::NotCovered, $detail);
        }
        $expires = $parameters['expires'] ?? null;
        if ($expires === null || is_int($expires) && $expires >= $this->now) {
            return null;
        }
        return new InvalidWebhook(Reason::TimestampTooOld, 'The signature has expired.');
    }

    /** @param list<string> $items */
    private function cover(array $items): string
    {
        $hasRun = !isset($this->headers['acw-run-id']) || in_array('acw-run-id', $items, true);
        if (!$hasRun || array_diff(self::COVERED_IDENTITY, $items) !== []) {
            return 'unsigned';
        }
        $isReopened = ($this->headers['webhook-reopened'] ?? '') === 'true'
            && in_array('webhook-reopened', $items, true);
        return $isReopened ? 'reopened' : 'signed';
    }

    /** Null if a covered header is not there. */
    private function base(array $input): ?string
    {
        $lines = [];
        foreach ($input['items'] as $name) {
            $value = $name === '@method' ? 'POST' : ($this->headers[$name] ?? null);
            if ($value === null) {
                return null;
            }
            $lines[] = "\"{$name}\": {$value}";
        }
        $lines[] = "\"@signature-params\": {$input['text']}";
        return implode("\n", $lines);
    }

    private function digestMatches(): bool
    {
        $stated = Dictionary::parse($this->headers['content-digest'] ?? '');
        $digest = $stated['sha-256']['bytes'] ?? '';
        return hash_equals(hash('sha256', $this->rawBody, true), $digest);
    }

    private static function mismatch(): InvalidWebhook
    {
        $detail = 'The signature does not match the request.';
        return new InvalidWebhook(Reason::SignatureMismatch, $detail);
    }

    private static function missing(string $detail): InvalidWebhook
    {
        return new InvalidWebhook(Reason::SignatureMissing, $detail);
    }
}
