/**
 * The content of the form of an endpoint, and the body that it becomes: all fields for a new one,
 * only the changes for an existing one. Numbers are texts while they are typed. The service decides
 * which values are allowed. Pure.
 */

import {
  AGENT_DEADLINE_MS,
  isAgent,
  isPulled,
  takesAlerts,
  takesPayload,
} from '../../../../../src/core/endpoint/endpoint.ts';
import {
  CALL_LOG_WAIT_MS,
  PACING_DEFAULTS,
  RETRY_SCHEDULE_MS,
  TIMEOUT_MS,
} from '../../../../../src/core/endpoint/endpoint-defaults.ts';
import { OPS_TRIGGERS, type OpsTrigger } from '../../../../../src/core/trigger/ops-trigger.ts';
import type { Trigger } from '../../../../../src/core/trigger/trigger.ts';
import { TRIGGERS } from '../../../../../src/core/trigger/trigger.ts';
import type { EndpointInput, EndpointKind, EndpointPatch } from '../../../api/endpoint.ts';
import type { EndpointRecord } from '../../../api/record.ts';

export type AuthMethod = NonNullable<EndpointRecord['auth']>['method'];

export interface HeaderDraft {
  readonly name: string;
  readonly value: string;
  /** The service has a value; none is typed to keep it. */
  readonly kept: boolean;
}

export interface EndpointDraft {
  readonly name: string;
  readonly target: string;
  readonly triggers: readonly Trigger[];
  /** The alerts that it gets. */
  readonly opsTriggers: readonly OpsTrigger[];
  /** Which calls it wants; empty: all. Lists have one value on each line. */
  readonly filterDirection: '' | 'INBOUND' | 'OUTBOUND';
  readonly filterTags: string;
  readonly filterAgentIds: string;
  readonly filterQueues: string;
  /** On each line `name=value`. */
  readonly filterMetadata: string;
  readonly method: AuthMethod;
  /** Empty: none, or the one that the service has. */
  readonly token: string;
  /** For hmac-sha256, in the same way. */
  readonly secret: string;
  readonly contentKey: string;
  readonly payloadVersion: EndpointRecord['payloadVersion'];
  readonly signatureFormat: EndpointRecord['signatureFormat'];
  readonly headers: readonly HeaderDraft[];
  readonly timeoutS: string;
  readonly schedule: string;
  readonly retryOther4xx: boolean;
  readonly ratePerS: string;
  readonly burst: string;
  readonly concurrency: string;
  readonly engine: 'AUTO' | 'METRICS' | 'LLM';
  readonly callLogWaitS: string;
  /** Empty: the project's default scorecard. */
  readonly scorecardId: string;
  readonly deadlineMin: string;
}

export function isBuiltIn(kind: EndpointKind): boolean {
  return kind === 'builtin-analyzer' || kind === 'builtin-evaluator';
}

/**
 * The triggers that a kind may subscribe to: ACW_COMPLETED would launch an agent by its own end.
 */
export function offeredTo(kind: EndpointKind): readonly Trigger[] {
  return isAgent(kind) ? TRIGGERS.filter((name) => name !== 'ACW_COMPLETED') : TRIGGERS;
}

export function blankDraft(kind: EndpointKind): EndpointDraft {
  const pacing = PACING_DEFAULTS[kind];
  return {
    name: '',
    target: '',
    triggers: isAgent(kind) ? ['CALL_LOG_CREATED'] : [],
    opsTriggers: [],
    ...filterTexts(null),
    method: 'rsa-sha256',
    token: '',
    secret: '',
    contentKey: 'message',
    payloadVersion: 1,
    signatureFormat: 'webhook-signature',
    headers: [],
    timeoutS: text(TIMEOUT_MS.default / 1_000),
    schedule: scheduleText(RETRY_SCHEDULE_MS),
    retryOther4xx: false,
    ratePerS: pacing.ratePerS === null ? '' : text(pacing.ratePerS),
    burst: text(pacing.burst),
    concurrency: text(pacing.concurrency),
    engine: 'AUTO',
    callLogWaitS: text(CALL_LOG_WAIT_MS.default / 1_000),
    scorecardId: '',
    deadlineMin: text(AGENT_DEADLINE_MS.default / 60_000),
  };
}

export function draftOfRecord(record: EndpointRecord): EndpointDraft {
  const { kind, auth, pacing, agent } = record;
  const blank = blankDraft(kind);
  return {
    ...blank,
    name: record.name,
    target: record.target ?? '',
    triggers: record.triggers,
    opsTriggers: record.opsTriggers,
    ...filterTexts(record.filter),
    method: auth?.method ?? blank.method,
    contentKey: record.contentKey,
    payloadVersion: record.payloadVersion,
    signatureFormat: record.signatureFormat,
    headers: record.headers.map(({ name }) => ({ name, value: '', kept: true })),
    timeoutS: text(record.timeoutMs / 1_000),
    schedule: scheduleText(record.retryScheduleMs),
    retryOther4xx: record.retryOther4xx,
    ratePerS: pacing.ratePerS === null ? '' : text(pacing.ratePerS),
    burst: text(pacing.burst),
    concurrency: text(pacing.concurrency),
    engine: agent?.engine ?? blank.engine,
    callLogWaitS:
      agent?.callLogWaitMs === undefined ? blank.callLogWaitS : text(agent.callLogWaitMs / 1_000),
    scorecardId: agent?.scorecardId ?? '',
    deadlineMin:
      agent?.deadlineMs === undefined ? blank.deadlineMin : text(agent.deadlineMs / 60_000),
  };
}

