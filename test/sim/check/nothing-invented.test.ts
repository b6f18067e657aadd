/** Only fired deliveries may be sent, and no attempt may change them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nothingInvented } from '../../../sim/check/nothing-invented.ts';
import { COMPLETED, saysOf } from './given.ts';
import { calmRun, oneDelivery } from './situation.ts';

test('a run that sends only what was fired passes', () => {
  assert.deepEqual(saysOf(nothingInvented, calmRun()), []);
});

test('a request for a place where nothing is owed is caught', () => {
  const { given, row } = oneDelivery();
  given.send(row, { sequence: 7 });
  assert.match(saysOf(nothingInvented, given).join(), /nothing is owed/);
});

test('a row that was never fired is caught', () => {
  const { given, row } = oneDelivery();
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
    const { given, row } = oneDelivery();
    given.send(row);
    given.send(row, plant);
    assert.notDeepEqual(saysOf(nothingInvented, given), [], JSON.stringify(plant));
  }
  const bodies = [
    { callId: 'call-2', callStatus: 'CALLING' },
    { callId: 'call-1', callStatus: 'BUSY' },
  ];
  for (const data of bodies) {
    const { given, row } = oneDelivery();
    given.send(row, { body: JSON.stringify({ data }) });
    assert.notDeepEqual(saysOf(nothingInvented, given), [], JSON.stringify(data));
  }
});

test('errors in a payload without errors are caught', () => {
  const { given, row } = oneDelivery();
  const data = { callId: 'call-1', callStatus: 'CALLING' };
  given.send(row, { body: JSON.stringify({ data, errors: [{}] }) });
  assert.match(saysOf(nothingInvented, given).join(), /has errors/);
});

test('a request before its report is on disk is caught', () => {
  const { given, row } = oneDelivery();
  given.send(row);
  given.happenings.unshift(...given.happenings.splice(-1));
  assert.match(saysOf(nothingInvented, given).join(), /before its report was on disk/);
});

test('one id for two firings is caught', () => {
  const given = calmRun();
  const [first, second] = given.rows;
  assert.ok(first && second);
  given.send({ ...second, webhookId: first.webhookId });
  assert.notDeepEqual(saysOf(nothingInvented, given), []);
});
