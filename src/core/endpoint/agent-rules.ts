/**
 * The settings of an endpoint that launches an after-call-work agent (S9.12, S9.23, S10.11), and
 * their defaults. The shape of the input has been checked; only the store can tell whether a
 * scorecard exists.
 */

import type { FieldError } from '../error/service-error.ts';
import { parseId } from '../id.ts';
import {
  AGENT_DEADLINE_MS,
  type AgentEngine,
  type AgentSettings,
  type EndpointKind,
} from './endpoint.ts';
import { CALL_LOG_WAIT_MS } from './endpoint-defaults.ts';

export const AGENT_ENGINE_DEFAULT: AgentEngine = 'AUTO';

/** The settings of all kinds of agents as they were sent; null: not sent, or the default. */
export interface AgentInput {
  readonly engine: AgentEngine | null;
  readonly callLogWaitMs: number | null;
  readonly scorecardId: string | null;
  readonly deadlineMs: number | null;
}

export const NO_AGENT_INPUT: AgentInput = {
  engine: null,
  callLogWaitMs: null,
  scorecardId: null,
  deadlineMs: null,
};

type Setting = keyof AgentInput;

const SETTINGS: readonly Setting[] = ['engine', 'callLogWaitMs', 'scorecardId', 'deadlineMs'];
const SETTINGS_OF: Partial<Readonly<Record<EndpointKind, readonly Setting[]>>> = {
  'builtin-analyzer': ['engine', 'callLogWaitMs'],
  'builtin-evaluator': ['engine', 'callLogWaitMs', 'scorecardId'],
  'self-provided-agent': ['deadlineMs'],
};

/** `agent` null: no settings were sent. Returns an empty list if all rules are kept. */
export function agentFaults(kind: EndpointKind, agent: AgentInput | null): readonly FieldError[] {
  if (agent === null) return [];
  const known = SETTINGS_OF[kind];
  if (known === undefined) {
    const message = `Leave it out: an endpoint of kind ${kind} launches no agent.`;
    return [{ field: '/agent', message }];
  }
  return SETTINGS.flatMap((setting) => {
    if (agent[setting] === null) return [];
    const message = known.includes(setting) ? faultOf(setting, agent) : unknown(kind, known);
    return message === null ? [] : [{ field: `/agent/${setting}`, message }];
  });
}

/** `input` has been checked. Returns null for kinds that launch no agent. */
export function agentSettings(kind: EndpointKind, input: AgentInput | null): AgentSettings | null {
  if (SETTINGS_OF[kind] === undefined) return null;
  const { engine, callLogWaitMs, scorecardId, deadlineMs } = input ?? NO_AGENT_INPUT;
  if (kind === 'self-provided-agent') {
    return { deadlineMs: deadlineMs ?? AGENT_DEADLINE_MS.default };
  }
  return {
    engine: engine ?? AGENT_ENGINE_DEFAULT,
    callLogWaitMs: callLogWaitMs ?? CALL_LOG_WAIT_MS.default,
    scorecardId: kind === 'builtin-evaluator' ? scorecardId : null,
  };
}

/** Hints about accepted settings, as sentences for operators. */
export function agentWarnings(
  agent: AgentInput | AgentSettings | null,
  hasModel: boolean,
): readonly string[] {
  const asksModel = agent !== null && 'engine' in agent && agent.engine === 'LLM';
  return asksModel && !hasModel ? [NO_MODEL] : [];
}

const NO_MODEL =
  'No language model is set: with the engine LLM every run fails until RINGPOST_LLM_BASE_URL ' +
  'and RINGPOST_LLM_MODEL name one.';

/** The settings of an endpoint in the form of an input. */
export function agentInput(agent: AgentSettings | null): AgentInput | null {
  return agent === null ? null : { ...NO_AGENT_INPUT, ...agent };
}

function unknown(kind: EndpointKind, known: readonly Setting[]): string {
  return `Leave it out: an endpoint of kind ${kind} knows ${known.join(', ')}.`;
}

function faultOf(setting: Setting, agent: AgentInput): string | null {
  switch (setting) {
    case 'engine':
      return null;
    case 'callLogWaitMs':
      return rangeFault(agent.callLogWaitMs, CALL_LOG_WAIT_MS);
    case 'deadlineMs':
      return rangeFault(agent.deadlineMs, AGENT_DEADLINE_MS);
    case 'scorecardId':
      return parseId('sc', agent.scorecardId ?? '') === null
        ? 'Send the id of a scorecard (sc_...), or null for the default one of the project.'
        : null;
  }
}

function rangeFault(
  value: number | null,
  bounds: { readonly min: number; readonly max: number },
): string | null {
  if (Number.isInteger(value) && Number(value) >= bounds.min && Number(value) <= bounds.max) {
    return null;
  }
  return `Use a whole number from ${bounds.min} to ${bounds.max} milliseconds.`;
}
