/** The analyst on its thread: real threads, a clock that the test moves. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inlineAnalyst } from '../../src/analyst/inline-analyst.ts';
import { loadLanguageDetector } from '../../src/analyst/language-detector.ts';
import {
  QUEUE_MAX,
  type ThreadAnalystOptions,
  TIME_LIMIT_MS,
  threadAnalyst,
} from '../../src/analyst/thread-analyst.ts';
import { type Analyst, AnalystFailure, type AnalystTask } from '../../src/engine/ports/analyst.ts';
import { givenCriterion, givenScorecard } from '../acw/given-call.ts';
import { ManualClock } from '../engine/manual-clock.ts';

const ENGLISH = new URL('../golden/call-log/answered-english.json', import.meta.url);
const TASK: AnalystTask = {
  body: readFileSync(ENGLISH, 'utf8'),
  direction: 'OUTBOUND',
  version: '1.0.0',
};
const CRASH = new URL('./crash.ts', import.meta.url);

async function withAnalyst(
  options: Partial<ThreadAnalystOptions>,
  act: (analyst: Analyst, clock: ManualClock) => Promise<void>,
): Promise<void> {
  const clock = new ManualClock(0);
  const analyst = threadAnalyst({ clock, ...options });
  try {
    await act(analyst, clock);
  } finally {
    await analyst.close();
  }
  assert.equal(clock.timers, 0, 'no timer stays');
}

const failsWith =
  (reason: string, detail = /./) =>
  (error: unknown) => {
    assert.ok(error instanceof AnalystFailure);
    assert.equal(error.reason, reason);
    assert.match(error.message, detail);
    return true;
  };

const body = (text: string): AnalystTask => ({ ...TASK, body: text });

test("the thread's answers equal the inline analyst's", async () => {
  const inline = inlineAnalyst(await loadLanguageDetector());
  await withAnalyst({}, async (analyst) => {
    assert.deepEqual(await analyst.analyze(TASK), await inline.analyze(TASK));
    const scorecard = givenScorecard([givenCriterion('greeting')]);
    const judged = await analyst.evaluate(TASK, scorecard);
    assert.deepEqual(judged, await inline.evaluate(TASK, scorecard));
    assert.equal(judged.scorecard.id, scorecard.id);
  });
});

test('a log of 5 MiB does not block the event loop', async () => {
  const turns = Array.from({ length: 10_000 }, (_, place) => ({
    speaker: place % 2 === 0 ? 'AGENT' : 'CUSTOMER',
    text: 'I would like to replace my card 12, can you hold it for me until 5 pm? '.repeat(6),
    startMs: place * 1_000,
    endMs: place * 1_000 + 900,
  }));
  const log = JSON.stringify({ direction: 'INBOUND', startedAt: '2026-11-20T11:19:00Z', turns });
  await withAnalyst({}, async (analyst) => {
    let turnsOfLoop = 0;
    const counting = setInterval(() => {
      turnsOfLoop += 1;
    }, 1);
    const { metrics } = await analyst.analyze(body(log));
    clearInterval(counting);
    assert.equal(metrics.talk.AGENT.turns, 5_000);
    assert.ok(turnsOfLoop > 50, `${turnsOfLoop} turns of the event loop`);
  });
});

test('a log that cannot be read is refused, and the thread goes on', async () => {
  await withAnalyst({}, async (analyst) => {
    for (const text of ['', 'null', '{"turns":7}', '{"turns":[{"speaker":"AGENT"}]}']) {
      await assert.rejects(analyst.analyze(body(text)), failsWith('CALL_LOG_INVALID', /again/));
    }
    assert.equal((await analyst.analyze(TASK)).language, 'en-GB');
  });
});

test('a task beyond its time is given up; the next one gets a new thread', async () => {
  await withAnalyst({ program: CRASH }, async (analyst, clock) => {
    const slow = assert.rejects(analyst.analyze(body('loop')), failsWith('TIME_LIMIT', /30000 ms/));
    const next = assert.rejects(analyst.analyze(body('fine')), failsWith('INTERNAL', /did fine/));
    await clock.advance(TIME_LIMIT_MS, async () => {});
    await slow;
    await next;
  });
});

test('a thread that dies fails only its task, however it dies', async () => {
  await withAnalyst({ program: CRASH, memoryMiB: 16 }, async (analyst) => {
    for (const [how, why] of [
      ['throw', /a fault of the thread/],
      ['exit', /exit code 3/],
      ['memory', /memory/],
    ] as const) {
      const lost = assert.rejects(analyst.analyze(body(how)), failsWith('INTERNAL', why));
      const next = assert.rejects(analyst.analyze(body('fine')), failsWith('INTERNAL', /did fine/));
      await lost;
      await next;
    }
  });
});

test('more tasks than may wait are refused at once', async () => {
  await withAnalyst({ program: CRASH }, async (analyst) => {
    // The thread has the first, the others wait.
    const asked = Array.from({ length: QUEUE_MAX + 1 }, () => analyst.analyze(body('loop')));
    const ends = asked.map((promise) => assert.rejects(promise, failsWith('CLOSED')));
    await assert.rejects(analyst.analyze(TASK), failsWith('BUSY', /later/));
    await analyst.close();
    await Promise.all(ends);
  });
});

test('a closed analyst does nothing more, and may be closed twice', async () => {
  await withAnalyst({}, async (analyst) => {
    await analyst.close();
    await assert.rejects(analyst.analyze(TASK), failsWith('CLOSED'));
    const inline = inlineAnalyst(null);
    await inline.close();
    await assert.rejects(inline.analyze(TASK), failsWith('CLOSED'));
  });
});
