<?php

declare(strict_types=1);

// For those who do not use Composer.
spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Ringpost\\Receiver\\')) {
        require __DIR__ . '/src/' . strtr(substr($class, strlen('Ringpost\\Receiver\\')), '\\', '/') . '.php';
    }
});
