/**
 * Connects to a destination without sending anything: name, address policy, connection and TLS as a
 * delivery has them. Never rejects, and ends within 10 s. The answer must never hold an address, or
 * why the policy refused one.
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
  /** From the lookup of the name to the end. */
  readonly durationMs: number;
  /** Such as `TLSv1.3`; null: there is no TLS connection. */
  readonly tlsProtocol: string | null;
  /** Of the certificate of a connection that was made, or of one that has expired; null: none. */
  readonly validUntilMs: number | null;
}

/** `target`: a URL that was checked as at registration. */
export type AddressProbe = (target: string) => Promise<ProbeResult>;
