<?php

declare(strict_types=1);

// Every vector of the contract. Prints `ran N vectors`, ends with 0 if each is judged right.

namespace Ringpost\Receiver;

require __DIR__ . '/../autoload.php';

error_reporting(E_ALL);
set_error_handler(static fn (int $level, string $said) => throw new \Error($said));

function judgedRequest(array $file, array $case): array
{
    $given = $case['options'];
    $pairs = [];
    foreach ($case['headers'] as [$name, $value]) {
        $pairs[$name][] = $value;
    }
    $body = str_repeat((string) base64_decode($case['body'], true), $case['bodyTimes'] ?? 1);
    try {
        $jwks = array_map(static fn (string $name) => $file['keys'][$name], $given['keys'] ?? []);
        $verifier = new Verifier(
            keys: isset($given['keys']) ? new FixedKeys($jwks) : null,
            signingSecrets: $given['signingSecret'] ?? [],
            bearerTokens: $given['bearerToken'] ?? [],
            signatureFormat: $given['signatureFormat'] ?? null,
            endpointId: $given['endpointId'] ?? null,
            contentKey: $given['contentKey'] ?? 'message',
            toleranceSeconds: $given['toleranceS'] ?? 300,
            acceptUnsignedIdentity: $given['acceptUnsignedIdentity'] ?? false,
            nowMs: static fn () => $case['nowMs'],
        );
        $event = $verifier->verify($pairs, $body);
    } catch (InvalidWebhook $invalid) {
        return [
            'kind' => 'invalid',
            'reason' => $invalid->reason->value,
            'answerStatus' => $invalid->answerStatus,
        ];
    } catch (\InvalidArgumentException) {
        return ['kind' => 'mistake'];
    }
    $facts = get_object_vars($event);
    $payload = get_object_vars($event->payload);
    $payload['errors'] = $payload['errors'] === null ? null : array_map('get_object_vars', $payload['errors']);
    $facts['payload'] = array_filter($payload, static fn ($value) => $value !== null);
    return ['kind' => 'valid', 'event' => ['hasErrors' => $event->hasErrors()] + $facts];
}

final class Failure extends \Exception
{
}

function judgedOrder(array $case, OrderStore $store): array
{
    $missed = 0;
    $guard = new OrderGuard($store, static function (Event $event, int $count) use (&$missed): void {
        $missed = $count;
    });
    $said = [];
    foreach ($case['steps'] as $step) {
        $missed = 0;
        $event = new Event(
            $step['webhookId'],
            $step['endpointId'],
            'E',
            1,
            $step['sequence'],
            $step['reopened'],
            null,
            'signed',
            new Payload('other', '', ['callId' => $step['callId']], null),
        );
        try {
            $outcome = $guard->run($event, static function () use ($step): void {
                if ($step['fails']) {
                    throw new Failure();
                }
            });
        } catch (Failure) {
            [$outcome, $missed] = ['failed', 0];
        }
        $said[] = ['outcome' => $outcome, 'missed' => $missed];
    }
    return $said;
}

function answered(?array $answer, int $bytesMax): array
{
    if (($answer['status'] ?? 0) === 0) {
        throw new \RuntimeException('nothing answers');
    }
    $body = str_pad($answer['body'] ?? '', $answer['padTo'] ?? 0);
    return [
        'status' => $answer['status'],
        'body' => strlen($body) > $bytesMax ? null : $body,
        'retryAfter' => $answer['retryAfter'] ?? null,
    ];
}

