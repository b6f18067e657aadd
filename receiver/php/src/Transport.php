<?php

declare(strict_types=1);

namespace Ringpost\Receiver;

/** One bounded GET: no redirects, at most so many bytes and seconds. */
final class Transport
{
    /** Throws if the address is neither https nor on this machine. */
    public static function checked(string $address, bool $allowHttp): string
    {
        $scheme = strtolower((string) parse_url($address, PHP_URL_SCHEME));
        $host = (string) parse_url($address, PHP_URL_HOST);
        $isHere = preg_match('/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/D', $host) === 1;
        if ($host !== '' && ($scheme === 'https' || $scheme === 'http' && ($isHere || $allowHttp))) {
            return $address;
        }
        throw new \InvalidArgumentException("the address must be https: {$address}");
    }

    /**
     * @param array<string, string> $headers
     * @return array{status: int, body: ?string, retryAfter: ?string} the body is null if it is larger
     * @throws \RuntimeException if nothing answers
     */
    public static function get(string $address, array $headers, int $bytesMax, int $seconds): array
    {
        $lines = [];
        foreach ($headers as $name => $value) {
            $lines[] = "{$name}: {$value}";
        }
        $context = stream_context_create(['http' => [
            'header' => $lines,
            'follow_location' => 0,
            'ignore_errors' => true,
            'timeout' => $seconds,
            'protocol_version' => 1.1,
            'user_agent' => 'ringpost-receiver-php',
        ]]);
        $until = hrtime(true) + $seconds * 1_000_000_000;
        $stream = @fopen($address, 'rb', false, $context);
        if ($stream === false) {
            throw new \RuntimeException('The address does not answer.');
        }
        try {
            $answered = stream_get_meta_data($stream)['wrapper_data'] ?? [];
            $body = '';
            while (!feof($stream) && strlen($body) <= $bytesMax) {
                $chunk = fread($stream, 65_536);
                $isLate = hrtime(true) > $until || stream_get_meta_data($stream)['timed_out'];
                if ($chunk === false || $isLate) {
                    throw new \RuntimeException("There was no whole answer in {$seconds} s.");
                }
                $body .= $chunk;
            }
        } finally {
            fclose($stream);
        }
        $status = 0;
        $retryAfter = null;
        foreach ($answered as $line) {
            if (preg_match('/^HTTP\/[\d.]+ (\d{3})/', $line, $match) === 1) {
                $status = (int) $match[1];
                $retryAfter = null;
            } elseif (preg_match('/^retry-after:\s*(.*?)\s*$/iD', $line, $match) === 1) {
                $retryAfter = $match[1];
            }
        }
        return [
            'status' => $status,
            'body' => strlen($body) > $bytesMax ? null : $body,
            'retryAfter' => $retryAfter,
        ];
    }
}
