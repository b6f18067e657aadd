/** Columns as parameters: PostgreSQL reads back the given values of every type. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { arrayOf, type SetValue } from '../../../../src/store/postgres/server/array.ts';
import { prepared, run } from '../../../../src/store/postgres/server/prepared.ts';
import { type PostgresServer, startPostgres } from '../../../support/postgres.ts';

const COLUMNS: readonly [string, readonly SetValue[]][] = [
  ['bigint', [0, 1, -1, null, 2 ** 32, -(2 ** 32), 1_763_900_000_123, 2 ** 31, -(2 ** 31) - 1]],
  ['bigint', [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]],
  ['bigint', [0n, -1n, 2n ** 63n - 1n, -(2n ** 63n), null]],
  ['integer', [0, null, 2 ** 31 - 1, -(2 ** 31) + 1]],
  ['int', [7]],
  ['smallint', [0, 1, null, 32_767, -32_767]],
  ['text', ['', 'a', null, 'NULL', '{"x":"\\"}', 'two\nlines', 'é—漢😀', ' , ']],
  ['text', [12, 34n, null]],
  ['bigint', []],
  ['text', []],
  ['text', [null]],
];

describe('columns as parameters', () => {
  let server: PostgresServer;
  let client: pg.Client;

  before(async () => {
    server = await startPostgres();
    client = new pg.Client({ connectionString: server.url });
    await client.connect();
  });

  after(async () => {
    await client.end();
    await server.close();
  });

  for (const [type, values] of COLUMNS) {
    test(`${type}: ${values.length} values come back as they were`, async () => {
      const echo = prepared<{ value: string | null }>(
        `select value::text as value from unnest($1::${type}[]) as v (value)`,
      );
      const rows = await run(client, echo, values);
      assert.deepEqual(
        rows.map(({ value }) => value),
        values.map((value) => (value === null ? null : String(value))),
      );
    });
  }

  test('a set has one row for each place of its columns, beside single values', async () => {
    const set = prepared<{ word: string; key: string; name: string }>(
      'select $1::text as word, unnest($2::bigint[]) as key, unnest($3::text[]) as name',
    );
    assert.deepEqual(await run(client, set, 'x', [1, 2], ['a', 'b']), [
      { word: 'x', key: '1', name: 'a' },
      { word: 'x', key: '2', name: 'b' },
    ]);
  });

  test('what a type cannot hold is refused before it is sent', () => {
    for (const value of [1.5, Number.NaN, 2 ** 53, '1']) {
      assert.throws(() => arrayOf('bigint', [value]), TypeError);
    }
    assert.throws(() => arrayOf('integer', [2 ** 31]), TypeError);
    assert.throws(() => arrayOf('integer', [1n]), TypeError);
    assert.throws(() => arrayOf('smallint', [-(2 ** 15)]), TypeError);
    assert.throws(() => arrayOf('bigint', [2n ** 63n]), TypeError);
  });

  test('a column without a cast is refused', async () => {
    const set = prepared('select unnest($1)');
    await assert.rejects(run(client, set, [1]), /casts each parameter/);
  });
});
