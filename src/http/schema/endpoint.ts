/**
 * Endpoints on the wire (S12.8 to S12.11). The schema says which keys and types there are;
 * `core/endpoint/endpoint-rules.ts` says which values are allowed. Secrets are sent whole and shown
 * masked.
 */
import type { Static } from 'typebox';
import { DIRECTIONS } from '../../core/call/status.ts';
import { type EndpointHealth, holdPhase } from '../../core/delivery/health.ts';
import {
  DISABLED_REASONS,
  ENDPOINT_KINDS,
  type Endpoint,
  PAYLOAD_VERSIONS,
  SIGNATURE_FORMATS,
} from '../../core/endpoint/endpoint.ts';
import { RETRIES_MAX } from '../../core/endpoint/endpoint-defaults.ts';
import type { EndpointFilter } from '../../core/endpoint/filter.ts';
import { FILTER_VALUES_MAX } from '../../core/endpoint/filter-rules.ts';
import { HEADERS_MAX } from '../../core/endpoint/header-rules.ts';
import { isoTime } from '../../core/time.ts';
import { OPS_TRIGGERS } from '../../core/trigger/ops-trigger.ts';
import { TRIGGERS } from '../../core/trigger/trigger.ts';
import { endpointFacts } from '../../engine/endpoint/endpoint-facts.ts';
import { AgentInput, AgentPatch } from './endpoint-agent.ts';
import { Auth, MASKED, ShownAuth, showAuth } from './endpoint-auth.ts';
import {
  idOf,
  nullable,
  nullableTimestampOf,
  oneOf,
  pageOf,
  pageQuery,
  patchable,
  strictObject,
  Timestamp,
  Type,
} from './shared.ts';

export const Kind = oneOf(ENDPOINT_KINDS, { title: 'EndpointKind' });
export const TriggerName = oneOf(TRIGGERS, { title: 'Trigger' });
export const OpsTriggerName = oneOf(OPS_TRIGGERS, { title: 'OpsTrigger' });
export const Format = oneOf(SIGNATURE_FORMATS, {
  title: 'SignatureFormat',
  description: 'With rsa-sha256: webhook-signature (default), rfc9421 or both',
});
const Name = Type.String({ description: '1 to 120 characters', examples: ['CRM'] });
const Target = Type.String({
  description:
    'Where to send: an https URL without user info and fragment; for slack that of an incoming ' +
    'webhook, for teams that of a workflow, for email an address; none for the built-in agents. ' +
    'Private addresses are refused. Of slack and teams it is a secret: shown masked, and kept ' +
    'when a change holds the masked form',
  examples: ['https://hooks.example.com/calls'],
});
export const ContentKey = Type.String({
  description:
    'The JSON key of the display text, default message. Not data or errors, nor a name that data ' +
    'has, such as callId',
  examples: ['message', 'content'],
});
export const Version = Type.Union(
  [Type.Literal(PAYLOAD_VERSIONS[0]), Type.Literal(PAYLOAD_VERSIONS[1])],
  {
    description:
      'Which payload the endpoint receives: 1 (default), or 2, whose data has call, with what ' +
      'is known of the call: numbers, times, agent, queue, tags, metadata',
  },
);
const FilterValues = (what: string, points: number) =>
  Type.Optional(
    Type.Array(Type.String(), {
      maxItems: FILTER_VALUES_MAX,
      description: `${what}; each at most ${points} characters`,
    }),
  );
const Filter = strictObject(
  {
    direction: Type.Optional(oneOf(DIRECTIONS, { title: 'Direction' })),
    tags: FilterValues('The call has one of these tags', 64),
    agentIds: FilterValues('It has one of these agents', 256),
    queues: FilterValues('It is in one of these queues', 256),
    metadata: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'It has all of these entries, with exactly these values; at most 20',
      }),
    ),
  },
  {
    title: 'EndpointFilter',
    description:
      'Which calls the endpoint wants: every part that is present must agree with what is known ' +
      'of the call when a trigger fires. A change replaces it whole',
  },
);
const TimeoutMs = Type.Integer({ description: '1,000 to 30,000; default 10,000' });
const Schedule = Type.Array(Type.Integer(), {
  maxItems: RETRIES_MAX,
  description: 'Wait before each retry, 1 s to 6 h each, at most 6; empty: no retry',
  examples: [[5_000, 15_000, 45_000, 135_000, 405_000, 1_215_000]],
});
const RetryOther4xx = Type.Boolean({
  description: 'Also retry 4xx other than 408, 425 and 429; default false',
});

