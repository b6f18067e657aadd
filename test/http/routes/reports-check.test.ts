/** A report is judged by shape and values together, so that one answer lists every fault. */
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

test('errors of shape come first, then errors of the values that could be read', () => {
  const shape = [{ field: '/clientId', message: WRONG_TYPE }];
  const input = { clientId: 5, status: 'calling', occurredAt: 'yesterday' };
  const checked = checkWholeReport(input, 'call_1', shape);
  assert.deepEqual(fieldsOf(checked), ['/clientId', '/status', '/occurredAt']);
});

test('a value of the wrong type has no second error', () => {
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

test('reported errors keep their indexes in the list', () => {
  const shape = [{ field: '/errors/0/code', message: WRONG_TYPE }];
  const errors = [{ code: 5 }, { code: 'INTERNAL_ERROR', timestamp: 'never' }];
  const checked = checkWholeReport({ errors }, 'call_1', shape);
  assert.deepEqual(fieldsOf(checked), ['/errors/0/code', '/errors/1/timestamp']);
});

function fieldsOf(checked: ReturnType<typeof checkWholeReport>): readonly string[] {
  return checked.kind === 'ok' ? [] : checked.fields.map(({ field }) => field);
}
