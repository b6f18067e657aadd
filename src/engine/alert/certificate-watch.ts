/**
 * Looks at the certificates of targets twice a day, by a guarded connection as a delivery makes it,
 * which sends no request. What it finds is a fact for the conditions of alerts; a target that does
 * not answer keeps what is known of it.
 */
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

export const CERTIFICATE_LOOK_MS = 60_000;
export const CERTIFICATE_AGE_MS = 12 * 3_600_000;
/** Targets of one round, one after the other: the others come in the next ones. */
const ROUND_MAX = 20;

export function createCertificateWatch(parts: CertificateWatchParts): CertificateWatch {
  const { store, probe, clock, emit, hasTurn } = parts;
  const round = async (): Promise<number> => {
    if (!hasTurn()) return CERTIFICATE_LOOK_MS;
    const beforeMs = clock.wallMs() - CERTIFICATE_AGE_MS;
    for (const each of await store.uncheckedCertificates({ beforeMs, limit: ROUND_MAX })) {
      if (loop.isStopped) break;
      const { validUntilMs: endsAtMs } = await probe(each.target);
      const { endpoint } = each;
      await store.keepCertificate({ endpoint, checkedAtMs: clock.wallMs(), endsAtMs });
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