const Header = strictObject(
  {
    name: Type.String({ examples: ['x-tenant'] }),
    value: Type.Optional(
      Type.String({
        description: 'Visible ASCII. If a change leaves it out, the present value stays',
      }),
    ),
  },
  { title: 'EndpointHeader' },
);
const Headers = Type.Array(Header, {
  maxItems: HEADERS_MAX,
  description:
    'Static headers of every request. Not webhook-*, content-*, signature*, authorization, host ' +
    'and those of one connection',
});

const ratePerS = nullable(Type.Number({ description: 'Deliveries a second' }));
const PacingInput = strictObject(
  {
    ratePerS: Type.Optional(ratePerS),
    burst: Type.Optional(Type.Integer()),
    concurrency: Type.Optional(Type.Integer()),
  },
  { title: 'PacingInput', description: 'ratePerS null: no rate limit' },
);
const PacingPatch = strictObject(
  {
    ratePerS: Type.Optional(ratePerS),
    burst: Type.Optional(nullable(Type.Integer())),
    concurrency: Type.Optional(nullable(Type.Integer())),
  },
  { title: 'PacingPatch' },
);

export const EndpointBody = strictObject(
  {
    name: Name,
    kind: Kind,
    target: Type.Optional(nullable(Target)),
    triggers: Type.Array(TriggerName, {
      maxItems: TRIGGERS.length,
      description: 'What the endpoint subscribes to; at least one, here or in opsTriggers',
    }),
    filter: Type.Optional(nullable(Filter)),
    opsTriggers: Type.Optional(
      Type.Array(OpsTriggerName, {
        maxItems: OPS_TRIGGERS.length,
        description: 'The alerts that the endpoint gets; default none',
      }),
    ),
    enabled: Type.Optional(Type.Boolean({ description: 'Default true' })),
    auth: Type.Optional(Auth),
    contentKey: Type.Optional(ContentKey),
    payloadVersion: Type.Optional(Version),
    signatureFormat: Type.Optional(Format),
    headers: Type.Optional(Headers),
    timeoutMs: Type.Optional(TimeoutMs),
    retryScheduleMs: Type.Optional(Schedule),
    retryOther4xx: Type.Optional(RetryOther4xx),
    pacing: Type.Optional(PacingInput),
    agent: Type.Optional(AgentInput),
  },
  { title: 'EndpointInput' },
);
export type EndpointBody = Static<typeof EndpointBody>;

export const EndpointPatchBody = strictObject(
  {
    name: Type.Optional(Name),
    target: Type.Optional(nullable(Target)),
    keepSecrets: Type.Optional(
      Type.Boolean({
        description: 'True: the stored secrets are used for another path of the same origin',
      }),
    ),
    triggers: Type.Optional(Type.Array(TriggerName, { maxItems: TRIGGERS.length })),
    filter: patchable(Filter),
    opsTriggers: patchable(Type.Array(OpsTriggerName, { maxItems: OPS_TRIGGERS.length })),
    auth: Type.Optional(Auth),
    contentKey: patchable(ContentKey),
    payloadVersion: patchable(Version),
    signatureFormat: patchable(Format),
    headers: patchable(Headers),
    timeoutMs: patchable(TimeoutMs),
    retryScheduleMs: patchable(Schedule),
    retryOther4xx: patchable(RetryOther4xx),
    pacing: patchable(PacingPatch),
    agent: patchable(AgentPatch),
  },
  {
    title: 'EndpointPatch',
    description:
      'A JSON merge patch: a field that is absent stays, null resets it. The kind cannot change',
  },
);
export type EndpointPatchBody = Static<typeof EndpointPatchBody>;

const Health = strictObject(
  {
    state: oneOf(['healthy', 'failing', 'held'], {
      description:
        'failing: nothing succeeded since the last failure; held: first attempts wait until ' +
        'holdUntil, retries go on',
    }),
    holdUntil: nullable(Timestamp),
    consecutiveFailures: Type.Integer({ minimum: 0 }),
    lastSuccessAt: nullable(Timestamp),
    attentionSince: nullable(
      Type.String({
        description:
          'Since when its answers say that no retry will mend it, such as a webhook that was ' +
          'removed or credentials that are refused: look at its settings. Null after a success',
        examples: ['2026-11-20T11:19:00.125Z'],
      }),
    ),
  },
  { title: 'EndpointHealth' },
);

