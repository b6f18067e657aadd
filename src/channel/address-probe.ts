/**
 * Checks whether deliveries could reach a target: it opens a guarded connection as they do, TLS
 * included, and closes it at once. It must never write a byte of a request, and never reveal an
 * address or why one was refused (S7.20, S7.22).
 */
import { TLSSocket } from 'node:tls';
import type { AddressProbe, ProbeFinding } from '../engine/ports/address-probe.ts';
import type { Clock } from '../engine/ports/clock.ts';
import type { HttpClient } from './http-client.ts';
import { codeOf, SendFailure } from './send-failure.ts';

export interface ProbeParts {
  readonly http: Pick<HttpClient, 'connect'>;
  readonly clock: Pick<Clock, 'monoMs'>;
}

/** Bounded by the connect timeout of the client, which covers lookup, TCP and TLS. */
export function createAddressProbe({ http, clock }: ProbeParts): AddressProbe {
  return async (target) => {
    const startedMs = clock.monoMs();
    const found = await look(http, new URL(target));
    return { ...found, durationMs: Math.round(clock.monoMs() - startedMs) };
  };
}

async function look(http: ProbeParts['http'], url: URL) {
  try {
    const socket = await http.connect(url);
    const facts =
      socket instanceof TLSSocket
        ? {
            tlsProtocol: socket.getProtocol(),
            validUntilMs: timeOf(socket.getPeerCertificate().valid_to),
          }
        : NO_TLS;
    // Sends the pending bytes of the handshake, so that the peer logs no broken one.
    socket.destroySoon();
    return { finding: 'reachable' as const, ...facts };
  } catch (error) {
    const finding = findingOf(error);
    return { finding, tlsProtocol: null, validUntilMs: endedAt(finding, error) };
  }
}

/** The end of a certificate that has expired; other faults do not tell it. */
function endedAt(finding: ProbeFinding, error: unknown): number | null {
  if (finding !== 'expired' || !(error instanceof SendFailure)) return null;
  return error.validTo === null ? null : timeOf(error.validTo);
}

const NO_TLS = { tlsProtocol: null, validUntilMs: null };

function timeOf(text: string): number | null {
  const atMs = Date.parse(text);
  return Number.isFinite(atMs) ? atMs : null;
}

function findingOf(error: unknown): ProbeFinding {
  if (!(error instanceof SendFailure)) throw error;
  const { failure, cause } = error;
  if (failure.kind === 'blocked') return 'blocked';
  switch (failure.error) {
    case 'tls':
      return CERTIFICATES[codeOf(cause)] ?? 'tls-failed';
    case 'dns':
      return 'name-not-found';
    case 'refused':
      return 'refused';
    case 'reset':
      return 'closed';
    case 'connect-timeout':
    case 'timeout':
      return 'timed-out';
    default:
      return 'unreachable';
  }
}

/** Codes of OpenSSL's verification and of Node's check of names. */
const CERTIFICATES: Readonly<Record<string, ProbeFinding>> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not-yet-valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'wrong-name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted',
  CERT_UNTRUSTED: 'untrusted',
  CERT_REVOKED: 'untrusted',
  INVALID_CA: 'untrusted',
};