/** With a cache each step is judged by a new set, as in a new process. */
function judgedKeys(array $case, ?KeyCache $cache): mixed
{
    $nowMs = $fetches = 0;
    $answer = null;
    $get = static function (string $address, array $headers, int $bytesMax) use (&$answer, &$fetches) {
        $fetches += 1;
        return answered($answer, $bytesMax);
    };
    $clock = static function () use (&$nowMs) {
        return $nowMs;
    };
    $allowHttp = $case['allowHttp'] ?? false;
    $make = static fn () => new KeySet($case['url'], $cache, $allowHttp, $get, $clock);
    try {
        $keys = $make();
    } catch (\InvalidArgumentException) {
        return 'mistake';
    }
    $said = [];
    foreach ($case['steps'] as $step) {
        ['atMs' => $nowMs, 'answer' => $answer] = $step;
        try {
            ($cache === null ? $keys : $make())->lookup($step['kid']);
            $kind = 'key';
        } catch (InvalidWebhook $missing) {
            $kind = $missing->reason === Reason::UnknownKey ? 'unknown' : 'unavailable';
        }
        $said[] = [$kind, $fetches];
    }
    return $said;
}

function judgedLog(array $case): array
{
    $now = 0;
    $asked = $waits = [];
    $logs = new CallLogs(
        'https://calls.example.com/',
        'rp_key',
        get: static function (string $address, array $headers, int $bytesMax) use ($case, &$asked) {
            $answer = $case['answers'][min(count($asked), count($case['answers']) - 1)];
            $asked[] = "{$address} {$headers['authorization']}";
            return answered($answer, $bytesMax);
        },
        now: static function () use (&$now) {
            return $now;
        },
        sleep: static function (int $seconds) use (&$now, &$waits): void {
            $waits[] = $seconds;
            $now += $seconds;
        },
    );
    $found = $logs->readCallLog($case['callId'], $case['attempts'] ?? 100, $case['seconds'] ?? 600);
    $result = $found->log === null
        ? ['kind' => 'none', 'reason' => $found->reason]
        : ['kind' => 'log', 'log' => $found->log];
    return [$result, $waits, $asked[0], count($asked)];
}

function judged(array $file, array $case, string $path): array
{
    $newStore = static function () use ($path): SqliteStore {
        array_map('unlink', glob("{$path}/*") ?: []);
        return new SqliteStore("{$path}/store.db");
    };
    switch ($file['kind']) {
        case 'verify':
            return [judgedRequest($file, $case), $case['expected']];
        case 'order':
            $expected = array_column($case['steps'], 'expected');
            $said = judgedOrder($case, new MemoryStore($case['capacity'] ?? 100_000));
            $isBoth = $said == $expected && !isset($case['capacity']);
            return [$isBoth ? judgedOrder($case, $newStore()) : $said, $expected];
        case 'key-set':
            $pick = static fn (array $step) => [$step['expected'], $step['fetches']];
            $expected = isset($case['isMistake']) ? 'mistake' : array_map($pick, $case['steps']);
            $said = judgedKeys($case, null);
            return [$said == $expected ? judgedKeys($case, $newStore()) : $said, $expected];
    }
    $asked = "https://calls.example.com{$case['path']} Bearer rp_key";
    return [judgedLog($case), [$case['expected'], $case['waits'], $asked, count($case['waits']) + 1]];
}

/** Objects of JSON have no order. */
function sorted(mixed $value): mixed
{
    if (!is_array($value)) {
        return $value;
    }
    if (!array_is_list($value)) {
        ksort($value);
    }
    return array_map(sorted(...), $value);
}

$ran = $failed = 0;
$folder = sys_get_temp_dir() . '/ringpost-php-' . bin2hex(random_bytes(8));
mkdir($folder, 0700);
foreach (glob(__DIR__ . '/../../vectors/*.json') ?: [] as $path) {
    $file = json_decode((string) file_get_contents($path), true, 512, JSON_THROW_ON_ERROR);
    foreach ($file['cases'] as $case) {
        $ran += 1;
        [$said, $expected] = judged($file, $case, $folder);
        if (sorted($said) !== sorted($expected)) {
            $failed += 1;
            $flags = JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES;
            echo 'FAILED ', basename($path), ": {$case['name']}\n  said ", json_encode($said, $flags),
                "\n  expected ", json_encode($expected, $flags), "\n";
        }
    }
}
array_map('unlink', glob("{$folder}/*") ?: []);
rmdir($folder);
echo "ran {$ran} vectors, {$failed} failed\n";
exit($failed > 0 || $ran === 0 ? 1 : 0);
