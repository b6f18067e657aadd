/** Which settings an endpoint that launches an agent may have, and the defaults. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AgentInput,
  agentFaults,
  agentInput,
  agentSettings,
  agentWarnings,
  NO_AGENT_INPUT,
} from '../../../src/core/endpoint/agent-rules.ts';
import { ENDPOINT_KINDS, type EndpointKind, isAgent } from '../../../src/core/endpoint/endpoint.ts';
import { formatId } from '../../../src/core/id.ts';

const SCORECARD = formatId('sc', 1_795_173_540_125, 1);

function faultsOf(kind: EndpointKind, input: Partial<AgentInput>): readonly string[] {
  const faults = agentFaults(kind, { ...NO_AGENT_INPUT, ...input });
  for (const { message } of faults) assert.match(message, /^[A-Z].*\.$/);
  return faults.map(({ field }) => field);
}

test('S9.12, S9.23, S10.11: the defaults of each kind', () => {
  const builtIn = { engine: 'AUTO', callLogWaitMs: 600_000, scorecardId: null };
  assert.deepEqual(agentSettings('builtin-analyzer', null), builtIn);
  assert.deepEqual(agentSettings('builtin-evaluator', NO_AGENT_INPUT), builtIn);
  assert.deepEqual(agentSettings('self-provided-agent', null), { deadlineMs: 900_000 });
  for (const kind of ENDPOINT_KINDS.filter((each) => !isAgent(each))) {
    assert.equal(agentSettings(kind, null), null);
    assert.deepEqual(agentFaults(kind, null), []);
    assert.deepEqual(faultsOf(kind, {}), ['/agent']);
  }
});

test('an agent that needs a model causes a warning if there is none', () => {
  const asking = agentSettings('builtin-analyzer', { ...NO_AGENT_INPUT, engine: 'LLM' });
  assert.match(agentWarnings(asking, false).join(), /^No language model is set: .*\.$/);
  assert.deepEqual(agentWarnings(asking, true), []);
  assert.deepEqual(agentWarnings(agentSettings('builtin-evaluator', null), false), []);
  assert.deepEqual(agentWarnings(agentSettings('self-provided-agent', null), false), []);
  assert.deepEqual(agentWarnings(null, false), []);
});

test('times keep their bounds', () => {
  for (const callLogWaitMs of [9_999, 86_400_001, 10_000.5, Number.NaN]) {
    assert.deepEqual(faultsOf('builtin-analyzer', { callLogWaitMs }), ['/agent/callLogWaitMs']);
  }
  for (const callLogWaitMs of [10_000, 86_400_000]) {
    assert.deepEqual(faultsOf('builtin-evaluator', { callLogWaitMs }), []);
  }
  for (const deadlineMs of [59_999, 86_400_001]) {
    assert.deepEqual(faultsOf('self-provided-agent', { deadlineMs }), ['/agent/deadlineMs']);
  }
  for (const deadlineMs of [60_000, 86_400_000]) {
    assert.deepEqual(faultsOf('self-provided-agent', { deadlineMs }), []);
  }
});

test('a kind refuses the settings of another kind', () => {
  assert.deepEqual(faultsOf('builtin-analyzer', { scorecardId: SCORECARD, deadlineMs: 60_000 }), [
    '/agent/scorecardId',
    '/agent/deadlineMs',
  ]);
  assert.deepEqual(faultsOf('self-provided-agent', { engine: 'LLM' }), ['/agent/engine']);
  assert.deepEqual(faultsOf('builtin-evaluator', { scorecardId: SCORECARD, engine: 'LLM' }), []);
});

test('a scorecard is named by an id of its form', () => {
  for (const scorecardId of ['', 'default', SCORECARD.replace('sc_', 'ep_')]) {
    assert.deepEqual(faultsOf('builtin-evaluator', { scorecardId }), ['/agent/scorecardId']);
  }
});

test('settings sent again are unchanged', () => {
  for (const kind of ENDPOINT_KINDS) {
    const settings = agentSettings(kind, null);
    assert.deepEqual(agentSettings(kind, agentInput(settings)), settings);
    assert.deepEqual(agentFaults(kind, agentInput(settings)), []);
  }
});
