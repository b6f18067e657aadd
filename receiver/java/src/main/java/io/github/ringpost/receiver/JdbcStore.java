package io.github.ringpost.receiver;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import javax.sql.DataSource;

/** Remembers in PostgreSQL or SQLite, across restarts and processes. */
public final class JdbcStore implements OrderStore {
    private final DataSource source;

    /** Makes its two tables if they are not there. */
    public JdbcStore(DataSource source) throws SQLException {
        this.source = source;
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "create table if not exists ringpost_webhooks (endpoint_id varchar(256) not"
                            + " null, webhook_id varchar(256) not null, handled_at bigint not null,"
                            + " primary key (endpoint_id, webhook_id))");
            statement.execute(
                    "create table if not exists ringpost_calls (endpoint_id varchar(256) not null,"
                            + " call_id text not null, last_sequence bigint not null, handled_at"
                            + " bigint not null, primary key (endpoint_id, call_id))");
        }
    }

    @Override
    public boolean wasHandled(String endpointId, String webhookId) throws SQLException {
        return one(
                        "select 1 from ringpost_webhooks where endpoint_id = ? and webhook_id = ?",
                        endpointId,
                        webhookId)
                != null;
    }

    @Override
    public Integer lastSequence(String endpointId, String callId) throws SQLException {
        return one(
                "select last_sequence from ringpost_calls where endpoint_id = ? and call_id = ?",
                endpointId,
                callId);
    }

    @Override
    public void remember(String endpointId, String webhookId, String callId, Integer last)
            throws SQLException {
        long now = Instant.now().getEpochSecond();
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            try {
                change(
                        connection,
                        "insert into ringpost_webhooks (endpoint_id, webhook_id, handled_at)"
                                + " values (?, ?, ?) on conflict do nothing",
                        endpointId,
                        webhookId,
                        now);
                if (last != null) {
                    change(
                            connection,
                            "insert into ringpost_calls (endpoint_id, call_id, last_sequence,"
                                + " handled_at) values (?, ?, ?, ?) on conflict (endpoint_id,"
                                + " call_id) do update set last_sequence = case when"
                                + " ringpost_calls.last_sequence > excluded.last_sequence then"
                                + " ringpost_calls.last_sequence else excluded.last_sequence end,"
                                + " handled_at = excluded.handled_at",
                            endpointId,
                            callId,
                            last,
                            now);
                }
                connection.commit();
            } catch (SQLException failed) {
                connection.rollback();
                throw failed;
            } finally {
                connection.setAutoCommit(true);
            }
        }
    }

    /** Keeps the tables small: call it once a day with a time a few days ago. */
    public void forgetBefore(Instant time) throws SQLException {
        try (Connection connection = source.getConnection()) {
            for (String table : new String[] {"ringpost_webhooks", "ringpost_calls"}) {
                change(
                        connection,
                        "delete from " + table + " where handled_at < ?",
                        time.getEpochSecond());
            }
        }
    }

    private Integer one(String query, String first, String second) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, first);
            statement.setString(2, second);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? Integer.valueOf(rows.getInt(1)) : null;
            }
        }
    }

    private static void change(Connection connection, String text, Object... values)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(text)) {
            for (int at = 0; at < values.length; at++) statement.setObject(at + 1, values[at]);
            statement.executeUpdate();
        }
    }
}
