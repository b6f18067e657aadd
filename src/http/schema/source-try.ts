/**
 * A sample of a platform's request on the wire, and what a source would make of it (S2.23): its
 * reports, hints and log, and each line of the settings with what it found. Nothing is stored.
 */
import type { Static } from 'typebox';
import { isoTime } from '../../core/time.ts';
import type { IngestResult, TraceLine } from '../../engine/ports/ingest-adapter.ts';
import { nullable, oneOf, strictObject, Timestamp, Type } from './shared.ts';

const Texts = Type.Record(Type.String(), Type.String());

export const SourceTryBody = strictObject(
  {
    body: Type.String({ description: 'The body as the platform sends it', examples: ['{"a":1}'] }),
    contentType: Type.Optional(
      Type.String({ description: 'By default the first that the adapter takes' }),
    ),
    method: Type.Optional(oneOf(['POST', 'GET'])),
    headers: Type.Optional(
      Type.Unsafe<Static<typeof Texts>>({
        ...Texts,
        description:
          'With the signature, which is then checked. Without headers the sample shows what the ' +
          'adapter makes of the body',
      }),
    ),
    query: Type.Optional(Texts),
    settings: Type.Optional(
      Type.Unsafe<object>({
        type: 'object',
        description: 'Tried in place of those of the source, before they are saved',
      }),
    ),
  },
  { title: 'SourceTry' },
);

export const SourceTryResult = strictObject(
  {
    result: oneOf(['taken', 'refused']),
    code: nullable(Type.String({ description: 'Of a refusal' })),
    why: nullable(Type.String({ description: 'Why it is refused, or why nothing follows' })),
    lines: Type.Array(
      strictObject({
        line: Type.String({ description: 'A line of the settings' }),
        value: nullable(Type.String({ description: 'What it found in the sample' })),
        became: Type.String(),
      }),
      { description: 'Of adapters with settings: what each line became, in order' },
    ),
    reports: Type.Array(
      strictObject({
        callId: Type.String(),
        status: nullable(Type.String()),
        direction: nullable(Type.String({ description: 'Null: that of the known call' })),
        errors: Type.Array(Type.String()),
        occurredAt: nullable(Timestamp),
        reportId: nullable(Type.String()),
        facts: Type.Record(Type.String(), Type.Any()),
        ifFirst: oneOf(['begins', 'kept'], {
          description:
            'What becomes of it if nothing was taken of the call before: it begins the call, or ' +
            'it says no direction and is kept until the call begins',
        }),
        instead: Type.Array(Type.String(), {
          description: 'What it says if the call turns out to be another, such as MACHINE: …',
        }),
      }),
    ),
    hints: Type.Array(strictObject({ callId: Type.String(), hint: Type.String() })),
    logTurns: nullable(Type.Integer({ description: 'Of the call log that it brings' })),
    unmapped: Type.Array(Type.String()),
  },
  { title: 'SourceTryResult' },
);

export function showTry(
  result: IngestResult,
  lines: readonly TraceLine[],
): Static<typeof SourceTryResult> {
  const shown = lines.map((line) => ({ ...line }));
  if (result.kind === 'refused') {
    const { code, detail: why } = result;
    const nothing = { reports: [], hints: [], logTurns: null, unmapped: [] };
    return { result: 'refused', code, why, lines: shown, ...nothing };
  }
  const reports = result.reports.map(({ callId, report, variants, facts }) => ({
    callId,
    status: report.status,
    direction: report.direction,
    errors: report.errors.map(({ code }) => code),
    occurredAt: report.occurredAtMs === null ? null : isoTime(report.occurredAtMs),
    reportId: report.reportId,
    facts: { ...facts },
    ifFirst: report.direction === null ? ('kept' as const) : ('begins' as const),
    instead: variants.map(
      ({ direction, hint, status }) =>
        `${[direction, hint].filter((each) => each !== null).join(' ')}: ${status}`,
    ),
  }));
  return {
    result: 'taken',
    code: null,
    why: result.why,
    lines: shown,
    reports,
    hints: result.hints.map((hint) => ({ ...hint })),
    logTurns: result.callLog?.log.turns.length ?? null,
    unmapped: [...result.unmapped],
  };
}
