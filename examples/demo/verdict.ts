/**
 * Did every endpoint get what the rules say, once and in order? Compares what arrived with what
 * the scenarios expect; pure, so that it can be tested with arrivals that are wrong.
 */
import { hasErrors } from '../../receiver/src/index.ts';
import type { Arrival, EndpointName } from './receiver.ts';
import { ENDPOINT_NAMES } from './receiver.ts';
import type { ExpectedWebhook, Scenario } from './scenario.ts';

export interface Finding {
  readonly what: string;
  readonly found: string;
  readonly ok: boolean;
  /** The first few things that are wrong. */
  readonly faults: readonly string[];
}

export interface Evidence {
  readonly scenarios: readonly Scenario[];
  readonly triggers: Readonly<Record<EndpointName, readonly string[]>>;
  readonly arrivals: readonly Arrival[];
  /** The states of all deliveries in the service, by call. */
  readonly states: ReadonlyMap<string, readonly string[]>;
}

const FAULTS_SHOWN = 5;

export function judgeDemo(evidence: Evidence): readonly Finding[] {
  return [
    ...ENDPOINT_NAMES.map((name) => received(evidence, name)),
    ordered(evidence),
    proven(evidence),
    single(evidence),
    recovered(evidence),
    settled(evidence),
  ];
}

/** What one endpoint must get of one call. */
export function expectedAt(
  { triggers }: Pick<Evidence, 'triggers'>,
  name: EndpointName,
  scenario: Scenario,
): readonly ExpectedWebhook[] {
  return scenario.expected.filter(({ event }) => triggers[name].includes(event));
}

function received(evidence: Evidence, name: EndpointName): Finding {
  const faults: string[] = [];
  let expectedCount = 0;
  for (const scenario of evidence.scenarios) {
    const expected = expectedAt(evidence, name, scenario).map(describeExpected);
    expectedCount += expected.length;
    const found = acceptedOf(evidence, name, scenario.callId).map(describeArrival);
    if (expected.join('; ') === found.join('; ')) continue;
    const { callId } = scenario;
    faults.push(`${callId}: expected ${expected.join('; ')} but got ${found.join('; ')}`);
  }
  const count = evidence.arrivals.filter(
    (each) => isAccepted(each) && each.endpoint === name,
  ).length;
  if (count !== expectedCount) faults.push(`${count} webhooks instead of ${expectedCount}`);
  const found = `${count} of ${expectedCount}`;
  return finding(`webhooks expected at "${name}"`, found, faults);
}

function ordered(evidence: Evidence): Finding {
  const faults: string[] = [];
  let lanes = 0;
  for (const name of ENDPOINT_NAMES) {
    for (const { callId } of evidence.scenarios) {
      const sequences = acceptedOf(evidence, name, callId).map(({ webhook }) => webhook?.sequence);
      if (sequences.length > 0) lanes += 1;
      if (sequences.every((sequence, at) => sequence === at + 1)) continue;
      faults.push(`${name}, ${callId}: ${sequences.join(', ')}`);
    }
  }
  const found = `${lanes - faults.length} of ${lanes}`;
  return finding('webhooks of a call in order, per endpoint', found, faults);
}

function proven({ arrivals }: Evidence): Finding {
  const faults = arrivals
    .filter(({ webhook }) => webhook === null)
    .map(({ endpoint, reason }) => `${endpoint}: ${reason}`);
  const valid = arrivals.length - faults.length;
  return finding('requests with valid proof', `${valid} of ${arrivals.length}`, faults);
}

function single(evidence: Evidence): Finding {
  const faults = evidence.arrivals
    .filter(({ order }) => order === 'duplicate' || order === 'late')
    .map(({ endpoint, webhook, order }) => `${endpoint}: ${webhook?.webhookId} is ${order}`);
  return finding('duplicates', String(faults.length), faults);
}

/** The failing receiver saw the same webhook again, and nothing of that call overtook it. */
function recovered(evidence: Evidence): Finding {
  const faults: string[] = [];
  const failing = evidence.scenarios.filter(({ failures }) => failures > 0);
  for (const { callId, failures } of failing) {
    const seen = arrivalsOf(evidence, 'signed', callId).slice(0, failures + 1);
    const attempts = seen.map(({ webhook }) => webhook?.attempt);
    const ids = new Set(seen.map(({ webhook }) => webhook?.webhookId));
    const statuses = seen.map(({ status }) => status);
    const right = statuses.slice(0, -1).every((status) => status === 503) && ids.size === 1;
    if (right && attempts.join() === attempts.map((_, at) => at + 1).join()) {
      if (seen.length === failures + 1 && statuses.at(-1) === 204) continue;
    }
    faults.push(`${callId}: attempts ${attempts.join(', ')} answered ${statuses.join(', ')}`);
  }
  const found = `${failing.length - faults.length} of ${failing.length}`;
  return finding('failing receivers that got it later', found, faults);
}

function settled({ states, scenarios }: Evidence): Finding {
  const faults = scenarios.flatMap(({ callId }) => {
    const open = (states.get(callId) ?? ['unknown']).filter((state) => state !== 'delivered');
    return open.length === 0 ? [] : [`${callId}: ${open.join(', ')}`];
  });
  const found = `${scenarios.length - faults.length} of ${scenarios.length}`;
  return finding('calls whose every delivery is settled', found, faults);
}

function acceptedOf(evidence: Evidence, name: EndpointName, callId: string): readonly Arrival[] {
  return arrivalsOf(evidence, name, callId).filter(isAccepted);
}

function arrivalsOf(
  { arrivals }: Evidence,
  name: EndpointName,
  callId: string,
): readonly Arrival[] {
  return arrivals.filter(
    ({ endpoint, webhook }) => endpoint === name && webhook?.payload.data.callId === callId,
  );
}

function isAccepted({ status }: Arrival): boolean {
  return status < 300;
}

function describeExpected({ event, callStatus, errors }: ExpectedWebhook): string {
  return [event, callStatus, ...errors].join(' ');
}

function describeArrival({ webhook }: Arrival): string {
  if (webhook === null) return 'nothing readable';
  const { event, payload } = webhook;
  const status = 'callStatus' in payload.data ? String(payload.data.callStatus) : '-';
  const codes = hasErrors(payload) ? (payload.errors ?? []).map(({ code }) => code) : [];
  return [event, status, ...codes].join(' ');
}

export function finding(what: string, found: string, faults: readonly string[]): Finding {
  return { what, found, ok: faults.length === 0, faults: faults.slice(0, FAULTS_SHOWN) };
}
