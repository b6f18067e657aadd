/**
 * Connects to a destination without sending a request: name, address policy, connection and TLS are
 * those of a delivery. Never rejects, and ends within 10 s. The answer must never contain an IP
 * address, or the reason why the policy refused one.
 */
export const PROBE_FINDINGS = [
  'reachable',
  'expired',
  'not-yet-valid',
  'wrong-name',
  'self-signed',
  'untrusted',
  'tls-failed',
  'name-not-found',
  'refused',
  'closed',
  'timed-out',
  'blocked',
  'unreachable',
] as const;
export type ProbeFinding = (typeof PROBE_FINDINGS)[number];

export interface ProbeResult {
  readonly finding: ProbeFinding;
  /** From the lookup of the name to the end of the probe. */
  readonly durationMs: number;
  /** For example `TLSv1.3`; null: there is no TLS connection. */
  readonly tlsProtocol: string | null;
  /**
   * The end of the certificate's validity, also if it has expired; null: no certificate was seen.
   */
  readonly validUntilMs: number | null;
}

/** `target`: a URL that passed the checks of registration. */
export type AddressProbe = (target: string) => Promise<ProbeResult>;
