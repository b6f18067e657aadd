<?php

declare(strict_types=1);

namespace Ringpost\Receiver\Psr;

use Psr\Http\Message\ResponseFactoryInterface;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\ServerRequestInterface;
use Psr\Http\Server\RequestHandlerInterface;
use Ringpost\Receiver\Receiver;
use Ringpost\Receiver\Verifier;

/** A request handler (PSR-15) around a receiver: route the path of your endpoint to it. */
final class WebhookHandler implements RequestHandlerInterface
{
    public function __construct(
        private readonly Receiver $receiver,
        private readonly ResponseFactoryInterface $responses,
    ) {
    }

    public function handle(ServerRequestInterface $request): ResponseInterface
    {
        $stream = $request->getBody();
        if ($stream->isSeekable()) {
            $stream->rewind();
        }
        $rawBody = '';
        while (!$stream->eof() && strlen($rawBody) <= Verifier::BODY_BYTES_MAX) {
            $rawBody .= $stream->read(65_536);
        }
        $status = $this->receiver->answer($request->getMethod(), $request->getHeaders(), $rawBody);
        return $this->responses->createResponse($status);
    }
}
