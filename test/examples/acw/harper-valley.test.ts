/** The script for the Harper Valley set, on one made-up call in the set's format. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { harperValleyLog } from '../../../examples/acw/harper-valley-log.ts';
import { callLogFaults } from '../../../src/acw/call-log/call-log-rules.ts';

const SCRIPT = fileURLToPath(new URL('../../../examples/acw/harper-valley.ts', import.meta.url));
const METADATA = { start_time_ms: 1_795_173_540_000, end_time_ms: 1_795_173_550_000 };
const said = (speaker_role: string, offset_ms: number, human_transcript: string) => ({
  speaker_role,
  offset_ms,
  human_transcript,
  duration_ms: 1_500,
  start_ms: offset_ms - 2_051,
  channel_index: 2,
});
const SEGMENTS = [
  said('caller', 3_000, 'i lost my card'),
  said('agent', 1_000, 'hello how can i help you'),
  said('agent', 5_000, 'one moment please'),
];

test('a call of the set becomes a call log that keeps the rules, on the common clock', () => {
  const log = harperValleyLog(SEGMENTS, METADATA);
  assert.deepEqual(callLogFaults(log), []);
  assert.deepEqual(
    log.turns.map(({ speaker, startMs, endMs }) => [speaker, startMs, endMs]),
    [
      ['AGENT', 1_000, 2_500],
      ['CUSTOMER', 3_000, 4_500],
      ['AGENT', 5_000, 6_500],
    ],
  );
  assert.equal(log.startedAt, '2026-11-20T11:19:00.000Z');
});

test('the script prints the figures of each call, and counts its findings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-set-'));
  try {
    for (const [part, content] of [
      ['transcript', SEGMENTS],
      ['metadata', METADATA],
    ] as const) {
      mkdirSync(join(folder, part));
      writeFileSync(join(folder, part, '00aa.json'), JSON.stringify(content));
    }
    const { stdout, status } = run(folder);
    assert.equal(status, 0);
    // 10 s; the agent has 3.0 of 4.5 s; 9 words in 3 s, 4 in 1.5 s; answers after 0.5 s
    assert.match(stdout, /^00aa +10\.0 +0\.6667 180\/160 +0\.55 +0\/0 +500\/500$/m);
    assert.match(stdout, /^calls: 1$/m);
    assert.match(stdout, /^hold-request: 1$/m);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('without the set the script says what it needs', () => {
  const { stderr, status } = run();
  assert.equal(status, 2);
  assert.match(stderr, /<set>\/data/);
});

function run(...options: readonly string[]) {
  return spawnSync(process.execPath, [SCRIPT, ...options], { encoding: 'utf8', timeout: 60_000 });
}
