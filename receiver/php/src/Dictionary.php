<?php

declare(strict_types=1);

namespace Ringpost\Receiver;

/**
 * HTTP structured fields (RFC 9651) as far as signatures need them. Members in another form are
 * accepted and not parsed, because signatures of other parties use the same headers. The text of
 * each list is kept unchanged, because it is itself a part of the signed content.
 *
 * @internal
 */
final class Dictionary
{
    private const MEMBERS_MAX = 16;
    private const KEY = '[a-z*][a-z0-9_.*-]*';
    private const BYTES = ':([A-Za-z0-9+\/]*={0,2}):';
    private const STRING = '"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\\\["\\\\])*+)"';
    private const INTEGER = '-?[0-9]{1,15}(?![0-9.])';
    /** Decimals, tokens, booleans, dates and display strings, which are skipped. */
    private const OTHERS = [
        '-?[0-9]{1,12}\.[0-9]{1,3}',
        '[A-Za-z*][!#$%&\'*+.^_`|~0-9A-Za-z:\/-]*',
        '\?[01]',
        '@-?[0-9]{1,15}',
        '%"[\x20-\x21\x23-\x7e]*"',
    ];

    private int $at = 0;

    private function __construct(private readonly string $text)
    {
    }

    /**
     * By key: ['bytes' => …], ['items' => …, 'parameters' => …, 'text' => …], or [] for a member of
     * another kind; null if the text is no dictionary.
     *
     * @return ?array<string, array<string, mixed>>
     */
    public static function parse(string $text): ?array
    {
        try {
            return (new self($text))->members();
        } catch (\UnexpectedValueException) {
            return null;
        }
    }

    private function members(): array
    {
        $members = [];
        while (count($members) < self::MEMBERS_MAX) {
            $key = $this->need(self::KEY);
            $member = $this->member();
            if (isset($members[$key])) {
                break;
            }
            $members[$key] = $member;
            if ($this->at === strlen($this->text)) {
                return $members;
            }
            $this->need('[ \t]*,[ \t]*');
        }
        throw new \UnexpectedValueException();
    }

    /** @return ?list<string> */
    private function take(string $pattern): ?array
    {
        if (preg_match("/{$pattern}/A", $this->text, $match, 0, $this->at) !== 1) {
            return null;
        }
        $this->at += strlen($match[0]);
        return $match;
    }

    private function need(string $pattern): string
    {
        return ($this->take($pattern) ?? throw new \UnexpectedValueException())[0];
    }

    private function member(): array
    {
        if ($this->take('=') === null) {
            $this->parameters();
            return [];
        }
        if (($this->text[$this->at] ?? '') === '(') {
            return $this->list();
        }
        $value = $this->value();
        $parameters = $this->parameters();
        return isset($value['bytes']) && $parameters === [] ? $value : [];
    }

    /** One of ['bytes' => …], ['text' => …], ['number' => …], []. */
    private function value(): array
    {
        if (($match = $this->take(self::BYTES)) !== null) {
            $bytes = base64_decode($match[1], true);
            return ['bytes' => $bytes === false ? throw new \UnexpectedValueException() : $bytes];
        }
        if (($match = $this->take(self::STRING)) !== null) {
            return ['text' => preg_replace('/\\\\(["\\\\])/', '$1', $match[1])];
        }
        if (($match = $this->take(self::INTEGER)) !== null) {
            return ['number' => (int) $match[0]];
        }
        foreach (self::OTHERS as $other) {
            if ($this->take($other) !== null) {
                return [];
            }
        }
        throw new \UnexpectedValueException();
    }

    /** @return array<string, array<string, mixed>> */
    private function parameters(): array
    {
        $parameters = [];
        while ($this->take('; *') !== null) {
            $name = $this->need(self::KEY);
            if (isset($parameters[$name])) {
                throw new \UnexpectedValueException();
            }
            $parameters[$name] = $this->take('=') === null ? [] : $this->value();
        }
        return $parameters;
    }

    /** A list that names a component by anything but a plain string is of another kind. */
    private function list(): array
    {
        $start = $this->at;
        $this->need('\(');
        $items = [];
        $count = 0;
        while ($this->take(' *\)') === null) {
            if ($this->take(' +') === null && $count > 0) {
                throw new \UnexpectedValueException();
            }
            $item = $this->value();
            $isPlain = $this->parameters() === [] && isset($item['text']);
            $count += 1;
            if ($isPlain && !in_array($item['text'], $items, true)) {
                $items[] = $item['text'];
            }
        }
        $read = [];
        foreach ($given = $this->parameters() as $name => $value) {
            if (isset($value['text']) || isset($value['number'])) {
                $read[$name] = $value['text'] ?? $value['number'];
            }
        }
        if (count($items) < $count || count($read) < count($given)) {
            return [];
        }
        $text = substr($this->text, $start, $this->at - $start);
        return ['items' => $items, 'parameters' => $read, 'text' => $text];
    }
}
