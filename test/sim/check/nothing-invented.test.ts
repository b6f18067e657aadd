/** Nothing may be sent that was not fired, and nothing may change between attempts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nothingInvented } from '../../../sim/check/nothing-invented.ts';
import { CALLING, COMPLETED, Given, saysOf } from './given.ts';

test('a run that sends what was fired passes', () => {
  assert.deepEqual(saysOf(nothingInvented, calm()), []);
});

test('a request for a place where nothing is owed is caught', () => {
  const { given, row } = one();
  given.send(row, { sequence: 7 });
  assert.match(saysOf(nothingInvented, given).join(), /nothing is owed/);
});

test('a row that was never fired is caught', () => {
  const { given, row } = one();
  given.rows.push({ ...row, sequence: 2, key: 2 });
  assert.match(saysOf(nothingInvented, given).join(), /was never fired/);
});

test('another trigger, id, body or call is caught', () => {
  const plants = [
    { trigger: COMPLETED },
    { webhookId: 'msg_other' },
    { bodyHash: 'other' },
  ] as const;
  for (const plant of plants) {
    const { given, row } = one();
    given.send(row);
    given.send(row, plant);
    assert.notDeepEqual(saysOf(nothingInvented, given), [], JSON.stringify(plant));
  }
  const bodies = [
    { callId: 'call-2', callStatus: 'CALLING' },
    { callId: 'call-1', callStatus: 'BUSY' },
  ];
  for (const data of bodies) {
    const { given, row } = one();
    given.send(row, { body: JSON.stringify({ data }) });
    assert.notDeepEqual(saysOf(nothingInvented, given), [], JSON.stringify(data));
  }
});

test('errors where none belong are caught', () => {
  const { given, row } = one();
  const data = { callId: 'call-1', callStatus: 'CALLING' };
  given.send(row, { body: JSON.stringify({ data, errors: [{}] }) });
  assert.match(saysOf(nothingInvented, given).join(), /has errors/);
});

test('a request before its report is on disk is caught', () => {
  const { given, row } = one();
  given.send(row);
  given.happenings.unshift(...given.happenings.splice(-1));
  assert.match(saysOf(nothingInvented, given).join(), /before its report was on disk/);
});

test('one id for two firings is caught', () => {
  const given = calm();
  const [first, second] = given.rows;
  assert.ok(first && second);
  given.send({ ...second, webhookId: first.webhookId });
  assert.notDeepEqual(saysOf(nothingInvented, given), []);
});

function calm(): Given {
  const given = new Given();
  given.endpoint();
  const [calling] = given.report('call-1', 'CALLING', [CALLING]);
  if (calling !== undefined) given.after(5).attempt(calling);
  const ended = given.after(100).report('call-1', 'COMPLETED', [COMPLETED, 'CALL_LOG_CREATED']);
  for (const row of ended) given.after(5).attempt(row);
  return given;
}

function one(status = 'CALLING') {
  const given = new Given();
  const endpoint = given.endpoint();
  const [row] = given.report('call-1', status, [CALLING]);
  assert.ok(row);
  given.after(5);
  return { given, endpoint, row };
}
