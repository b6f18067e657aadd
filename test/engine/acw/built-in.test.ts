/** The results that the built-in agents make of a call log, with and without a model. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { SAMPLE_LOG } from '../../../src/acw/call-log/sample-log.ts';
import { DEFAULT_SCORECARD } from '../../../src/acw/evaluation/default-scorecard.ts';
import type { EndpointKind } from '../../../src/core/endpoint/endpoint.ts';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import { type BuiltInParts, failedEnd } from '../../../src/engine/acw/built-in.ts';
import { AnalystFailure } from '../../../src/engine/ports/analyst.ts';
import type { LanguageModel } from '../../../src/engine/ports/language-model.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { givenBuiltIn } from '../../support/built-in.ts';
import { migratedDirectory } from '../../support/migrated-directory.ts';
import { ManualClock } from '../manual-clock.ts';

const LOG = JSON.stringify(SAMPLE_LOG);
const NO_SCORECARD = { scorecardId: null, callLogWaitMs: 600_000 };

async function given(t: TestContext, changes: Partial<BuiltInParts> = {}) {
  const clock = new ManualClock(0);
  const directory = migratedDirectory('ringpost-built-in-');
  const store = await openSqliteStore({ directory, threads: false });
  t.after(async () => {
    await store.close();
    rmSync(directory, { recursive: true });
  });
  const { key: projectKey } = await store.ensureProject({
    name: 'default',
    settings: PROJECT_DEFAULTS,
    nowMs: 0,
  });
  const builtIn = givenBuiltIn({ store, clock, ...changes });
  const work = (kind: EndpointKind, agent: object = {}, log = LOG) => {
    const settings = { engine: 'AUTO' as const, ...NO_SCORECARD, ...agent };
    const task = {
      agent: { kind, agent: settings, projectKey },
      direction: 'OUTBOUND',
      log,
    } as const;
    return builtIn.work(task, 60_000);
  };
  return { store, projectKey, work };
}

/** A model that fails every question. */
function unavailable(asked: string[]): LanguageModel {
  return {
    model: 'test-model',
    policy: { redact: true, questionTokensMax: 8_000, timeoutMs: 30_000 },
    ask: async ({ name }) => {
      asked.push(name);
      return { kind: 'failed', reason: 'UNAVAILABLE', detail: 'It is away.' };
    },
    close: async () => {},
  };
}

test('the analyzer without a model gives figures, and names its engine', async (t) => {
  const { work } = await given(t);
  const end = await work('builtin-analyzer');
  assert.deepEqual([end.isError, end.reason, end.errors], [false, null, []]);
  assert.equal(end.engine, 'ringpost-analyzer/0.0.0-test METRICS');
  const { schemaVersion, metrics, sentiment } = JSON.parse(end.result ?? '');
  assert.deepEqual([schemaVersion, metrics.talk.AGENT.turns, sentiment], ['1', 5, null]);
});

test('the evaluator uses the default scorecard, or the one that its endpoint names', async (t) => {
  const { store, projectKey, work } = await given(t);
  const none = await work('builtin-evaluator');
  assert.equal(none.reason, 'INTERNAL');
  assert.match(none.errors[0]?.message ?? '', /no scorecard/);
  await store.createScorecard({ projectKey, settings: DEFAULT_SCORECARD, audit: null, nowMs: 0 });
  const own = await store.createScorecard({
    projectKey,
    settings: { ...DEFAULT_SCORECARD, name: 'Own' },
    audit: null,
    nowMs: 0,
  });
  const byDefault = JSON.parse((await work('builtin-evaluator')).result ?? '');
  assert.equal(byDefault.scorecard.name, DEFAULT_SCORECARD.name);
  const named = await work('builtin-evaluator', { scorecardId: own?.id });
  assert.deepEqual(JSON.parse(named.result ?? '').scorecard, {
    id: own?.id,
    revision: 1,
    name: 'Own',
  });
});

test('if a model fails, AUTO goes on and LLM fails; METRICS never asks it', async (t) => {
  const asked: string[] = [];
  const { work } = await given(t, { model: unavailable(asked) });
  const metrics = await work('builtin-analyzer', { engine: 'METRICS' });
  assert.deepEqual([metrics.isError, asked], [false, []]);
  const auto = await work('builtin-analyzer');
  assert.ok(asked.length > 0);
  assert.ok(JSON.parse(auto.result ?? '').warnings.includes('MODEL_FAILED_METRICS_ONLY'));
  const llm = await work('builtin-analyzer', { engine: 'LLM' });
  assert.deepEqual([llm.isError, llm.reason, llm.result], [true, 'MODEL_FAILED', null]);
});

test('LLM without a model fails before anything is read', async (t) => {
  const { work } = await given(t);
  const end = await work('builtin-analyzer', { engine: 'LLM' }, 'no log at all');
  assert.deepEqual(end, failedEnd('MODEL_NOT_CONFIGURED'));
  assert.equal(end.errors[0]?.code, 'ANALYZER_FAILED');
});

test('a log that cannot be read fails as CALL_LOG_INVALID', async (t) => {
  const { work } = await given(t);
  await assert.rejects(work('builtin-analyzer', {}, '{"turns":1}'), (error) => {
    assert.ok(error instanceof AnalystFailure);
    return error.reason === 'CALL_LOG_INVALID';
  });
});
