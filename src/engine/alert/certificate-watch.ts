/**
 * Looks at the certificates of targets twice a day, by a guarded connection as a delivery makes it,
 * which sends no request. What it finds is a fact for the conditions of alerts; a target that does
 * not answer keeps what is known of it.
 */
import type { EndpointKey } from '../../core/id.ts';
import { PollLoop } from '../poll-loop.ts';
import type { AddressProbe } from '../ports/address-probe.ts';
import type { AlertStore } from '../ports/alert-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Emit } from '../ports/emit.ts';

export interface CertificateWatch {
  start(): void;
  stop(): Promise<void>;
}

export interface CertificateWatchParts {
  readonly store: Pick<AlertStore, 'uncheckedCertificates' | 'keepCertificate'>;
  readonly probe: AddressProbe;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly hasTurn: () => boolean;
}

type UncheckedTarget = Awaited<ReturnType<AlertStore['uncheckedCertificates']>>[number];

export const CERTIFICATE_LOOK_MS = 60_000;
export const CERTIFICATE_AGE_MS = 12 * 3_600_000;
/** Targets of one question to the store. A round goes on until none is left. */
const ASKED_MAX = 100;
/** Looks at once, so that targets that do not answer hold up few others. */
const LOOKS_AT_ONCE = 8;

export function createCertificateWatch(parts: CertificateWatchParts): CertificateWatch {
  const { store, probe, clock, emit, hasTurn } = parts;
  /** Takes one target after the other, beside the other lookers. */
  const lookAtEach = async (targets: Iterable<UncheckedTarget>): Promise<void> => {
    for (const { endpoint, target } of targets) {
      if (loop.isStopped) return;
      const { validUntilMs: endsAtMs } = await probe(target);
      await store.keepCertificate({ endpoint, target, checkedAtMs: clock.wallMs(), endsAtMs });
    }
  };
  const round = async (): Promise<number> => {
    if (!hasTurn()) return CERTIFICATE_LOOK_MS;
    const beforeMs = clock.wallMs() - CERTIFICATE_AGE_MS;
    const seen = new Set<EndpointKey>();
    // Ends: of each endpoint one look.
    for (;;) {
      const asked = await store.uncheckedCertificates({ beforeMs, limit: ASKED_MAX });
      const targets = asked.filter(({ endpoint }) => !seen.has(endpoint));
      if (targets.length === 0) break;
      for (const { endpoint } of targets) seen.add(endpoint);
      const left = targets.values();
      const lookers = Array.from({ length: LOOKS_AT_ONCE }, () => lookAtEach(left));
      await Promise.all(lookers);
      if (loop.isStopped || !hasTurn()) break;
    }
    return CERTIFICATE_LOOK_MS;
  };
  const loop = new PollLoop({
    clock,
    emit,
    operation: 'certificates',
    round,
    retryMs: () => CERTIFICATE_LOOK_MS,
  });
  return {
    start: () => loop.startAfter(CERTIFICATE_LOOK_MS),
    stop: () => loop.stop().then(() => {}),
  };
}
