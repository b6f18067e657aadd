<?php

declare(strict_types=1);

namespace Ringpost\Receiver;

/** The body of a webhook (payload version 1, whose keys only grow). */
final class Payload
{
    private const DATA_KEYS = [
        'outbound' => ['callId', 'callStatus', 'callSid', 'clientId'],
        'inbound' => ['callId', 'callStatus'],
        'inbound-error' => ['callId', 'callStatus', 'callSid'],
        'call-log' => ['callId', 'callStatus', 'callSid', 'clientId', 'direction'],
        'acw-completed' => ['callId', 'acwAgentId', 'acwResultId', 'isError'],
        'other' => [],
    ];

    /**
     * @param 'outbound'|'inbound'|'inbound-error'|'call-log'|'acw-completed'|'other' $kind tells
     *     which keys the data has; other is of an event that is not known here
     * @param string $message for people: never parse it
     * @param array<string, mixed> $data
     * @param ?list<CallError> $errors null if the body has no such key
     */
    public function __construct(
        public readonly string $kind,
        public readonly string $message,
        public readonly array $data,
        public readonly ?array $errors,
    ) {
    }

    /** @throws InvalidWebhook */
    public static function parse(string $text, string $event, string $contentKey): self
    {
        try {
            $flags = JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE;
            $shape = json_decode($text, false, 512, $flags);
            $body = json_decode($text, true, 512, $flags);
        } catch (\JsonException) {
            throw self::malformed('The body is no JSON.');
        }
        // An object and a list are one thing as arrays.
        if (!$shape instanceof \stdClass || !($shape->data ?? null) instanceof \stdClass) {
            throw self::malformed('The body has no object "data".');
        }
        $message = $body[$contentKey] ?? null;
        if (!is_string($message)) {
            throw self::malformed("The body has no text \"{$contentKey}\".");
        }
        $errors = property_exists($shape, 'errors') ? self::errorsOf($shape->errors) : null;
        $kind = self::kindOf($event, $body['data']);
        foreach (self::DATA_KEYS[$kind] as $key) {
            if (!is_string($body['data'][$key] ?? null)) {
                throw self::malformed("\"data\" has no text \"{$key}\" for {$event}.");
            }
        }
        return new self($kind, $message, $body['data'], $errors);
    }

    /** @param array<string, mixed> $data */
    private static function kindOf(string $event, array $data): string
    {
        return match (true) {
            $event === 'CALL_LOG_CREATED' => in_array(
                $data['direction'] ?? null,
                ['OUTBOUND', 'INBOUND'],
                true,
            ) ? 'call-log' : 'other',
            $event === 'ACW_COMPLETED' => 'acw-completed',
            $event === 'INBOUND_CALL_ERROR' => 'inbound-error',
            str_starts_with($event, 'OUTBOUND_CALL_') => 'outbound',
            str_starts_with($event, 'INBOUND_CALL_') => 'inbound',
            default => 'other',
        };
    }

    /** @return list<CallError> */
    private static function errorsOf(mixed $value): array
    {
        $errors = [];
        foreach (is_array($value) ? $value : [null] as $each) {
            $code = $each->code ?? null;
            $message = $each->message ?? null;
            $timestamp = $each->timestamp ?? null;
            if (!is_string($code) || !is_string($message) || !is_string($timestamp)) {
                throw self::malformed('"errors" is no list of errors.');
            }
            $errors[] = new CallError($code, $message, $timestamp);
        }
        return $errors;
    }

    private static function malformed(string $detail): InvalidWebhook
    {
        return new InvalidWebhook(Reason::PayloadMalformed, $detail);
    }
}
