/**
 * Call logs on the wire (S10). The schema says which keys and types there are; which values they
 * may have is said once, in `acw/call-log/call-log-rules.ts`. A stored log is shown with the very
 * text that was sent. Must stay cheap to check: a log has up to 10,000 turns.
 */
import type { Static } from 'typebox';
import { SPEAKERS, TURN_POINTS_MAX, TURNS_MAX } from '../../acw/call-log/call-log.ts';
import { PARTICIPANTS_MAX } from '../../acw/call-log/call-log-rules.ts';
import { DIRECTIONS } from '../../core/call/status.ts';
import { isoTime } from '../../core/time.ts';
import type { StoredCallLog } from '../../engine/ports/acw-store.ts';
import { oneOf, strictObject, Timestamp, Type } from './shared.ts';

const Speaker = oneOf(SPEAKERS, { title: 'Speaker' });

const Turn = strictObject(
  {
    speaker: Speaker,
    text: Type.String({
      description: `At most ${TURN_POINTS_MAX.toLocaleString('en')} characters`,
    }),
    startMs: Type.Integer({
      description: 'From startedAt, on one clock for all speakers; turns are in this order',
    }),
    endMs: Type.Optional(Type.Integer({ description: 'Not before startMs' })),
    confidence: Type.Optional(Type.Number({ description: 'Of the recogniser, 0 to 1' })),
  },
  { title: 'Turn' },
);

const Participant = strictObject(
  {
    id: Type.String({ examples: ['agent-7'] }),
    role: Speaker,
    name: Type.Optional(Type.String()),
  },
  { title: 'Participant' },
);

const logProperties = {
  direction: oneOf(DIRECTIONS, {
    title: 'Direction',
    description: 'The direction that was reported for the call, if one was',
  }),
  startedAt: Type.String({
    description: 'The time from which the times of the turns count; ISO 8601 with a zone',
    examples: ['2026-11-20T11:17:00.000Z'],
  }),
  answeredAt: Type.Optional(Type.String({ description: 'ISO 8601 with a zone' })),
  endedAt: Type.Optional(Type.String({ description: 'ISO 8601 with a zone' })),
  language: Type.Optional(
    Type.String({ description: 'BCP 47; detected when missing', examples: ['en', 'ja-JP'] }),
  ),
  participants: Type.Optional(Type.Array(Participant, { maxItems: PARTICIPANTS_MAX })),
  turns: Type.Array(Turn, {
    maxItems: TURNS_MAX,
    description: 'The turns in the order of startMs; empty: no speech',
  }),
  recordingUrl: Type.Optional(Type.String({ description: 'Kept as it is; never fetched' })),
  metadata: Type.Optional(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'Your own; kept as it is',
    }),
  ),
} as const;

export const CallLogBody = strictObject(logProperties, { title: 'CallLogInput' });

export const CallLogHeaders = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      description: 'The ETag of the version to replace; 412 if the present one differs',
    }),
  ),
  'if-none-match': Type.Optional(
    Type.String({ description: '* stores only if there is no log yet; else 412' }),
  ),
});

const stored = {
  callId: Type.String(),
  version: Type.Integer({ minimum: 1, description: 'Grows with every change; also the ETag' }),
} as const;

export const CallLogReply = strictObject(
  { ...stored, turns: Type.Integer({ minimum: 0, description: 'Number of turns' }) },
  { title: 'CallLogStored' },
);

const CallLogRecord = strictObject(
  { ...stored, createdAt: Timestamp, updatedAt: Timestamp, ...logProperties },
  { title: 'CallLog', description: 'The log as it was sent, with its ids and version' },
);

export type CallLogFields = Static<typeof CallLogRecord>;

/** Sent as the text of it. */
export const CallLogText = Type.Unsafe<string>(CallLogRecord);

/** The answer as JSON text: our own members before those that were sent. */
export function showCallLog(log: StoredCallLog): string {
  const known = JSON.stringify({
    callId: log.callId,
    version: log.version,
    createdAt: isoTime(log.createdAtMs),
    updatedAt: isoTime(log.updatedAtMs),
  } satisfies Partial<Static<typeof CallLogRecord>>);
  // An object with at least `direction`: its first brace becomes a comma.
  return `${known.slice(0, -1)},${log.body.slice(log.body.indexOf('{') + 1)}`;
}
