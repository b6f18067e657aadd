/**
 * The settings of an endpoint that launches an agent, on the wire (S9.12, S9.23, S10.11).
 * `core/endpoint/agent-rules.ts` says which settings a kind has and which values they may have.
 */
import { AGENT_ENGINES } from '../../core/endpoint/endpoint.ts';
import { idOf, nullable, oneOf, patchable, strictObject, Type } from './shared.ts';

const agentSettings = {
  engine: oneOf(AGENT_ENGINES, {
    description:
      'Of built-in agents. METRICS never asks the model, LLM fails without one, AUTO (default) ' +
      'asks it where there is one',
  }),
  callLogWaitMs: Type.Integer({
    description: 'For built-in agents: how long a run waits for the call log; default 600,000',
  }),
  scorecardId: nullable(idOf('sc', 'Of evaluators; null: the default scorecard of the project')),
  deadlineMs: Type.Integer({
    description: 'For self-provided agents: how long a result is accepted; default 900,000',
  }),
} as const;
export const AgentInput = strictObject(
  {
    engine: Type.Optional(agentSettings.engine),
    callLogWaitMs: Type.Optional(agentSettings.callLogWaitMs),
    scorecardId: Type.Optional(agentSettings.scorecardId),
    deadlineMs: Type.Optional(agentSettings.deadlineMs),
  },
  {
    title: 'EndpointAgent',
    description: 'For kinds that launch an agent; each kind has its own settings',
  },
);

export const AgentPatch = strictObject(
  {
    engine: patchable(agentSettings.engine),
    callLogWaitMs: patchable(agentSettings.callLogWaitMs),
    scorecardId: Type.Optional(agentSettings.scorecardId),
    deadlineMs: patchable(agentSettings.deadlineMs),
  },
  { title: 'EndpointAgentPatch' },
);
