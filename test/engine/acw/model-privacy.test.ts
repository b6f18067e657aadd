/** What is sent to a model, and what never is: read at the server, or shown by its silence. */
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { analyzeLog } from '../../../src/acw/analysis/analyze.ts';
import type { CallLog, Turn } from '../../../src/acw/call-log/call-log.ts';
import { evaluateByRules } from '../../../src/acw/evaluation/evaluate.ts';
import { inlineAnalyst } from '../../../src/analyst/inline-analyst.ts';
import { createGuard } from '../../../src/channel/destination-guard.ts';
import { openModel } from '../../../src/compose/open-model.ts';
import { analyzeWithModel, evaluateWithModel } from '../../../src/engine/acw/model-analyst.ts';
import type { LanguageModel } from '../../../src/engine/ports/language-model.ts';
import { systemClock as clock } from '../../../src/system/clock.ts';
import { systemRandom as random } from '../../../src/system/random.ts';
import { givenCriterion, givenLog, givenScorecard } from '../../acw/given-call.ts';
import { givenModel, modelSettings } from '../../language-model/given.ts';
import { type ModelServer, startModelServer } from '../../language-model/server.ts';
import { analysisOf, answeringWith, askedIds, verdictsOf } from './model-player.ts';

const SCORECARD = givenScorecard([givenCriterion('kind', { rule: null })]);
/** Test numbers of the card brands, all with a valid check digit. */
const CARDS = [
  '4111111111111111',
  '5555555555554444',
  '378282246310005',
  '6011111111111117',
  '30569309025904',
  '3566002020360505',
  '2223003122003222',
  '6304000000000000',
];

function workOf(log: CallLog) {
  const analyst = inlineAnalyst(null);
  return { analyst, log: JSON.stringify(log), clock: { monoMs: () => 0 }, untilMs: 60_000 };
}

async function workWith(model: LanguageModel | null, log: CallLog): Promise<void> {
  const analysis = analyzeLog({ log, direction: log.direction, version: '1', detector: null });
  const evaluation = evaluateByRules({ log, analysis, scorecard: SCORECARD, version: '1' });
  const work = { ...workOf(log), model, engine: 'AUTO' } as const;
  await analyzeWithModel(analysis, work);
  await evaluateWithModel(evaluation, SCORECARD, work);
}

async function given(t: TestContext, environment: Readonly<Record<string, string>> = {}) {
  const server = await startModelServer(
    t,
    answeringWith((request) =>
      askedIds(request).length === 0 ? analysisOf(request) : verdictsOf(request),
    ),
  );
  return { server, ...givenModel(t, server.baseUrl, { environment }) };
}

function sentAnywhere(server: ModelServer, digits: string): boolean {
  return server.requests.some(({ text, headers }) =>
    `${text}${JSON.stringify(headers)}`.replace(/[^0-9]/g, '').includes(digits),
  );
}

test('no card number reaches the server, in whatever form a speaker reads it out', async (t) => {
  const { server, model } = await given(t);
  const gap = fc.constantFrom('', ' ', '-', ' - ', ', ');
  const turn = fc.record({
    speaker: fc.constantFrom('AGENT' as const, 'CUSTOMER' as const),
    text: fc
      .tuple(fc.constantFrom('', 'Yes, ', 'My card is '), fc.constantFrom(...CARDS), gap)
      .map(([before, card, between]) => before + (card.match(/.{1,4}/g) ?? []).join(between)),
    startMs: fc.integer({ min: 0, max: 100_000 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 2, maxLength: 6 }), async (turns) => {
      const before = server.requests.length;
      const ordered = [...turns].sort((one, other) => one.startMs - other.startMs);
      await workWith(model, givenLog([], { turns: ordered, language: 'en' }));
      // An evaluation asks only about a conversation between two speakers.
      const isBoth = new Set(ordered.map(({ speaker }) => speaker)).size === 2;
      assert.equal(server.requests.length, before + (isBoth ? 2 : 1));
      assert.ok(CARDS.every((card) => !sentAnywhere(server, card)));
    }),
    { numRuns: 60 },
  );
  assert.ok(server.requests.every(({ text }) => text.includes('[CARD NUMBER]')));
});

/** Only the transcript is sent, nothing else of a log. */
test('only the turns and the language of a call log are sent', async (t) => {
  const { server, model } = await given(t);
  const turns: readonly Turn[] = [
    { speaker: 'AGENT', text: 'Hello.', startMs: 0 },
    { speaker: 'CUSTOMER', text: 'Hi.', startMs: 1_000 },
  ];
  const log = givenLog([], {
    turns,
    participants: [{ id: 'private-id', role: 'CUSTOMER', name: 'private-name' }],
    recordingUrl: 'https://private.example/recording',
    metadata: { account: 'private-account' },
    language: 'en',
  });
  await workWith(model, log);
  assert.equal(server.requests.length, 2);
  for (const { text } of server.requests) assert.doesNotMatch(text, /private|2026-11-20/);
});

test('RINGPOST_LLM_REDACT=off sends the turns unchanged', async (t) => {
  const { server, model } = await given(t, { RINGPOST_LLM_REDACT: 'off' });
  const said = 'It is 4111 1111 1111 1111.';
  await workWith(
    model,
    givenLog([
      ['AGENT', 'Your card?', 0, 1],
      ['CUSTOMER', said, 2, 3],
    ]),
  );
  assert.ok(sentAnywhere(server, '4111111111111111'));
});

test('a quote with a number is kept as the model read it', async (t) => {
  const log = givenLog([
    ['CUSTOMER', '4111 1111 1111 1111 is my card', 0, 1_000],
    ['AGENT', 'Thank you.', 2_000, 3_000],
  ]);
  const { model } = await given(t);
  const analysis = analyzeLog({ log, direction: log.direction, version: '1', detector: null });
  const evaluation = evaluateByRules({ log, analysis, scorecard: SCORECARD, version: '1' });
  const asked = await evaluateWithModel(evaluation, SCORECARD, {
    ...workOf(log),
    model,
    engine: 'LLM',
  });
  assert.ok(asked.kind === 'done');
  assert.deepEqual(asked.value.criteria[0]?.evidence, [
    { turn: 0, quote: '[CARD NUMBER] is my', startMs: 0 },
  ]);
});

test('without a model nothing leaves the machine, whatever the environment names', async (t) => {
  const trap = await startModelServer(t, answeringWith(analysisOf));
  const names = ['OPENAI_BASE_URL', 'OPENAI_API_KEY', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];
  const kept = names.map((name) => [name, process.env[name]] as const);
  for (const name of names) process.env[name] = trap.baseUrl;
  const sockets: unknown[] = [];
  const made = (socket: unknown): void => {
    sockets.push(socket);
  };
  subscribe('net.client.socket', made);
  try {
    const guard = createGuard({ allow: ['127.0.0.0/8'] });
    const parts = { guard, clock, random, emit: () => {}, userAgent: 'Ringpost/test' };
    const model = openModel(modelSettings({}), parts);
    assert.equal(model, null);
    await workWith(
      model,
      givenLog([
        ['AGENT', 'Hello.', 0, 1],
        ['CUSTOMER', 'Hi.', 2, 3],
      ]),
    );
  } finally {
    unsubscribe('net.client.socket', made);
    for (const [name, value] of kept) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
  assert.equal(sockets.length, 0);
  assert.equal(trap.connections, 0);
});
