package receiver

import (
	"context"
	"database/sql"
	"strconv"
	"strings"
	"time"
)

// SQLStore remembers in a database, across restarts and processes: PostgreSQL, or SQLite with any
// driver of database/sql.
type SQLStore struct {
	db *sql.DB
	// dollars: parameters are $1, $2 and not ?.
	dollars bool
}

// NewSQLStore makes its two tables if they are not there. postgres: parameters are written as $1.
func NewSQLStore(ctx context.Context, db *sql.DB, postgres bool) (*SQLStore, error) {
	for _, statement := range []string{
		`create table if not exists ringpost_webhooks (endpoint_id varchar(256) not null,
		 webhook_id varchar(256) not null, handled_at bigint not null,
		 primary key (endpoint_id, webhook_id))`,
		`create table if not exists ringpost_calls (endpoint_id varchar(256) not null,
		 call_id text not null, last_sequence bigint not null, handled_at bigint not null,
		 primary key (endpoint_id, call_id))`,
	} {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return nil, err
		}
	}
	return &SQLStore{db, postgres}, nil
}

// WasHandled implements OrderStore.
func (store *SQLStore) WasHandled(ctx context.Context, endpointID, webhookID string) (bool, error) {
	var count int
	err := store.db.QueryRowContext(ctx, store.written(
		`select count(*) from ringpost_webhooks where endpoint_id = ? and webhook_id = ?`),
		endpointID, webhookID).Scan(&count)
	return count > 0, err
}

// LastSequence implements OrderStore.
func (store *SQLStore) LastSequence(ctx context.Context, endpointID, callID string) (int, error) {
	var last int
	err := store.db.QueryRowContext(ctx, store.written(
		`select coalesce(max(last_sequence), 0) from ringpost_calls
		 where endpoint_id = ? and call_id = ?`),
		endpointID, callID).Scan(&last)
	return last, err
}

// Remember implements OrderStore.
func (store *SQLStore) Remember(
	ctx context.Context, endpointID, webhookID, callID string, last int,
) error {
	transaction, err := store.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer transaction.Rollback()
	now := time.Now().Unix()
	_, err = transaction.ExecContext(ctx, store.written(
		`insert into ringpost_webhooks (endpoint_id, webhook_id, handled_at) values (?, ?, ?)
		 on conflict do nothing`), endpointID, webhookID, now)
	if err != nil {
		return err
	}
	if last > 0 {
		_, err = transaction.ExecContext(ctx, store.written(
			`insert into ringpost_calls (endpoint_id, call_id, last_sequence, handled_at)
			 values (?, ?, ?, ?) on conflict (endpoint_id, call_id) do update
			 set last_sequence = case when ringpost_calls.last_sequence > excluded.last_sequence
			 then ringpost_calls.last_sequence else excluded.last_sequence end,
			 handled_at = excluded.handled_at`), endpointID, callID, last, now)
		if err != nil {
			return err
		}
	}
	return transaction.Commit()
}

// ForgetBefore keeps the tables small: call it once a day with a time a few days ago.
func (store *SQLStore) ForgetBefore(ctx context.Context, before time.Time) error {
	for _, table := range []string{"ringpost_webhooks", "ringpost_calls"} {
		statement := store.written("delete from " + table + " where handled_at < ?")
		if _, err := store.db.ExecContext(ctx, statement, before.Unix()); err != nil {
			return err
		}
	}
	return nil
}

func (store *SQLStore) written(statement string) string {
	if !store.dollars {
		return statement
	}
	parts := strings.Split(statement, "?")
	var text strings.Builder
	for at, part := range parts {
		text.WriteString(part)
		if at < len(parts)-1 {
			text.WriteString("$" + strconv.Itoa(at+1))
		}
	}
	return text.String()
}
