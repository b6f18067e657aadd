using System;
using System.Data.Common;
using System.Threading.Tasks;

namespace Ringpost.Receiver
{
    /// <summary>Remembers in SQLite or PostgreSQL, across restarts and processes.</summary>
    public sealed class DbStore : IOrderStore
    {
        private readonly Func<DbConnection> connect;

        /// <summary>
        /// connect makes a connection that is not open yet. Makes the store's two tables if they are
        /// not there.
        /// </summary>
        public DbStore(Func<DbConnection> connect)
        {
            this.connect = connect;
            using (DbConnection connection = connect())
            {
                connection.Open();
                Command(
                    connection,
                    "create table if not exists ringpost_webhooks (endpoint_id varchar(256) not null,"
                        + " webhook_id varchar(256) not null, handled_at bigint not null,"
                        + " primary key (endpoint_id, webhook_id))").ExecuteNonQuery();
                Command(
                    connection,
                    "create table if not exists ringpost_calls (endpoint_id varchar(256) not null,"
                        + " call_id text not null, last_sequence bigint not null, handled_at bigint"
                        + " not null, primary key (endpoint_id, call_id))").ExecuteNonQuery();
            }
        }

        public async Task<bool> WasHandledAsync(string endpointId, string webhookId)
        {
            const string Query =
                "select 1 from ringpost_webhooks where endpoint_id = @a and webhook_id = @b";
            return await One(Query, endpointId, webhookId).ConfigureAwait(false) != null;
        }

        public async Task<int?> LastSequenceAsync(string endpointId, string callId)
        {
            const string Query =
                "select last_sequence from ringpost_calls where endpoint_id = @a and call_id = @b";
            object last = await One(Query, endpointId, callId).ConfigureAwait(false);
            return last == null ? (int?)null : Convert.ToInt32(last);
        }

        public async Task RememberAsync(
            string endpointId, string webhookId, string callId, int? last)
        {
            long now = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
            using (DbConnection connection = connect())
            {
                await connection.OpenAsync().ConfigureAwait(false);
                using (DbTransaction transaction = connection.BeginTransaction())
                {
                    DbCommand handled = Command(
                        connection,
                        "insert into ringpost_webhooks (endpoint_id, webhook_id, handled_at)"
                            + " values (@a, @b, @c) on conflict do nothing",
                        endpointId,
                        webhookId,
                        now);
                    handled.Transaction = transaction;
                    await handled.ExecuteNonQueryAsync().ConfigureAwait(false);
                    if (last != null)
                    {
                        DbCommand call = Command(
                            connection,
                            "insert into ringpost_calls (endpoint_id, call_id, last_sequence,"
                                + " handled_at) values (@a, @b, @c, @d) on conflict (endpoint_id,"
                                + " call_id) do update set last_sequence = case when"
                                + " ringpost_calls.last_sequence > excluded.last_sequence then"
                                + " ringpost_calls.last_sequence else excluded.last_sequence end,"
                                + " handled_at = excluded.handled_at",
                            endpointId,
                            callId,
                            last.Value,
                            now);
                        call.Transaction = transaction;
                        await call.ExecuteNonQueryAsync().ConfigureAwait(false);
                    }
                    transaction.Commit();
                }
            }
        }

        /// <summary>Keeps the tables small: call it once a day with a time a few days
        /// ago.</summary>
        public async Task ForgetBeforeAsync(DateTimeOffset time)
        {
            using (DbConnection connection = connect())
            {
                await connection.OpenAsync().ConfigureAwait(false);
                foreach (string table in new[] { "ringpost_webhooks", "ringpost_calls" })
                {
                    string text = "delete from " + table + " where handled_at < @a";
                    await Command(connection, text, time.ToUnixTimeSeconds())
                        .ExecuteNonQueryAsync()
                        .ConfigureAwait(false);
                }
            }
        }

        private async Task<object> One(string query, string first, string second)
        {
            using (DbConnection connection = connect())
            {
                await connection.OpenAsync().ConfigureAwait(false);
                DbCommand command = Command(connection, query, first, second);
                return await command.ExecuteScalarAsync().ConfigureAwait(false);
            }
        }

        private static DbCommand Command(
            DbConnection connection, string text, params object[] values)
        {
            DbCommand command = connection.CreateCommand();
            command.CommandText = text;
            for (int at = 0; at < values.Length; at++)
            {
                DbParameter parameter = command.CreateParameter();
                parameter.ParameterName = "@" + "abcd"[at];
                parameter.Value = values[at];
                command.Parameters.Add(parameter);
            }
            return command;
        }
    }
}
