/**
 * Step 8: why there was no answer, in the fixed vocabulary of `SEND_ERRORS`. Only the name of an
 * error is repeated, never its text, which may hold addresses of a private network.
 */
import type { SendError, SendResult } from '../core/delivery/outcome.ts';

type WithoutDuration<Result> = Result extends unknown ? Omit<Result, 'durationMs'> : never;
export type Failure = WithoutDuration<Exclude<SendResult, { readonly kind: 'response' | 'done' }>>;

/** Carries a failure that is already judged through a library's error path. */
export class SendFailure extends Error {
  readonly failure: Failure;
  /** The end of the peer's certificate, as the library reports it; null: unknown. */
  readonly validTo: string | null;

  /** `cause`: the library's error, for callers that distinguish failures further. */
  constructor(failure: Failure, cause?: unknown, validTo: string | null = null) {
    super(failure.detail, { cause });
    this.name = 'SendFailure';
    this.failure = failure;
    this.validTo = validTo;
  }
}

export function failure(error: SendError, detail: string): Failure {
  return { kind: 'error', error, detail };
}

/** `phase`: the step that failed, if the name of the error alone does not tell. */
export function judgeError(error: unknown, phase: 'dns' | 'tcp' | 'tls' | 'http'): Failure {
  if (error instanceof SendFailure) return error.failure;
  const code = codeOf(error);
  const known = kindOf(code, error);
  const kind =
    phase === 'dns'
      ? 'dns'
      : phase === 'tls' && (known === 'network' || known === 'protocol')
        ? 'tls'
        : known;
  const sentence = kind === 'configuration' ? CONFIGURATION : SENTENCES[kind];
  return failure(kind, code === '' ? `${sentence}.` : `${sentence} (${code}).`);
}

const CONFIGURATION = 'The request cannot be made from these settings';

type NetworkError = Exclude<SendError, 'signing' | 'configuration' | 'authentication'>;

const SENTENCES: Readonly<Record<NetworkError, string>> = {
  timeout: 'No answer in time',
  'connect-timeout': 'No connection in time',
  dns: 'The name could not be resolved',
  refused: 'The connection was refused',
  reset: 'The connection was closed before an answer came',
  tls: 'No trusted TLS connection could be made',
  protocol: 'The answer is no valid HTTP',
  network: 'The network could not reach the destination',
};

function kindOf(code: string, error: unknown): NetworkError | 'configuration' {
  switch (code) {
    case 'ECONNREFUSED':
      return 'refused';
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return 'connect-timeout';
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ECONNABORTED':
      return 'reset';
    case 'UND_ERR_SOCKET':
      // undici's messages for an unexpected 100 or 101; the rest are closed connections.
      return /^bad (upgrade|response)$/.test(messageOf(error)) ? 'protocol' : 'reset';
    case 'UND_ERR_HEADERS_OVERFLOW':
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
    case 'ERR_ASSERTION':
      return 'protocol';
    case 'UND_ERR_INVALID_ARG':
    case 'UND_ERR_NOT_SUPPORTED':
    case 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH':
      return 'configuration';
    default:
      // In TLS 1.3 a receiver refuses our side only after the connection is open.
      if (/^ERR_(?:SSL|TLS)_/.test(code)) return 'tls';
      // undici's parser errors often have no code.
      return error instanceof Error && error.name === 'HTTPParserError' ? 'protocol' : 'network';
  }
}

/** Empty if there is no code that may be repeated. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  const { code } = error;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_/]{1,63}$/.test(code) ? code : '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
