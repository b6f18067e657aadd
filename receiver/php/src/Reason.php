<?php

declare(strict_types=1);

namespace Ringpost\Receiver;

/** Why a request is no valid webhook, and the status to answer: 503 comes again, a 4xx does not. */
enum Reason: string
{
    case MissingHeader = 'missing-header';
    case MalformedHeader = 'malformed-header';
    case SignatureMissing = 'signature-missing';
    case SignatureMismatch = 'signature-mismatch';
    case DigestMismatch = 'digest-mismatch';
    case NotCovered = 'not-covered';
    case IdentityUnsigned = 'identity-unsigned';
    case BearerMismatch = 'bearer-mismatch';
    case WrongEndpoint = 'wrong-endpoint';
    case TimestampTooOld = 'timestamp-too-old';
    case TimestampInFuture = 'timestamp-in-future';
    case UnknownKey = 'unknown-key';
    case KeysUnavailable = 'keys-unavailable';
    case PayloadMalformed = 'payload-malformed';
    case PayloadVersion = 'payload-version';
    case BodyTooLarge = 'body-too-large';

    public function answerStatus(): int
    {
        return match ($this) {
            self::UnknownKey, self::KeysUnavailable => 503,
            self::BodyTooLarge => 413,
            self::PayloadMalformed, self::PayloadVersion => 400,
            default => 401,
        };
    }
}
