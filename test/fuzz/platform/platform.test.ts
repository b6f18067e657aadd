/**
 * A short run with a fixed seed: the requests of each platform, unchanged, with numbers divided in
 * one way, and randomly spoiled. `platform.proof.ts` divides numbers in all ways and has an agent
 * work on the call logs.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskedBody } from '../../../src/http/masking/masked-body.ts';
import { ADAPTER_NAMES } from '../../../src/ingest/adapters.ts';
import { descriptions } from './description.ts';
import { DIVISION_NAMES, divided, showsNumber } from './number.ts';
import { runPlatformFuzz } from './run.ts';
import { spoiledHeader, spoiledText } from './spoil.ts';

const REQUESTS = 600;
const RANDOM_MIN = 100;

test('every adapter takes part through the description in its own test', async () => {
  const given = await descriptions();
  assert.deepEqual([...new Set(given.map(({ adapter }) => adapter.name))], ADAPTER_NAMES);
});

test('600 requests of all platforms, unchanged and spoiled: no 5xx, no secret', async () => {
  const { requests, atRandom, failures, seen } = await runPlatformFuzz({
    seed: 3,
    requests: REQUESTS,
    short: true,
    memory: false,
  });
  assert.deepEqual(failures, []);
  assert.ok(requests >= REQUESTS, `${requests} requests`);
  assert.ok(atRandom >= RANDOM_MIN, `${atRandom} of ${requests} requests at random`);
  for (const [name, { taken, refused }] of seen) {
    assert.ok(taken > 0 && refused > 0, `${name}: ${taken} taken, ${refused} refused`);
  }
});

test('a number is found in every division, and not if it is masked or part of an id', () => {
  for (const how of DIVISION_NAMES) {
    const { from } = Object(divided({ from: '+15550100001' }, how));
    assert.notEqual(from, '+15550100001');
    for (const text of [
      `{"from":"${from}"}`,
      `From=${encodeURIComponent(from)}&To=`,
      `to ${from}.`,
    ]) {
      assert.ok(showsNumber(text), text);
      assert.ok(!showsNumber(maskedBody(text, text.startsWith('From='))), maskedBody(text, false));
    }
  }
  for (const text of ['+15550100001', '15555551234']) assert.ok(showsNumber(text), text);
  for (const text of ['CA5550100001', '5550100001f0', '*******0001', '+1 ***-***-0001']) {
    assert.ok(!showsNumber(text), text);
  }
});

test('a spoiled text is what its name says', () => {
  const spoiled = (how: Parameters<typeof spoiledText>[1]) => spoiledText('{"a":"b"}', how, 100);
  assert.equal(spoiled('first-key-twice'), '{"a":null,"a":"b"}');
  assert.equal(spoiled('every-key-twice'), '{"a":"b","a":"b"}');
  assert.equal(spoiled('escaped'), '{"\\u0061":"\\u0062"}');
  assert.deepEqual(JSON.parse(spoiled('escaped')), { a: 'b' });
  assert.equal(Buffer.byteLength(spoiled('to-the-limit')), 100);
  assert.ok(Buffer.byteLength(spoiled('beyond-the-limit')) > 100);
  assert.equal(spoiledHeader('t=1,v=0a', 'other'), 't=2,v=11');
});
