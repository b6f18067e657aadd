<?php

declare(strict_types=1);

// A whole receiver: handles each webhook once, in order, and reads the log of a call that has ended.
// RINGPOST_JWKS_URL=https://…/jwks.json RINGPOST_ENDPOINT_ID=ep_… RINGPOST_STORE=/var/lib/me/webhooks.db \
//   php -S 127.0.0.1:9000 examples/server.php

use Ringpost\Receiver\CallLogs;
use Ringpost\Receiver\Event;
use Ringpost\Receiver\KeySet;
use Ringpost\Receiver\OrderGuard;
use Ringpost\Receiver\Receiver;
use Ringpost\Receiver\SqliteStore;
use Ringpost\Receiver\Verifier;

require __DIR__ . '/../autoload.php';

$say = static fn (string $line) => file_put_contents('php://stdout', "{$line}\n");
// If it throws, 500 is answered and the webhook comes again.
$handle = static function (Event $event) use ($say): void {
    $failed = $event->hasErrors() ? ' failed' : '';
    $say("{$event->event} {$event->callId()} {$event->sequence}{$failed}");
    $key = getenv('RINGPOST_API_KEY');
    if ($key !== false && $event->event === 'CALL_LOG_CREATED') {
        // The answer is due within 10 s: a receiver that can wait longer reads the log afterwards.
        $logs = new CallLogs((string) getenv('RINGPOST_URL'), $key);
        $found = $logs->readCallLog($event->callId(), seconds: 5);
        $said = $found->log === null ? $found->reason : count($found->log['turns']);
        $say("log {$event->callId()} {$said}");
    }
};
$store = new SqliteStore((string) getenv('RINGPOST_STORE'));
$verifier = new Verifier(
    // Pin the address of your project's keys; never take it from a request.
    keys: new KeySet((string) getenv('RINGPOST_JWKS_URL'), $store),
    endpointId: (string) getenv('RINGPOST_ENDPOINT_ID'),
);
(new Receiver($verifier, new OrderGuard($store), $handle))->serve();
