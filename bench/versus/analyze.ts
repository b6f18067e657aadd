/**
 * Makes fresh statistics after a bulk insert: the database would make them within a minute, and a
 * library that is measured for seconds would otherwise run on plans for an empty table.
 */
import pg from 'pg';

export async function analyze(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('analyze');
  await client.end();
}
