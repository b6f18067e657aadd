<?php

declare(strict_types=1);

namespace Ringpost\Receiver;

/** The request is no valid webhook. The reason is stable, the detail is for people. */
final class InvalidWebhook extends \Exception
{
    public readonly int $answerStatus;

    public function __construct(public readonly Reason $reason, public readonly string $detail)
    {
        parent::__construct("{$reason->value}: {$detail}");
        $this->answerStatus = $reason->answerStatus();
    }
}