/** The body of a new endpoint. What has its default is left to the service. */
export function bodyOf(kind: EndpointKind, draft: EndpointDraft): EndpointInput {
  const blank = partsOf(kind, blankDraft(kind));
  const { name, target, triggers, auth, ...rest } = partsOf(kind, draft);
  return {
    name,
    kind,
    triggers: [...triggers],
    ...(target === undefined ? {} : { target }),
    ...(auth === undefined ? {} : { auth }),
    ...changed(rest, blank),
  };
}

/** The merge patch from what the record was to what is typed; empty when nothing changed. */
export function patchOf(
  kind: EndpointKind,
  draft: EndpointDraft,
  before: EndpointDraft,
): EndpointPatch {
  const { auth, ...now } = partsOf(kind, draft);
  const old = partsOf(kind, before);
  const reauthed =
    auth !== undefined && (auth.method !== before.method || 'token' in auth || 'secret' in auth);
  return {
    ...changed(now, old),
    ...(reauthed ? { auth } : {}),
    ...(takesSecretsAlong(kind, draft, before) ? { keepSecrets: true } : {}),
  };
}

/** A token or header value that is not typed anew would go to another path: that is asked first. */
export function takesSecretsAlong(
  kind: EndpointKind,
  draft: EndpointDraft,
  before: EndpointDraft,
): boolean {
  const [target, old] = [draft.target.trim(), before.target.trim()];
  if (!takesPayload(kind) || target === old || originOf(target) !== originOf(old)) return false;
  const keepsToken = draft.method === 'bearer' && before.method === 'bearer' && draft.token === '';
  return keepsToken || draft.headers.some(({ kept, value }) => kept && value === '');
}

/** Secrets never go along to another one: the service asks for them again. */
function originOf(target: string): string | null {
  return URL.canParse(target) ? new URL(target).origin : null;
}

/** Fields, by JSON pointer, whose text is no number or time at all. */
export function unreadable(kind: EndpointKind, draft: EndpointDraft): readonly string[] {
  const numbers: readonly (readonly [pointer: string, text: string])[] = isBuiltIn(kind)
    ? [['/agent/callLogWaitMs', draft.callLogWaitS]]
    : [
        ['/timeoutMs', draft.timeoutS],
        ['/pacing/ratePerS', draft.ratePerS === '' ? '0' : draft.ratePerS],
        ['/pacing/burst', draft.burst],
        ['/pacing/concurrency', draft.concurrency],
        ...(kind === 'self-provided-agent'
          ? ([['/agent/deadlineMs', draft.deadlineMin]] as const)
          : []),
      ];
  const faults = numbers.filter(([, value]) => numberOf(value) === null).map(([at]) => at);
  const schedule = isBuiltIn(kind) || parseSchedule(draft.schedule) !== null;
  return [
    ...faults,
    ...(schedule ? [] : ['/retryScheduleMs']),
    ...(entriesOf(draft.filterMetadata) === null ? ['/filter/metadata'] : []),
  ];
}

type Parts = Omit<EndpointInput, 'kind' | 'enabled' | 'triggers'> & {
  readonly triggers: Trigger[];
};

function partsOf(kind: EndpointKind, draft: EndpointDraft): Parts {
  const ticked = new Set(draft.triggers);
  return {
    name: draft.name.trim(),
    ...(isBuiltIn(kind) || isPulled(kind) ? {} : { target: draft.target.trim() }),
    triggers: TRIGGERS.filter((name) => ticked.has(name)),
    ...(takesAlerts(kind) ? { opsTriggers: opsTriggersOf(draft) } : {}),
    filter: filterOf(draft),
    ...(takesPayload(kind) ? payloadParts(draft) : {}),
    ...(isBuiltIn(kind) ? {} : sendingParts(draft)),
    ...(isAgent(kind) ? { agent: agentParts(kind, draft) } : {}),
  };
}

/** In the order of the table, as the service has them. */
function opsTriggersOf({ opsTriggers }: EndpointDraft): OpsTrigger[] {
  return OPS_TRIGGERS.filter((name) => opsTriggers.includes(name));
}

type Filter = EndpointRecord['filter'];
type FilterTexts = Pick<
  EndpointDraft,
  'filterDirection' | 'filterTags' | 'filterAgentIds' | 'filterQueues' | 'filterMetadata'
>;

