/**
 * The whole analysis: golden results of synthetic calls and of a public one, each warning, and what
 * holds for every log. The figures of Harper Valley were computed by hand; see
 * test/golden/call-log.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Analysis, AnalysisWarning } from '../../../src/acw/analysis/analysis.ts';
import { type AnalysisTask, analyzeLog } from '../../../src/acw/analysis/analyze.ts';
import { CALL_LOG_BYTES_MAX, type CallLog, type Turn } from '../../../src/acw/call-log/call-log.ts';
import { callLogFaults } from '../../../src/acw/call-log/call-log-rules.ts';
import { loadLanguageDetector } from '../../../src/analyst/language-detector.ts';
import { anyText } from '../../support/any-text.ts';
import { givenLog, type Said } from '../given-call.ts';

const FOLDER = new URL('../../golden/call-log/', import.meta.url);
const RESULT_BYTES_MAX = 256 * 1024;

function read<Read>(name: string): Read {
  // The files are part of the repository; the first test checks their shape.
  return JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as Read;
}

function analyzed(log: CallLog, changes: Partial<AnalysisTask> = {}): Analysis {
  return analyzeLog({
    log,
    direction: log.direction,
    version: '1.0.0',
    detector: null,
    ...changes,
  });
}

const NAMES = readdirSync(FOLDER).flatMap((file) => /^([\w-]+)\.json$/.exec(file)?.[1] ?? []);

describe('golden analyses', async () => {
  const detector = await loadLanguageDetector();
  for (const name of NAMES) {
    test(`${name} is a call log that keeps the rules, and has the analysis of its file`, () => {
      const log = read<CallLog>(`${name}.json`);
      assert.deepEqual(callLogFaults(log), []);
      assert.deepEqual(analyzed(log, { detector }), read(`${name}.analysis.json`));
    });
  }
});

test('the public call has the figures that were computed by hand', () => {
  const { metrics } = analyzed(read('harper-valley.json'));
  assert.deepEqual(metrics, {
    durationMs: 51_203,
    talk: {
      // 2670 + 1140 + 1230 + 1830 + 1140 + 2400 + 1860 ms; 7 + 4 + 6 + 7 + 5 + 10 + 8 words
      AGENT: { ms: 12_270, ratio: 0.5919, words: 47, wpm: 229.8, turns: 7 },
      // 330 + 1440 + 960 + 810 + 510 + 690 + 300 + 1170 + 1830 + 420; [noise] is no turn of speech
      CUSTOMER: { ms: 8_460, ratio: 0.4081, words: 33, wpm: 234, turns: 10 },
    },
    silence: {
      totalMs: 51_203 - 12_270 - 8_460,
      ratio: 0.5951,
      longestMs: 3_720,
      segments: [
        { startMs: 0, endMs: 3_720 },
        { startMs: 9_750, endMs: 12_890 },
        { startMs: 20_000, endMs: 23_590 },
      ],
    },
    interruptions: { AGENT: 0, CUSTOMER: 0, overlapMs: 0 },
    responseLatencyMs: {
      // 3590, 1810, 2100, 1370
      AGENT: { p50: 1_810, p95: 3_590 },
      // 3140, 2400, 1330, 1900, 1270
      CUSTOMER: { p50: 1_900, p95: 3_140 },
    },
  });
});

test('clocks that are 2,051 ms apart are suspected, and interruptions and latencies null', () => {
  const { metrics, warnings } = analyzed(read('skewed-clocks.json'));
  assert.ok(warnings.includes('CLOCK_SKEW_SUSPECTED'));
  assert.equal(metrics.interruptions, null);
  const none = { p50: null, p95: null };
  assert.deepEqual(metrics.responseLatencyMs, { AGENT: none, CUSTOMER: none });
});

test('interruptions and overlap of the heated call were counted by hand', () => {
  // overlap 9.0-9.6, 11.0-12.5, 14.0-16.0
  const { interruptions } = analyzed(read('overlapping.json')).metrics;
  assert.deepEqual(interruptions, { AGENT: 1, CUSTOMER: 1, overlapMs: 4_100 });
});

const TALK: readonly Said[] = [
  ['AGENT', 'Hello, how can I help?', 0, 2_000],
  ['CUSTOMER', 'I lost my card number 5.', 2_500, 4_000],
];

function warningsOf(log: CallLog, changes: Partial<AnalysisTask> = {}): readonly AnalysisWarning[] {
  return analyzed(log, changes).warnings;
}

test('a plain call has no warning', () => {
  assert.deepEqual(warningsOf(givenLog(TALK, { language: 'en' })), []);
});

test('with fewer than two spoken turns there are figures only', () => {
  const announced: Said = ['SYSTEM', 'Please hold for $5.', 3_000, 4_000];
  const log = givenLog([...TALK.slice(0, 1), announced], { language: 'en' });
  const { summary, phrases, entities, warnings, metrics } = analyzed(log);
  assert.deepEqual({ summary, phrases, entities }, { summary: null, phrases: [], entities: [] });
  assert.deepEqual(warnings, ['TOO_SHORT']);
  assert.equal(metrics.talk.AGENT.ms, 2_000);
});

test('missing end times are a warning, and figures that would repeat the estimate are null', () => {
  const turns = TALK.map(([speaker, text, startMs]): Turn => ({ speaker, text, startMs }));
  const { metrics, warnings } = analyzed({ ...givenLog([], { language: 'en' }), turns });
  assert.deepEqual(warnings, ['END_TIMES_MISSING']);
  assert.equal(metrics.interruptions, null);
  assert.equal(metrics.talk.AGENT.wpm, null);
  assert.equal(metrics.responseLatencyMs.CUSTOMER.p50, null);
  // 5 words of 400 ms; the customer begins half a second later.
  assert.equal(metrics.talk.AGENT.ms, 2_000);
});

test("another direction than the call's, an unknown language and no words are warnings", () => {
  assert.deepEqual(warningsOf(givenLog(TALK, { language: 'fi' })), ['PHRASES_NOT_AVAILABLE']);
  const other = givenLog(TALK);
  assert.deepEqual(warningsOf(other, { direction: 'OUTBOUND' }), [
    'DIRECTION_MISMATCH',
    'LANGUAGE_UNKNOWN',
    'PHRASES_NOT_AVAILABLE',
  ]);
});

test('mood, topics, action items and outcome are null: they need a model', () => {
  const { sentiment, topics, actionItems, outcome, engine } = analyzed(givenLog(TALK));
  assert.deepEqual([sentiment, topics, actionItems, outcome], [null, null, null, null]);
  assert.deepEqual(engine, { name: 'ringpost-analyzer', version: '1.0.0', mode: 'METRICS' });
});

test('the largest result fits: each list full of the widest characters', () => {
  const control = '\u0001'.repeat(200);
  const said = Array.from({ length: 5_000 }, (_, place): Said => {
    const speaker = place % 2 === 0 ? 'AGENT' : 'CUSTOMER';
    const words = speaker === 'AGENT' ? 'please hold' : 'i want to cancel';
    const text = `${control}${words} $5 https://example.com/${'ー'.repeat(95)} ${control}`;
    return [speaker, text, place * 5_000, place * 5_000 + 1_000];
  });
  const result = analyzed(givenLog(said, { language: 'en' }));
  assert.deepEqual(result.warnings, ['LISTS_CUT']);
  const bytes = Buffer.byteLength(JSON.stringify(result));
  assert.ok(bytes > 96 * 1024 && bytes < RESULT_BYTES_MAX, `${bytes} bytes`);
});

const turns = fc.array(
  fc.record(
    {
      speaker: fc.constantFrom('AGENT', 'CUSTOMER', 'SYSTEM'),
      text: fc.oneof(
        fc.constantFrom('hello', 'yes', 'please hold', '[noise]', 'I want $5', 'はい'),
        anyText({ maxLength: 40 }),
      ),
      startMs: fc.nat(60_000),
      lengthMs: fc.nat(8_000),
    },
    { requiredKeys: ['speaker', 'text', 'startMs'] },
  ),
  { maxLength: 20 },
);
const logs = turns.map((list): CallLog => {
  const made = list.map(({ speaker, text, startMs, lengthMs }): Turn => {
    const turn = { speaker, text, startMs };
    return lengthMs === undefined ? turn : { ...turn, endMs: startMs + lengthMs };
  });
  return { ...givenLog([]), language: 'en', turns: made };
});

test('in any log shares are between 0 and 1, and speech and silence add up to the duration', () => {
  fc.assert(
    fc.property(logs, (log) => {
      const { metrics } = analyzed(log);
      const { AGENT, CUSTOMER } = metrics.talk;
      for (const ratio of [AGENT.ratio, CUSTOMER.ratio, metrics.silence.ratio]) {
        assert.ok(ratio === null || (ratio >= 0 && ratio <= 1));
      }
      if (AGENT.ratio !== null && CUSTOMER.ratio !== null) {
        assert.ok(Math.abs(AGENT.ratio + CUSTOMER.ratio - 1) < 0.000_2);
      }
      const { totalMs, longestMs } = metrics.silence;
      const bothHeard = AGENT.turns > 0 && CUSTOMER.turns > 0;
      assert.equal(totalMs !== null, bothHeard);
      if (totalMs !== null && longestMs !== null) {
        const speechMs = metrics.durationMs - totalMs;
        assert.ok(speechMs >= Math.max(AGENT.ms, CUSTOMER.ms));
        assert.ok(longestMs <= totalMs);
      }
      assert.ok(bothHeard || metrics.interruptions === null);
      const overlap = metrics.interruptions?.overlapMs ?? 0;
      assert.ok(overlap <= Math.min(AGENT.ms, CUSTOMER.ms));
    }),
    { numRuns: 300 },
  );
});

test('the order of turns in a log changes no figure', () => {
  fc.assert(
    fc.property(logs, (log) => {
      const starts = new Set(log.turns.map(({ startMs }) => startMs));
      fc.pre(starts.size === log.turns.length);
      const turned = { ...log, turns: log.turns.toReversed() };
      assert.deepEqual(analyzed(turned).metrics, analyzed(log).metrics);
    }),
  );
});

test('the same log has the same analysis, and all of it is JSON', () => {
  fc.assert(
    fc.property(logs, (log) => {
      const result = analyzed(log);
      assert.deepEqual(analyzed(structuredClone(log)), result);
      assert.deepEqual(JSON.parse(JSON.stringify(result)), result);
    }),
  );
});

test('a quote is a part of the turn it names', () => {
  fc.assert(
    fc.property(logs, (log) => {
      const { phrases, entities } = analyzed(log);
      for (const { turn, quote } of phrases) assert.ok(log.turns[turn]?.text.includes(quote));
      for (const { turn, value } of entities) assert.ok(log.turns[turn]?.text.includes(value));
    }),
  );
});

test('a log of 10,000 turns and 5 MiB takes less than two seconds', () => {
  const sentence = 'I would like to replace my card 12, can you please hold it for me until 5 pm? ';
  const text = sentence.repeat(6);
  const said = Array.from({ length: 10_000 }, (_, place): Said => {
    const speaker = place % 2 === 0 ? 'AGENT' : 'CUSTOMER';
    return [speaker, text, place * 1_000, place * 1_000 + 900];
  });
  const log = givenLog(said, { language: 'en' });
  assert.ok(Buffer.byteLength(JSON.stringify(log)) > CALL_LOG_BYTES_MAX);
  const before = process.cpuUsage();
  analyzed(log);
  // Measured: 0.3 to 1.0 s. It is processor time, so that other work on the machine does not count.
  assert.ok(process.cpuUsage(before).user < 2_000_000);
});
