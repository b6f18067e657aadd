/**
 * The code that reads whole call logs is not on the main thread: the service does not load it
 * there, and the model gets the transcript of the analyst's thread. Shown without a clock, because
 * on a busy machine everything is slow.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inlineAnalyst } from '../../src/analyst/inline-analyst.ts';
import { analyze } from '../../src/analyst/perform.ts';
import { threadAnalyst } from '../../src/analyst/thread-analyst.ts';
import { analyzeWithModel } from '../../src/engine/acw/model-analyst.ts';
import { AnalystFailure, type AnalystFailureReason } from '../../src/engine/ports/analyst.ts';
import { givenLog } from '../acw/given-call.ts';
import { analysisOf, answeringWith, shownLines } from '../engine/acw/model-player.ts';
import { ManualClock } from '../engine/manual-clock.ts';
import { givenModel } from '../language-model/given.ts';
import { startModelServer } from '../language-model/server.ts';
import { importsOf } from '../tidy/import.ts';
import { readTree } from '../tidy/tree.ts';
import { OWN_WORDS } from './own-words.ts';

/** Modules whose time is proportional to a call log's text. */
const HEAVY = [
  'src/analyst/perform.ts',
  'src/analyst/inline-analyst.ts',
  'src/acw/redaction/redact.ts',
  'src/acw/redaction/redact-numbers.ts',
  'src/acw/redaction/redact-digits.ts',
  'src/acw/analysis/analyze.ts',
  'src/acw/evaluation/evaluate.ts',
];

/** Every file that runs on the thread of `start`, without those of its workers. */
function loadedBy(start: string): ReadonlySet<string> {
  const files = new Map(readTree().map((file) => [file.path, file]));
  const loaded = new Set<string>();
  const next = [start];
  for (const path of next) {
    const file = files.get(path);
    if (file === undefined || loaded.has(path)) continue;
    loaded.add(path);
    for (const { path: other, kind } of importsOf(file)) {
      if (other !== null && kind !== 'type' && kind !== 'worker') next.push(other);
    }
  }
  return loaded;
}

test('the main thread does not even load code that reads, judges or redacts a call log', () => {
  const main = loadedBy('src/main.js');
  assert.ok(main.has('src/analyst/thread-analyst.ts') && main.has('src/engine/acw/built-in.ts'));
  assert.deepEqual(
    HEAVY.filter((path) => main.has(path)),
    [],
  );
  const worker = loadedBy('src/analyst/worker.ts');
  const elsewhere = HEAVY.filter((path) => !worker.has(path));
  assert.deepEqual(elsewhere, ['src/analyst/inline-analyst.ts']);
});

const LOG = givenLog([
  ['AGENT', 'May I have the number of your card?', 0, 2_000],
  ['CUSTOMER', 'It is 4111 1111 1111 1111.', 3_000, 6_000],
]);
const BODY = JSON.stringify(LOG);
const ANALYSIS = analyze({ body: BODY, direction: LOG.direction, version: '1' }, null);

test('a model gets what the thread answered, and nothing else', async (t) => {
  const server = await startModelServer(t, answeringWith(analysisOf));
  const { model } = givenModel(t, server.baseUrl);
  const clock = new ManualClock(0);
  const analyst = threadAnalyst({ clock, program: new URL('./own-words.ts', import.meta.url) });
  t.after(() => analyst.close());
  const work = { model, engine: 'LLM', analyst, log: BODY, clock, untilMs: 60_000 } as const;
  const asked = await analyzeWithModel(ANALYSIS, work);
  assert.equal(asked.kind, 'done');
  const shown = server.requests.map(shownLines);
  assert.deepEqual(shown, [[`#0 AGENT 00:00 ${OWN_WORDS}: transcribe`]]);
});

test('the thread cuts and redacts as the inline analyst does', async (t) => {
  const analyst = threadAnalyst({ clock: new ManualClock(0) });
  t.after(() => analyst.close());
  for (const redact of [true, false]) {
    const task = { body: BODY, windowTokens: 400, redact };
    const { transcript, beginsAtMs } = await analyst.transcribe(task);
    assert.deepEqual({ transcript, beginsAtMs }, await inlineAnalyst(null).transcribe(task));
    const [window] = transcript.windows;
    assert.equal(window?.text.includes('It is [CARD NUMBER].'), redact);
    assert.deepEqual([transcript.isCut, beginsAtMs], [false, 0]);
  }
});

test('an unreadable log is a failure of the model; a lack of time is none', async (t) => {
  const server = await startModelServer(t, answeringWith(analysisOf));
  const { model } = givenModel(t, server.baseUrl);
  const ask = (engine: 'LLM' | 'AUTO', reason: AnalystFailureReason) => {
    const failure = new AnalystFailure(reason, `It is ${reason}.`);
    const analyst = { transcribe: () => Promise.reject(failure) };
    const clock = new ManualClock(0);
    return analyzeWithModel(ANALYSIS, { model, engine, analyst, log: BODY, clock, untilMs: 1 });
  };
  const late = await ask('LLM', 'TIME_LIMIT');
  assert.deepEqual(late, { kind: 'failed', reason: 'MODEL_FAILED', detail: 'It is TIME_LIMIT.' });
  const plain = await ask('AUTO', 'INTERNAL');
  assert.ok(plain.kind === 'done' && plain.value.engine.mode === 'METRICS');
  assert.ok(plain.value.warnings.includes('MODEL_FAILED_METRICS_ONLY'));
  for (const reason of ['BUSY', 'CLOSED'] as const) {
    await assert.rejects(ask('AUTO', reason), AnalystFailure);
  }
  assert.equal(server.connections, 0);
});
