/**
 * Sources with opened secrets for the ingest route: read once a second, and anew after a change.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asKey } from '../../../src/core/id.ts';
import { createOpenedSources } from '../../../src/engine/manage/opened-sources.ts';
import type { Source } from '../../../src/engine/ports/manage-store.ts';
import { createSteppedClock } from '../../channel/stepped-clock.ts';

const SOURCE: Source = {
  key: asKey(1),
  id: 'src_1',
  projectKey: asKey(1),
  name: 'Twilio',
  adapter: 'twilio',
  secret: 'one',
  previous: null,
  publicUrl: null,
  settings: '{"a":1}',
  createdAtMs: 0,
  updatedAtMs: 0,
};

function given() {
  const clock = createSteppedClock();
  const state = { source: SOURCE as Source | null, reads: 0, opens: true };
  const sources = createOpenedSources({
    async sourceOf() {
      state.reads += 1;
      return state.source;
    },
    secrets: {
      open(sealed) {
        if (state.opens) return `plain ${sealed}`;
        throw new Error('another master key');
      },
    },
    clock,
  });
  const secrets = async () => (await sources.open('twilio', 'src_1'))?.secrets;
  return { clock, state, sources, secrets };
}

test('a source is read once a second, and at once after a change', async () => {
  const { clock, state, sources, secrets } = given();
  assert.deepEqual(await secrets(), ['plain one']);
  state.source = { ...SOURCE, secret: 'two' };
  assert.deepEqual([await secrets(), state.reads], [['plain one'], 1]);
  clock.advance(1_000);
  assert.deepEqual([await secrets(), state.reads], [['plain two'], 2]);
  state.source = null;
  sources.changed('src_1');
  assert.equal(await secrets(), undefined);
});

test('a source read during a change is not cached', async () => {
  const { state, sources, secrets } = given();
  const reading = secrets();
  sources.changed('src_1');
  await reading;
  await secrets();
  assert.equal(state.reads, 2);
});

test('a secret that does not open is tried at every request', async () => {
  const { state, secrets } = given();
  state.opens = false;
  assert.deepEqual(await secrets(), []);
  state.opens = true;
  assert.deepEqual(await secrets(), ['plain one']);
});

test('a previous secret ends at its end, and another adapter finds nothing', async () => {
  const { clock, state, sources, secrets } = given();
  state.source = { ...SOURCE, previous: { secret: 'old', endsAtMs: clock.wallMs() + 500 } };
  assert.deepEqual(await secrets(), ['plain one', 'plain old']);
  clock.advance(500);
  assert.deepEqual([await secrets(), state.reads], [['plain one'], 1]);
  assert.equal(await sources.open('telnyx', 'src_1'), null);
});

test('equal texts of settings give one object', async () => {
  const { clock, sources } = given();
  const first = (await sources.open('twilio', 'src_1'))?.settings;
  clock.advance(2_000);
  assert.equal((await sources.open('twilio', 'src_1'))?.settings, first);
  assert.deepEqual(first, { a: 1 });
});
