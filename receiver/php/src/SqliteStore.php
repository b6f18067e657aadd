<?php

declare(strict_types=1);

namespace Ringpost\Receiver;

/**
 * Remembers in a SQLite file, across requests and processes of one machine; also a cache for the
 * keys. Keep the file where only your own user may write. Beside it are 16 files for locks.
 */
final class SqliteStore implements OrderStore, KeyCache
{
    private const LOCKS = 16;

    private readonly \PDO $db;

    public function __construct(private readonly string $path)
    {
        $this->db = new \PDO("sqlite:{$path}", null, null, [
            \PDO::ATTR_ERRMODE => \PDO::ERRMODE_EXCEPTION,
            \PDO::ATTR_TIMEOUT => 10,
        ]);
        $this->db->exec('pragma journal_mode = wal');
        $this->db->exec(
            'create table if not exists ringpost_webhooks (endpoint_id text, webhook_id text,
             handled_at integer not null, primary key (endpoint_id, webhook_id)) without rowid;
             create table if not exists ringpost_calls (endpoint_id text, call_id text,
             last_sequence integer not null, handled_at integer not null,
             primary key (endpoint_id, call_id)) without rowid;
             create table if not exists ringpost_keys (address text primary key, state text not null)',
        );
    }

    public function alone(string $endpointId, string $callId, callable $work): mixed
    {
        $at = crc32("{$endpointId}\n{$callId}") % self::LOCKS;
        $lock = fopen("{$this->path}-lock-{$at}", 'c');
        if ($lock === false || !flock($lock, LOCK_EX)) {
            throw new \RuntimeException("{$this->path}-lock-{$at} cannot be locked.");
        }
        try {
            return $work();
        } finally {
            fclose($lock);
        }
    }

    public function wasHandled(string $endpointId, string $webhookId): bool
    {
        return $this->one(
            'select 1 from ringpost_webhooks where endpoint_id = ? and webhook_id = ?',
            [$endpointId, $webhookId],
        ) !== null;
    }

    public function lastSequence(string $endpointId, string $callId): ?int
    {
        $last = $this->one(
            'select last_sequence from ringpost_calls where endpoint_id = ? and call_id = ?',
            [$endpointId, $callId],
        );
        return $last === null ? null : (int) $last;
    }

    public function remember(string $endpointId, string $webhookId, string $callId, ?int $last): void
    {
        $this->db->beginTransaction();
        try {
            $this->change(
                'insert or ignore into ringpost_webhooks values (?, ?, ?)',
                [$endpointId, $webhookId, time()],
            );
            if ($last !== null) {
                $this->change(
                    'insert into ringpost_calls values (?, ?, ?, ?)
                     on conflict (endpoint_id, call_id) do update set handled_at = excluded.handled_at,
                     last_sequence = max(last_sequence, excluded.last_sequence)',
                    [$endpointId, $callId, $last, time()],
                );
            }
            $this->db->commit();
        } catch (\Throwable $failed) {
            $this->db->rollBack();
            throw $failed;
        }
    }

    /** Keeps the file small: call it once a day with a time a few days ago. */
    public function forgetBefore(int $epochSeconds): void
    {
        foreach (['ringpost_webhooks', 'ringpost_calls'] as $table) {
            $this->change("delete from {$table} where handled_at < ?", [$epochSeconds]);
        }
    }

    public function readKeys(string $address): ?string
    {
        return $this->one('select state from ringpost_keys where address = ?', [$address]);
    }

    public function writeKeys(string $address, string $state): void
    {
        $this->change('insert or replace into ringpost_keys values (?, ?)', [$address, $state]);
    }

    private function one(string $query, array $values): ?string
    {
        $statement = $this->db->prepare($query);
        $statement->execute($values);
        $found = $statement->fetchColumn();
        return $found === false ? null : (string) $found;
    }

    private function change(string $text, array $values): void
    {
        $this->db->prepare($text)->execute($values);
    }
}
