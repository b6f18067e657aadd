/** A result with its one report flattened, for tests of adapters whose callbacks have one. */
import type { Report } from '../../src/core/call/report.ts';
import type { IngestResult, Refused, Taken } from '../../src/engine/ports/ingest-adapter.ts';

export type Flat =
  | Refused
  | {
      readonly kind: 'report';
      readonly callId: string;
      readonly report: Report;
      readonly unmapped: string | null;
    }
  | { readonly kind: 'hint'; readonly hints: Taken['hints'] }
  | { readonly kind: 'ignored'; readonly why: string | null; readonly unmapped: string | null };

export function flat(result: IngestResult): Flat {
  if (result.kind === 'refused') return result;
  const { reports, hints, unmapped: all, why } = result;
  const [first] = reports;
  const unmapped = all[0] ?? null;
  if (first !== undefined) {
    return { kind: 'report', callId: first.callId, report: first.report, unmapped };
  }
  return hints.length > 0 ? { kind: 'hint', hints } : { kind: 'ignored', why, unmapped };
}
