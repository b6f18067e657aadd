/**
 * Checks an address before it is saved (S12.12). It accepts only an address that could be
 * registered, uses the same guard as deliveries, and limits the checks of each project, so that no
 * member can scan networks with it. It sends nothing. Before it connects, it writes an audit entry
 * with the host alone, since the target may be a secret.
 */
import type { PROBED_KINDS } from '../../core/endpoint/endpoint.ts';
import { targetFault } from '../../core/endpoint/target-rules.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import type { ProjectKey } from '../../core/id.ts';
import { type Author, auditEntry } from '../manage/author.ts';
import { PROBE_FINDINGS, type ProbeResult } from '../ports/address-probe.ts';
import type { AuditEntry } from '../ports/manage-store.ts';
import { kindErrors } from './endpoint-check.ts';
import type { EndpointParts } from './endpoint-parts.ts';

/** Checks of one project in any minute; each process counts for itself. */
export const PROBES_MAX = 10;
export const PROBE_WINDOW_MS = 60_000;
/** Checks in flight over all projects; their lookups share threads with deliveries. */
export const PROBES_AT_ONCE_MAX = 4;
const BUSY_WAIT_S = 5;
export const EXPIRES_SOON_MS = 14 * 86_400_000;

export const PROBE_OUTCOMES = [...PROBE_FINDINGS, 'expires-soon'] as const;

export interface EndpointProbed extends Omit<ProbeResult, 'finding'> {
  readonly outcome: (typeof PROBE_OUTCOMES)[number];
}

export interface ProbeInput {
  readonly kind: (typeof PROBED_KINDS)[number];
  readonly target: string;
}

export interface EndpointProbe {
  /** Connects to an address as a delivery would, and closes the connection. */
  probe(projectKey: ProjectKey, input: ProbeInput, author: Author): Promise<EndpointProbed>;
}

export function createEndpointProbe(
  parts: Pick<EndpointParts, 'clock' | 'probeAddress' | 'store'> &
    Parameters<typeof refuseTarget>[1],
): EndpointProbe {
  const { clock, probeAddress, store } = parts;
  const take = createAllowance(() => clock.monoMs());
  return {
    async probe(projectKey, input, author) {
      refuseTarget(input, parts);
      const leave = take(projectKey);
      try {
        await store.noteAudit({ projectKey, audit: entryOf(input, author, clock.wallMs()) });
        const { finding, ...facts } = await probeAddress(input.target);
        const { validUntilMs } = facts;
        const soon = validUntilMs !== null && validUntilMs - clock.wallMs() < EXPIRES_SOON_MS;
        return { outcome: finding === 'reachable' && soon ? 'expires-soon' : finding, ...facts };
      } finally {
        leave();
      }
    },
  };
}

function entryOf({ kind, target }: ProbeInput, author: Author, atMs: number): AuditEntry {
  const change = { before: null, after: { kind, host: new URL(target).host } };
  return auditEntry(author, atMs, 'endpoint.probed', null, change);
}

/** Applies the rules of registration, with their messages. */
function refuseTarget(
  { kind, target }: ProbeInput,
  rules: Pick<EndpointParts, 'channels' | 'checkTarget' | 'allowHttp' | 'ownOrigins'>,
): void {
  const fault = targetFault(kind, target, rules);
  const fields = [
    ...kindErrors(kind, rules.channels),
    ...(fault === null ? [] : [{ field: '/target', message: fault }]),
  ];
  if (fields.length > 0) {
    throw new ServiceError('INVALID_INPUT', 'No endpoint can have these settings.', { fields });
  }
  const refusal = rules.checkTarget(target);
  if (refusal === null) return;
  const refused = [{ field: '/target', message: refusal }];
  throw new ServiceError('TARGET_REFUSED', refusal, { fields: refused });
}

/** Throws RATE_LIMITED; returns a function to be called at the end of the check. */
function createAllowance(monoMs: () => number): (project: ProjectKey) => () => void {
  const begun = new Map<ProjectKey, readonly number[]>();
  let inFlight = 0;
  return (project) => {
    const nowMs = monoMs();
    const recent = (begun.get(project) ?? []).filter((atMs) => atMs > nowMs - PROBE_WINDOW_MS);
    const [first = nowMs] = recent;
    if (recent.length >= PROBES_MAX) {
      const detail = `At most ${PROBES_MAX} addresses are checked in a minute.`;
      const retryAfterS = Math.ceil((first + PROBE_WINDOW_MS - nowMs) / 1_000);
      throw new ServiceError('RATE_LIMITED', detail, { retryAfterS });
    }
    if (inFlight >= PROBES_AT_ONCE_MAX) {
      const detail = `${PROBES_AT_ONCE_MAX} addresses are being checked already.`;
      throw new ServiceError('RATE_LIMITED', detail, { retryAfterS: BUSY_WAIT_S });
    }
    begun.set(project, [...recent, nowMs]);
    inFlight += 1;
    return () => {
      inFlight -= 1;
    };
  };
}
