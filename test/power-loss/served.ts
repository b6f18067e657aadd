/**
 * Power cuts survived by the real process: it makes the data directory and starts on the image, and
 * its receivers must get what was acknowledged and still open, in order, and nothing that was
 * settled. Judged by the rules that also judge the simulator.
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ArrivalVerdict, judgeArrivals, type Owed } from '../../sim/check/arrivals.ts';
import { Stream } from '../../sim/script/random.ts';
import { DATABASE_FILE } from '../../src/store/sqlite/open.ts';
import { type RecordingReceiver, startRecordingReceiver } from '../crash/recording-receiver.ts';
import { drained } from '../crash/rest.ts';
import { callApi, startService } from '../support/service-process.ts';
import { crashState } from './crash-state.ts';
import { type Recording, record } from './recording.ts';
import type { Promised } from './work.ts';

/** In the order in which they are made, the order of their keys. */
const PATHS = ['/good', '/slow'] as const;
const TRIGGERS = ['CALLING', 'CLOSING', 'COMPLETED'].map((name) => `OUTBOUND_CALL_${name}`);
const COMMITS = 60;
const HOUR_MS = 3_600_000;
const DRAIN_MS_MAX = 60_000;

/** One verdict per state; `open`: deliveries that had not drained. */
export async function serveStates(options: {
  readonly states: number;
  readonly seed: number;
}): Promise<readonly (ArrivalVerdict & { readonly open: number })[]> {
  const chance = new Stream(options.seed, 'served');
  const base = mkdtempSync(join(tmpdir(), 'ringpost-served-'));
  const receiver = await startRecordingReceiver(chance, () => 1);
  try {
    await makeDirectory(base, receiver);
    // Due times of an hour ago: whatever is still open is due.
    const startMs = Date.now() - HOUR_MS;
    const recording = await record({ directory: base, commits: COMMITS, chance, startMs });
    const verdicts: (ArrivalVerdict & { readonly open: number })[] = [];
    while (verdicts.length < options.states) {
      const last = chance.between(COMMITS / 2, recording.steps.length - 3);
      verdicts.push(await serve(base, recording, last, chance, receiver));
    }
    return verdicts;
  } finally {
    await receiver.close();
    rmSync(base, { recursive: true, force: true });
  }
}

async function makeDirectory(directory: string, receiver: RecordingReceiver): Promise<void> {
  const service = await startService({ directory });
  try {
    for (const path of PATHS) {
      const { status } = await callApi(service, 'POST', '/v1/endpoints', {
        name: path,
        kind: 'custom',
        target: receiver.target(path),
        triggers: [...TRIGGERS, 'CALL_LOG_CREATED'],
        auth: { method: 'bearer', token: 'power-test' },
      });
      if (status !== 201) throw new Error(`endpoint not made: ${status}`);
    }
    await service.stop();
  } finally {
    await service.kill();
  }
}

async function serve(
  base: string,
  { steps }: Recording,
  last: number,
  chance: Stream,
  receiver: RecordingReceiver,
): Promise<ArrivalVerdict & { readonly open: number }> {
  const [before, under] = steps.slice(last, last + 2);
  if (before === undefined || under === undefined) throw new Error('a recording without steps');
  const state = crashState(before.image, under.image, chance);
  const directory = mkdtempSync(join(tmpdir(), 'ringpost-image-'));
  // The master key is copied too; the log's index does not survive a power cut.
  cpSync(base, directory, { recursive: true, filter: (path) => !path.endsWith('-shm') });
  writeFileSync(join(directory, DATABASE_FILE), state.file);
  writeFileSync(join(directory, `${DATABASE_FILE}-wal`), state.log);
  const from = receiver.arrivals.length;
  const service = await startService({ directory });
  try {
    const open = await drained(service.url, DRAIN_MS_MAX);
    const known = steps.slice(0, last + 2).flatMap((step) => step.promised);
    const verdict = judgeArrivals({
      owed: owedBy(known, steps[last + 2]?.promised ?? []),
      arrivals: receiver.arrivals
        .slice(from)
        .map((arrival) => ({ ...arrival, lane: laneOf(arrival.path, arrival.callId) })),
      mayRepeat: () => false,
    });
    return { ...verdict, open };
  } finally {
    await service.kill();
    rmSync(directory, { recursive: true });
  }
}

/** What is settled is owed no more; the effects of the commit under way may be there or not. */
function owedBy(known: readonly Promised[], unheard: readonly Promised[]): readonly Owed[] {
  const triggers = new Map<string, string[]>();
  const must = new Map<string, number>();
  for (const [promises, heard] of [[known, true] as const, [unheard, false] as const]) {
    for (const each of promises) {
      if (each.what !== 'report') continue;
      const all = triggers.get(each.callId) ?? [];
      all.push(...each.triggers);
      triggers.set(each.callId, all);
      if (heard) must.set(each.callId, all.length);
    }
  }
  const settled = settledBy(known);
  const settledUnheard = settledBy(unheard);
  return PATHS.flatMap((path, index) =>
    [...triggers].flatMap(([callId, all]) =>
      all.flatMap((trigger, position): Owed[] => {
        const sequence = position + 1;
        const place = `${index + 1} ${callId} ${sequence}`;
        if (settled.has(place)) return [];
        const heard = sequence <= (must.get(callId) ?? 0) && !settledUnheard.has(place);
        return [{ lane: laneOf(path, callId), sequence, trigger, must: heard }];
      }),
    ),
  );
}

function settledBy(promises: readonly Promised[]): ReadonlySet<string> {
  return new Set(
    promises.flatMap((each) =>
      each.what === 'attempt' && each.state !== 'retrying'
        ? [`${each.endpoint} ${each.callId} ${each.sequence}`]
        : [],
    ),
  );
}

function laneOf(path: string, callId: string): string {
  return `${path} ${callId}`;
}