function filterTexts(filter: Filter): FilterTexts {
  const { direction = '', tags = [], agentIds = [], queues = [], metadata = {} } = filter ?? {};
  return {
    filterDirection: direction,
    filterTags: tags.join('\n'),
    filterAgentIds: agentIds.join('\n'),
    filterQueues: queues.join('\n'),
    filterMetadata: Object.entries(metadata)
      .map((entry) => entry.join('='))
      .join('\n'),
  };
}

/** Null: it wants every call. What cannot be read is reported first and never sent. */
export function filterOf(texts: FilterTexts): Filter {
  const direction = texts.filterDirection;
  const tags = linesOf(texts.filterTags);
  const agentIds = linesOf(texts.filterAgentIds);
  const queues = linesOf(texts.filterQueues);
  const metadata = entriesOf(texts.filterMetadata) ?? {};
  const filter = {
    ...(direction === '' ? {} : { direction }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(agentIds.length === 0 ? {} : { agentIds }),
    ...(queues.length === 0 ? {} : { queues }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  };
  return Object.keys(filter).length === 0 ? null : filter;
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Null: a line has no name and value. */
function entriesOf(text: string): Record<string, string> | null {
  const entries = linesOf(text).map((line): [string, string] | null => {
    const at = line.indexOf('=');
    return at < 1 ? null : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
  const read = entries.filter((entry) => entry !== null);
  return read.length === entries.length ? Object.fromEntries(read) : null;
}

function payloadParts(draft: EndpointDraft): Partial<Parts> {
  const { method, signatureFormat } = draft;
  const signs = method === 'rsa-sha256';
  return {
    auth: authOf(draft),
    contentKey: draft.contentKey,
    payloadVersion: draft.payloadVersion,
    signatureFormat: signs ? signatureFormat : 'webhook-signature',
    headers: draft.headers.map(({ name, value, kept }) =>
      kept && value === '' ? { name } : { name, value },
    ),
  };
}

function authOf({ method, token, secret }: EndpointDraft): NonNullable<Parts['auth']> {
  if (method === 'bearer' && token !== '') return { method, token };
  return method === 'hmac-sha256' && secret !== '' ? { method, secret } : { method };
}

function sendingParts(draft: EndpointDraft): Partial<Parts> {
  return {
    timeoutMs: scaled(draft.timeoutS, 1_000),
    retryScheduleMs: [...(parseSchedule(draft.schedule) ?? [])],
    retryOther4xx: draft.retryOther4xx,
    pacing: {
      ratePerS: numberOf(draft.ratePerS),
      burst: scaled(draft.burst, 1),
      concurrency: scaled(draft.concurrency, 1),
    },
  };
}

function agentParts(kind: EndpointKind, draft: EndpointDraft): NonNullable<Parts['agent']> {
  if (kind === 'self-provided-agent') return { deadlineMs: scaled(draft.deadlineMin, 60_000) };
  const { engine, scorecardId } = draft;
  return {
    engine,
    callLogWaitMs: scaled(draft.callLogWaitS, 1_000),
    ...(kind === 'builtin-evaluator' ? { scorecardId: scorecardId || null } : {}),
  };
}

function changed<Values extends object>(now: Values, before: Partial<Values>): Partial<Values> {
  const old = new Map(Object.entries(before));
  const entries = Object.entries(now).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(old.get(key)),
  );
  // Only keys of `now` are in it, each with its own value.
  return Object.fromEntries(entries) as Partial<Values>;
}

/** Null: empty, or no number. */
function numberOf(value: string): number | null {
  const number = Number(value);
  return value.trim() === '' || !Number.isFinite(number) ? null : number;
}

/** A text that is no number is never sent, since the form reports it first. */
function scaled(value: string, factor: number): number {
  return Math.round((numberOf(value) ?? 0) * factor);
}

function text(value: number): string {
  return String(value);
}

const WAIT = /^(?:(\d+)\s*h)?\s*(?:(\d+)\s*m(?:in)?)?\s*(?:(\d+(?:\.\d+)?)\s*s?)?$/i;

/**
 * A retry schedule as people write it, `5s, 15s, 2m 15s`, and back. A number alone means seconds;
 * nothing at all means no retry. Bounds are the service's to say. Pure.
 * Null: some of it is no time.
 */
export function parseSchedule(text: string): readonly number[] | null {
  if (text.trim() === '') return [];
  const waits = text.split(',').map((part) => parseWait(part.trim()));
  return waits.every((wait) => wait !== null) ? waits : null;
}

function parseWait(text: string): number | null {
  const match = text === '' ? null : WAIT.exec(text);
  if (match === null) return null;
  const [, hours = '0', minutes = '0', seconds = '0'] = match;
  return Math.round(Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1_000);
}

export function scheduleText(schedule: readonly number[]): string {
  return schedule.map(waitText).join(', ');
}

function waitText(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor((ms % 3_600_000) / 60_000);
  const seconds = (ms % 60_000) / 1_000;
  const parts = [
    hours > 0 ? `${hours}h` : '',
    minutes > 0 ? `${minutes}m` : '',
    seconds > 0 || ms === 0 ? `${seconds}s` : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}
