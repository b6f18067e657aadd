/** A report's shape and values are judged together: every broken rule comes at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkWholeReport } from '../../../src/http/routes/reports.ts';

const WRONG_TYPE = 'must be string';

test('a report of the right shape is judged by its values alone', () => {
  const good = checkWholeReport({ status: 'CALLING', direction: 'OUTBOUND' }, 'call_1', []);
  assert.equal(good.kind, 'ok');
  const bad = checkWholeReport({ status: 'calling' }, ' ', []);
  assert.deepEqual(fieldsOf(bad), ['path.callId', '/status']);
});

test('faults of shape come first, faults of the values that could be read follow', () => {
  const shape = [{ field: '/clientId', message: WRONG_TYPE }];
  const input = { clientId: 5, status: 'calling', occurredAt: 'yesterday' };
  const checked = checkWholeReport(input, 'call_1', shape);
  assert.deepEqual(fieldsOf(checked), ['/clientId', '/status', '/occurredAt']);
});

test('what cannot be read breaks no rule of its own', () => {
  for (const input of [
    { status: 5 },
    { errors: {} },
    { errors: [null, { code: 5 }] },
    null,
    'x',
    [],
  ]) {
    const shape = [{ field: '/status', message: WRONG_TYPE }];
    assert.deepEqual(fieldsOf(checkWholeReport(input, 'call_1', shape)), ['/status']);
  }
});

test('errors of the list keep their places', () => {
  const shape = [{ field: '/errors/0/code', message: WRONG_TYPE }];
  const errors = [{ code: 5 }, { code: 'INTERNAL_ERROR', timestamp: 'never' }];
  const checked = checkWholeReport({ errors }, 'call_1', shape);
  assert.deepEqual(fieldsOf(checked), ['/errors/0/code', '/errors/1/timestamp']);
});

function fieldsOf(checked: ReturnType<typeof checkWholeReport>): readonly string[] {
  return checked.kind === 'ok' ? [] : checked.fields.map(({ field }) => field);
}
