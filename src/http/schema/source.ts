/**
 * Ingest sources on the wire (S12.27): telephony platforms that post their own callbacks. The
 * secret is sent whole and shown masked.
 */
import type { Static } from 'typebox';
import { isoTime } from '../../core/time.ts';
import type { Source, SourceRequest } from '../../engine/ports/manage-store.ts';
import {
  idOf,
  nullable,
  nullableTimestampOf,
  oneOf,
  pageOf,
  strictObject,
  Timestamp,
  Type,
} from './shared.ts';

const Name = Type.String({ description: '1 to 120 characters', examples: ['Twilio main'] });
const Secret = Type.String({
  description: 'The secret by which the platform signs (Twilio: the auth token). Never shown again',
});
const PublicUrl = nullable(
  Type.String({
    description:
      'The whole address that was given to the platform, when it is not url: signatures cover it',
    examples: ['https://calls.example.com/twilio'],
  }),
);

const PreviousSecret = nullable(
  Type.String({
    description:
      'A former secret, which counts beside the present one until previousSecretEndsAt, while ' +
      'the platform changes to the new one',
  }),
);
const PreviousSecretEndsAt = nullable(
  Type.String({
    description:
      'ISO 8601 with a zone, at most 30 days ahead. Sent with a new secret and without ' +
      'previousSecret, it lets the former secret count until then; null ends it now',
    examples: ['2026-11-21T11:19:00.125Z'],
  }),
);
const Settings = nullable(
  Type.Record(Type.String(), Type.Any(), {
    description: 'What the adapter needs to know besides; only of adapters that say so',
  }),
);

export const SourceBody = strictObject(
  {
    name: Name,
    adapter: Type.String({ examples: ['twilio'] }),
    secret: Secret,
    previousSecret: Type.Optional(PreviousSecret),
    previousSecretEndsAt: Type.Optional(PreviousSecretEndsAt),
    publicUrl: Type.Optional(PublicUrl),
    settings: Type.Optional(Settings),
  },
  { title: 'SourceInput' },
);

export const SourcePatchBody = strictObject(
  {
    name: Type.Optional(Name),
    secret: Type.Optional(Secret),
    previousSecret: Type.Optional(PreviousSecret),
    previousSecretEndsAt: Type.Optional(PreviousSecretEndsAt),
    publicUrl: Type.Optional(PublicUrl),
    settings: Type.Optional(Settings),
  },
  {
    title: 'SourcePatch',
    description: 'A JSON merge patch: a field that is absent stays. The adapter cannot change',
  },
);

export const SourceRecord = strictObject(
  {
    id: idOf('src'),
    name: Type.String(),
    adapter: Type.String(),
    url: Type.String({
      description: 'The address to give to the platform',
      examples: ['https://calls.example.com/v1/ingest/twilio/src_...'],
    }),
    publicUrl: PublicUrl,
    secret: Type.String({ description: 'Masked to its last four characters' }),
    previousSecret: nullable(
      Type.String({ description: 'Masked; null: none, or its end has passed' }),
    ),
    previousSecretEndsAt: nullable(Timestamp),
    settings: Settings,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Source' },
);
export const SourcePage = pageOf(SourceRecord, 'SourcePage');

export const SourcePath = strictObject({ id: Type.String({ maxLength: 64 }) });

export const SourceRequestRecord = strictObject(
  {
    at: Timestamp,
    result: Type.String({ description: 'The result of the request' }),
    outcome: oneOf(['taken', 'ignored', 'refused'], {
      description: 'ignored: genuine, and nothing follows; refused: `result` says why',
    }),
    became: Type.Array(Type.String(), {
      description: 'What it became, one by one: reports, hints, a log; or why nothing follows',
      examples: [['BUSY of call-1: applied']],
    }),
    unmapped: Type.Array(Type.String(), {
      description: 'Values of the platform that the mapping does not know',
    }),
    body: Type.String({ description: 'As it came, at most 4 KiB' }),
  },
  { title: 'SourceRequest' },
);
export const SourceRequestPage = pageOf(SourceRequestRecord, 'SourceRequestPage');

/**
 * `base`: the address by which platforms reach the service. `shown`: the secrets, masked; the
 * previous one null if it does not count any more.
 */
export function showSource(
  source: Source,
  base: string,
  shown: { readonly secret: string; readonly previous: string | null },
): Static<typeof SourceRecord> {
  return {
    id: source.id,
    name: source.name,
    adapter: source.adapter,
    url: source.publicUrl ?? `${base}/v1/ingest/${source.adapter}/${source.id}`,
    publicUrl: source.publicUrl,
    secret: shown.secret,
    previousSecret: shown.previous,
    previousSecretEndsAt:
      shown.previous === null ? null : nullableTimestampOf(source.previous?.endsAtMs ?? null),
    settings: source.settings === null ? null : Object(JSON.parse(source.settings)),
    createdAt: isoTime(source.createdAtMs),
    updatedAt: isoTime(source.updatedAtMs),
  };
}

/** As the ingest route joins them. */
export const NOT_MAPPED = '; not mapped: ';
const OUTCOMES = ['ignored', 'refused'] as const;

export function showSourceRequest(request: SourceRequest): Static<typeof SourceRequestRecord> {
  const { atMs, result, body } = request;
  const [said = '', ...unmapped] = result.split(NOT_MAPPED);
  const outcome = OUTCOMES.find((each) => said.startsWith(`${each}: `)) ?? 'taken';
  const became = outcome === 'taken' ? said.split('; ') : [said.slice(outcome.length + 2)];
  return { at: isoTime(atMs), result, outcome, became, unmapped, body };
}
