<?php

declare(strict_types=1);

// The handler of PSR-15 with a real implementation of PSR-7, where both are installed (on Debian
// php-psr and php-nyholm-psr7). Prints `psr ok`.

namespace Ringpost\Receiver;

require __DIR__ . '/../autoload.php';

$nyholm = '/usr/share/php/Nyholm/Psr7/autoload.php';
if (!interface_exists(\Psr\Http\Server\RequestHandlerInterface::class) || !is_file($nyholm)) {
    echo "psr is not installed\n";
    exit(0);
}
require $nyholm;

$file = json_decode((string) file_get_contents(__DIR__ . '/../../vectors/signature.json'), true);
$case = array_values(array_filter($file['cases'], static fn ($each) => $each['name'] === 'valid'))[0];
$handled = [];
$verifier = new Verifier(
    keys: new FixedKeys([$file['keys']['first']]),
    nowMs: static fn () => $case['nowMs'],
);
$receiver = new Receiver($verifier, new OrderGuard(), static function (Event $event) use (&$handled) {
    $handled[] = $event->event;
});
$factory = new \Nyholm\Psr7\Factory\Psr17Factory();
$handler = new Psr\WebhookHandler($receiver, $factory);
$body = (string) base64_decode($case['body'], true);
ini_set('error_log', '/dev/null');
$statuses = [];
foreach ([$body, $body, "{$body} ", str_repeat('x', 262_145)] as $each) {
    $request = $factory->createServerRequest('POST', '/hooks')->withBody($factory->createStream($each));
    foreach ($case['headers'] as [$name, $value]) {
        $request = $request->withAddedHeader($name, $value);
    }
    $statuses[] = $handler->handle($request)->getStatusCode();
}
if ($statuses !== [204, 204, 401, 413] || $handled !== ['OUTBOUND_CALL_COMPLETED']) {
    echo json_encode([$statuses, $handled]), "\n";
    exit(1);
}
echo "psr ok\n";
