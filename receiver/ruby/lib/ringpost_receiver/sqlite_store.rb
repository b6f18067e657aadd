# frozen_string_literal: true

require 'sqlite3'

module RingpostReceiver
  # Remembers in a SQLite file, across restarts and processes of a machine. It needs the gem sqlite3.
  class SqliteStore
    TABLES = <<~SQL
      create table if not exists ringpost_webhooks (endpoint_id text, webhook_id text,
        handled_at integer not null, primary key (endpoint_id, webhook_id)) without rowid;
      create table if not exists ringpost_calls (endpoint_id text, call_id text,
        last_sequence integer not null, handled_at integer not null,
        primary key (endpoint_id, call_id)) without rowid;
    SQL

    def initialize(path)
      @mutex = Mutex.new
      @db = SQLite3::Database.new(path)
      @db.busy_timeout = 10_000
      @db.execute('pragma journal_mode = wal')
      @db.execute_batch(TABLES)
    end

    def handled?(endpoint_id, webhook_id)
      !one('select 1 from ringpost_webhooks where endpoint_id = ? and webhook_id = ?',
           [endpoint_id, webhook_id]).nil?
    end

    def last_sequence(endpoint_id, call_id)
      one('select last_sequence from ringpost_calls where endpoint_id = ? and call_id = ?',
          [endpoint_id, call_id])
    end

    def remember(endpoint_id, webhook_id, call_id, last)
      @mutex.synchronize do
        @db.transaction(:immediate) do
          @db.execute('insert or ignore into ringpost_webhooks values (?, ?, ?)',
                      [endpoint_id, webhook_id, Time.now.to_i])
          next if last.nil?

          @db.execute(<<~SQL, [endpoint_id, call_id, last, Time.now.to_i])
            insert into ringpost_calls values (?, ?, ?, ?)
            on conflict (endpoint_id, call_id) do update set handled_at = excluded.handled_at,
            last_sequence = max(last_sequence, excluded.last_sequence)
          SQL
        end
      end
    end

    # Keeps the file small: call it once a day with a time a few days ago.
    def forget_before(time)
      @mutex.synchronize do
        %w[ringpost_webhooks ringpost_calls].each do |table|
          @db.execute("delete from #{table} where handled_at < ?", [time.to_i])
        end
      end
    end

    def close
      @db.close
    end

    private

    def one(query, values)
      @mutex.synchronize { @db.get_first_value(query, values) }
    end
  end
end
