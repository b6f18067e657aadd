/** What the tests of the language model share: a client on loopback, a question, a call log. */
import type { TestContext } from 'node:test';
import { createGuard } from '../../src/channel/destination-guard.ts';
import { type ModelSettings, openModel } from '../../src/compose/open-model.ts';
import { readSettings } from '../../src/config/read-settings.ts';
import type { Clock } from '../../src/engine/ports/clock.ts';
import type { EngineEvent } from '../../src/engine/ports/emit.ts';
import type {
  LanguageModel,
  ModelAnswer,
  ModelQuestion,
} from '../../src/engine/ports/language-model.ts';
import { createSteppedClock, type SteppedClock } from '../channel/stepped-clock.ts';

export const KEY = 'sk-test-0123456789abcdef';

export const QUESTION: ModelQuestion = {
  name: 'call_analysis',
  system: 'Be brief.',
  user: '<transcript>\n#0 AGENT 00:00 Hello\n</transcript>',
  schema: {
    type: 'object',
    properties: { ok: { type: 'boolean' } },
    required: ['ok'],
    additionalProperties: false,
  },
  answerTokensMax: 500,
  timeoutMs: 30_000,
};

export interface GivenModel {
  readonly model: LanguageModel;
  readonly clock: SteppedClock;
  readonly events: readonly EngineEvent[];
}

/** Settings as an operator writes them; loopback is allowed unless a test says otherwise. */
export function modelSettings(environment: Readonly<Record<string, string>>) {
  const read = readSettings({}, environment);
  if (read.kind === 'invalid') throw new Error(read.problems.join('; '));
  return read.settings;
}

export function givenModel(
  test: TestContext,
  baseUrl: string,
  more: {
    readonly environment?: Readonly<Record<string, string>>;
    readonly allow?: readonly string[];
    readonly clock?: Clock;
  } = {},
): GivenModel {
  const settings: ModelSettings = modelSettings({
    RINGPOST_LLM_BASE_URL: baseUrl,
    RINGPOST_LLM_MODEL: 'some-model',
    RINGPOST_LLM_API_KEY: KEY,
    ...more.environment,
  });
  const stepped = createSteppedClock();
  const events: EngineEvent[] = [];
  const model = openModel(settings, {
    guard: createGuard({ allow: more.allow ?? ['127.0.0.0/8'] }),
    clock: more.clock ?? stepped,
    random: { fraction: () => 0.5 },
    emit: (event) => events.push(event),
    userAgent: 'Ringpost/test',
    lookup: async () => ['127.0.0.1'],
  });
  if (model === null) throw new Error('The settings name a model.');
  test.after(() => model.close());
  return { model, clock: stepped, events };
}

export function failure(answer: ModelAnswer): Extract<ModelAnswer, { kind: 'failed' }> {
  if (answer.kind === 'failed') return answer;
  throw new Error(`It answered: ${answer.text}`);
}

/** Advances a standing clock until a promise is settled: waits between tries pass at once. */
export async function settled<Value>(clock: SteppedClock, promise: Promise<Value>): Promise<Value> {
  let done = false;
  const finish = (): void => {
    done = true;
  };
  promise.then(finish, finish);
  while (!done) {
    await new Promise((turn) => setImmediate(turn));
    if (!done) clock.advance(5);
  }
  return promise;
}
