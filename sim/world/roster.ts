/**
 * Which endpoints a script means: the script numbers them from 0, the store knows them by key, and
 * the number is in the name. Those from the start come first, then one per step `create`, whether
 * that step succeeded or not.
 */
import type { Endpoint } from '../../src/core/endpoint/endpoint.ts';
import { type EndpointKey, formatId } from '../../src/core/id.ts';
import type { EndpointInput } from '../../src/engine/endpoint/endpoint-input.ts';
import type { Connection } from '../../src/store/sqlite/connection.ts';
import { query } from '../../src/store/statement.ts';
import type { EndpointPlan, Script } from '../script/script.ts';

/** An endpoint that is on disk. */
export interface KnownEndpoint {
  readonly key: EndpointKey;
  readonly id: string;
}

interface Row {
  readonly key: EndpointKey;
  readonly created_at: number;
}

const BY_NAME = query<Row>(
  "select key, created_at from endpoints where settings ->> 'name' = ? order by key limit 1",
);
const DISABLED = query<Row>(
  'select key, created_at from endpoints where enabled = 0 and deleted_at is null order by key',
);

const PREFIX = 'Receiver ';

export class Roster {
  readonly plans: readonly EndpointPlan[];
  readonly #db: Connection;
  readonly #numbers = new Map<EndpointKey, number>();

  constructor(script: Script, db: Connection) {
    const later = script.steps.flatMap((step) => (step.do === 'create' ? [step.plan] : []));
    this.plans = [...script.endpoints, ...later];
    this.#db = db;
  }

  /** Its number in the script. */
  numberOf(endpoint: Endpoint): number {
    const present = this.#numbers.get(endpoint.key);
    if (present !== undefined) return present;
    const number = Number(endpoint.name.slice(PREFIX.length));
    this.#numbers.set(endpoint.key, number);
    return number;
  }

  /** Null if it does not exist, or not yet. */
  find(number: number): KnownEndpoint | null {
    const row = this.#db.one(BY_NAME, nameOf(number));
    return row === undefined ? null : known(row);
  }

  disabled(): readonly KnownEndpoint[] {
    return this.#db.all(DISABLED).map(known);
  }
}

/** Two of three have a token or a secret, so that sealed texts travel too. */
export function inputOf(number: number, plan: EndpointPlan): EndpointInput {
  const { triggers, pacing, retryScheduleMs, timeoutMs, retryOther4xx } = plan;
  const common = { name: nameOf(number), triggers, pacing, retryScheduleMs, timeoutMs };
  const { agent, filter, payloadVersion } = plan;
  if (agent !== undefined && agent.kind !== 'self-provided-agent') {
    return { ...common, kind: agent.kind, agent: { callLogWaitMs: agent.callLogWaitMs } };
  }
  return {
    ...common,
    kind: agent?.kind ?? 'custom',
    ...(agent === undefined ? {} : { agent: { deadlineMs: agent.deadlineMs } }),
    target: `https://receiver-${number}.example/hook`,
    auth: authOf(number),
    retryOther4xx,
    ...(filter === undefined ? {} : { filter }),
    ...(payloadVersion === undefined ? {} : { payloadVersion }),
  };
}

function authOf(number: number): NonNullable<EndpointInput['auth']> {
  if (number % 3 === 0) return { method: 'rsa-sha256' };
  return number % 3 === 1
    ? { method: 'bearer', token: `token${number}` }
    : { method: 'hmac-sha256' };
}

function nameOf(number: number): string {
  return `${PREFIX}${number}`;
}

function known({ key, created_at }: Row): KnownEndpoint {
  return { key, id: formatId('ep', created_at, key) };
}
