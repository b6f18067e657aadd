<?php

declare(strict_types=1);

namespace Ringpost\Receiver;

/** A set of given keys, as JWKs; those that cannot be used are skipped. */
final class FixedKeys implements Keys
{
    private const MODULUS_BITS_MIN = 2_048;
    private const MODULUS_BITS_MAX = 8_192;
    /** FIPS 186-5: signatures with small exponents can be forged if a verifier is lax. */
    private const EXPONENT_MIN = 65_537;

    /** @var array<string, \OpenSSLAsymmetricKey> */
    private readonly array $keys;

    /** @param list<mixed> $jwks */
    public function __construct(array $jwks)
    {
        $keys = [];
        foreach ($jwks as $jwk) {
            $key = is_array($jwk) ? self::read($jwk) : null;
            if ($key !== null) {
                $keys[$jwk['kid']] = $key;
            }
        }
        $this->keys = $keys;
    }

    public function lookup(string $kid): \OpenSSLAsymmetricKey
    {
        $shown = substr($kid, 0, 64);
        return $this->keys[$kid]
            ?? throw new InvalidWebhook(Reason::UnknownKey, "No key has the id {$shown}.");
    }

    public function has(string $kid): bool
    {
        return isset($this->keys[$kid]);
    }

    /** @param array<mixed> $jwk */
    private static function read(array $jwk): ?\OpenSSLAsymmetricKey
    {
        $forSigning = (array_key_exists('use', $jwk) ? $jwk['use'] : 'sig') === 'sig'
            && (array_key_exists('alg', $jwk) ? $jwk['alg'] : 'RS256') === 'RS256';
        $kid = $jwk['kid'] ?? null;
        if (($jwk['kty'] ?? null) !== 'RSA' || !$forSigning || !is_string($kid) || $kid === '') {
            return null;
        }
        $n = self::bytes($jwk['n'] ?? null);
        $e = self::bytes($jwk['e'] ?? null);
        if ($n === null || $e === null || strlen($e) > 7) {
            return null;
        }
        $bits = strlen($n) * 8 - (8 - strlen(decbin(ord($n[0]))));
        $exponent = (int) hexdec(bin2hex($e));
        if ($bits < self::MODULUS_BITS_MIN || $bits > self::MODULUS_BITS_MAX) {
            return null;
        }
        if ($exponent < self::EXPONENT_MIN || $exponent % 2 === 0) {
            return null;
        }
        $key = openssl_pkey_get_public(self::pem($n, $e));
        return $key === false ? null : $key;
    }

    /** Without leading zeros; null if it is no number. */
    private static function bytes(mixed $text): ?string
    {
        if (!is_string($text) || preg_match('/^[A-Za-z0-9_-]+$/D', $text) !== 1) {
            return null;
        }
        $bytes = base64_decode(strtr($text, '-_', '+/'), true);
        $trimmed = $bytes === false ? '' : ltrim($bytes, "\0");
        return $trimmed === '' ? null : $trimmed;
    }

    /** SubjectPublicKeyInfo (RFC 5280) of an RSA key. */
    private static function pem(string $n, string $e): string
    {
        $rsa = self::der(0x30, self::integer($n) . self::integer($e));
        $algorithm = self::der(0x30, "\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x01\x01\x05\x00");
        $info = self::der(0x30, $algorithm . self::der(0x03, "\0" . $rsa));
        $base64 = chunk_split(base64_encode($info), 64, "\n");
        return "-----BEGIN PUBLIC KEY-----\n{$base64}-----END PUBLIC KEY-----\n";
    }

    private static function integer(string $bytes): string
    {
        return self::der(0x02, ord($bytes[0]) > 0x7f ? "\0" . $bytes : $bytes);
    }

    private static function der(int $tag, string $content): string
    {
        $length = strlen($content);
        $long = ltrim(pack('N', $length), "\0");
        $size = $length < 0x80 ? chr($length) : chr(0x80 | strlen($long)) . $long;
        return chr($tag) . $size . $content;
    }
}