export const EndpointRecord = strictObject(
  {
    id: idOf('ep'),
    projectId: idOf('prj'),
    name: Type.String(),
    kind: Kind,
    target: nullable(
      Type.String({
        description: 'For slack and teams masked to its host and last four characters',
        examples: ['https://hooks.example.com/calls', 'https://hooks.slack.com/••••Xy7Z'],
      }),
    ),
    warnings: Type.Array(Type.String(), {
      description: 'Hints about the settings, as sentences; mostly none',
    }),
    triggers: Type.Array(TriggerName),
    filter: nullable(Filter),
    opsTriggers: Type.Array(OpsTriggerName),
    enabled: Type.Boolean(),
    disabledReason: nullable(
      oneOf(DISABLED_REASONS, {
        description: 'By hand, by a 410 answer, or after failing for 72 hours',
      }),
    ),
    disabledAt: nullable(Timestamp),
    health: Health,
    auth: nullable(ShownAuth),
    contentKey: Type.String(),
    payloadVersion: Version,
    signatureFormat: Format,
    headers: Type.Array(
      strictObject(
        { name: Type.String(), value: Type.String({ description: MASKED }) },
        { title: 'ShownHeader' },
      ),
    ),
    timeoutMs: Type.Integer(),
    retryScheduleMs: Type.Array(Type.Integer()),
    retryOther4xx: Type.Boolean(),
    pacing: strictObject(
      { ratePerS, burst: Type.Integer(), concurrency: Type.Integer() },
      { title: 'Pacing', description: 'concurrency: requests at once' },
    ),
    agent: nullable(AgentInput),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    revision: Type.Integer({ minimum: 1, description: 'Grows with every change' }),
  },
  { title: 'Endpoint' },
);
/**
 * The additional field of the answer to the request that created a secret; no later answer has it.
 */
export const SavedEndpointRecord = strictObject(
  {
    ...EndpointRecord.properties,
    newSecret: Type.Optional(
      Type.String({
        description: 'With hmac-sha256, if this request made the secret: never shown again',
        examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwXk0vT1m2n3o='],
      }),
    ),
  },
  { title: 'SavedEndpoint' },
);
export type SavedEndpointBody = Static<typeof SavedEndpointRecord>;
export const EndpointPage = pageOf(EndpointRecord, 'EndpointPage');

/** The most ids in a list: as many as an address of 8 KiB holds. */
const IDS_MAX = 200;

export const EndpointQuery = strictObject({
  ...pageQuery,
  id: Type.Optional(
    Type.Array(idOf('ep'), {
      maxItems: IDS_MAX,
      description: 'Only these. Repeat it or use commas. A page can then hold fewer than limit',
    }),
  ),
});

export const EndpointPath = strictObject({ id: Type.String({ maxLength: 64 }) });

/**
 * `warnings`: hints about its settings, as sentences. `nowMs`: decides whether a hold still lasts.
 */
export function showEndpoint(
  endpoint: Endpoint,
  health: EndpointHealth,
  warnings: readonly string[],
  nowMs: number,
): Static<typeof EndpointRecord> {
  const facts = endpointFacts(endpoint);
  return {
    id: endpoint.id,
    projectId: endpoint.projectId,
    ...facts,
    auth: showAuth(facts.auth, nowMs),
    warnings: [...warnings],
    triggers: [...facts.triggers],
    filter: showFilter(facts.filter),
    opsTriggers: [...facts.opsTriggers],
    headers: [...facts.headers],
    retryScheduleMs: [...facts.retryScheduleMs],
    enabled: endpoint.enabled,
    disabledReason: endpoint.disabledReason,
    disabledAt: nullableTimestampOf(endpoint.disabledAtMs),
    health: showHealth(health, nowMs),
    createdAt: isoTime(endpoint.createdAtMs),
    updatedAt: isoTime(endpoint.updatedAtMs),
    revision: endpoint.revision,
  };
}

function showFilter(filter: EndpointFilter | null): Static<typeof Filter> | null {
  if (filter === null) return null;
  const { direction, tags, agentIds, queues, metadata } = filter;
  return {
    ...(direction === undefined ? {} : { direction }),
    ...(tags === undefined ? {} : { tags: [...tags] }),
    ...(agentIds === undefined ? {} : { agentIds: [...agentIds] }),
    ...(queues === undefined ? {} : { queues: [...queues] }),
    ...(metadata === undefined ? {} : { metadata: { ...metadata } }),
  };
}

function showHealth(health: EndpointHealth, nowMs: number): Static<typeof Health> {
  const held = holdPhase(health, nowMs) === 'held';
  const failing = health.consecutiveFailures > 0 ? 'failing' : 'healthy';
  return {
    state: held ? 'held' : failing,
    holdUntil: held ? nullableTimestampOf(health.holdUntilMs) : null,
    consecutiveFailures: health.consecutiveFailures,
    lastSuccessAt: nullableTimestampOf(health.lastSuccessAtMs),
    attentionSince: nullableTimestampOf(health.attentionSinceMs),
  };
}
