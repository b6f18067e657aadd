/**
 * Power cuts of the database's files: hundreds of states that a disk may hold during a commit or a
 * checkpoint all open whole, with everything acknowledged. Faults planted in such states are
 * detected.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Stream } from '../../sim/script/random.ts';
import { DATABASE_FILE, openWriter } from '../../src/store/sqlite/open.ts';
import { START_MS } from '../store/given.ts';
import { directoryOf, inspect } from './inspection.ts';
import { type Image, record } from './recording.ts';
import { runPowerCuts } from './run.ts';
import type { Promised } from './work.ts';

const STATES = 300;

test('after a power cut everything acknowledged is there, and nothing is half', async (t) => {
  const run = await runPowerCuts({
    states: STATES,
    seed: 20_261_121,
    say: (line) => t.diagnostic(line),
  });
  const { faults, ...figures } = run;
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(faults, []);
  assert.equal(run.states, STATES);
  assert.ok(run.checkpoints >= 10 && run.restarts >= 10, 'the log was folded in and begun anew');
  for (const cut of ['cut', 'torn', 'torn-and-cut', 'header', 'checkpoint'] as const) {
    assert.ok((run.cuts[cut] ?? 0) >= 10, `${cut} was tried`);
  }
  assert.ok(run.ahead > 0 && run.ahead < STATES / 2, 'most states lack the commit under way');
  const percent = (run.lostIfEarly / STATES) * 100;
  assert.ok(percent >= 25, `acknowledged before the sync, only ${percent} % would show a loss`);
});

/** The images of a short recording, and what was acknowledged before the last of them. */
async function recorded(): Promise<{
  readonly images: readonly Image[];
  readonly promised: readonly Promised[];
}> {
  const directory = mkdtempSync(join(tmpdir(), 'ringpost-record-'));
  try {
    const chance = new Stream(7, 'planted');
    const { steps } = await record({ directory, commits: 40, chance, startMs: START_MS });
    return {
      images: steps.map(({ image }) => image),
      promised: steps.flatMap((step) => step.promised),
    };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Each leaves the rows as a fault of ours might; `seen`: what the inspection must call it. */
const PLANTED = [
  { sql: 'delete from attempts where number = 1', seen: 'lost' },
  { sql: 'update deliveries set sole_ms = null, sole_excerpt = null', seen: 'lost' },
  { sql: "delete from reports where report_id = 'call-1:1'", seen: 'lost' },
  { sql: 'delete from deliveries where closed_at is not null', seen: 'lost' },
  {
    sql: "update deliveries set state = 'waiting', due_at = null where state = 'due'",
    seen: 'half',
  },
  { sql: 'update calls set reports = reports + 1 where key = 3', seen: 'half' },
  { sql: "update calls set lanes = '{}' where key = 2", seen: 'half' },
  { sql: 'update endpoint_backlogs set open_deliveries = open_deliveries + 1', seen: 'half' },
  { sql: 'delete from firings where key = 2', seen: 'half' },
] as const;

test('each fault planted in a state is detected', async () => {
  const { images, promised } = await recorded();
  const last = images.at(-1);
  assert.ok(last !== undefined);
  const clean = inspect(last, promised);
  assert.deepEqual([clean.damaged, clean.lost, clean.half], [[], [], []]);
  assert.equal(clean.content, last.content);
  for (const { sql, seen } of PLANTED) {
    const found = inspect(withPlanted(last, sql), promised);
    assert.ok(found[seen].length > 0, sql);
    assert.notEqual(found.content, last.content, sql);
  }
  const rot = Buffer.from(last.file);
  rot.fill(0xff, 8_192, 16_384);
  const spoiled = inspect({ file: rot, log: Buffer.alloc(0) }, []);
  assert.ok(spoiled.damaged.length > 0, 'a page of rubbish');
});

test('a state without the last acknowledged commit is a loss', async () => {
  const { images, promised } = await recorded();
  // The very last commit was acknowledged after its image, so no answer here covers it.
  const [before, , last] = images.slice(-3);
  assert.ok(before !== undefined && last !== undefined);
  assert.equal(inspect(last, promised).lost.length, 0);
  const { lost, damaged, half } = inspect(before, promised);
  assert.ok(lost.length > 0);
  assert.deepEqual([damaged, half], [[], []], 'nothing else is wrong with it');
});

function withPlanted(image: Image, sql: string): { readonly file: Buffer; readonly log: Buffer } {
  const directory = directoryOf(image);
  try {
    const db = openWriter(directory, null);
    db.database.exec(sql);
    // Closing the last connection folds the log into the file.
    db.close();
    return { file: readFileSync(join(directory, DATABASE_FILE)), log: Buffer.alloc(0) };
  } finally {
    rmSync(directory, { recursive: true });
  }
}
