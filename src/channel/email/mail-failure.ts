/**
 * Step 8 for Email: turns a mail server's refusal or silence into a `SendResult`. A reply to the
 * message itself is a response with its code. A failure before the message is offered says nothing
 * about the message, so it is an error and retried. Server texts are bounded and cleaned; the text
 * of a refused login is dropped, because it may repeat the credentials.
 */
import { excerptOf } from '../excerpt.ts';
import { createSecretFinder } from '../redaction.ts';
import { type Failure, failure, judgeError } from '../send-failure.ts';

export interface Reply {
  readonly kind: 'response';
  readonly status: number;
  readonly retryAfter: null;
  readonly excerpt: string | null;
}

/** `secrets`: texts that must not be shown even if the server repeats them. */
export function replyOf(text: string, secrets: readonly string[]): Reply {
  const status = Number(/^\d{3}/.exec(text)?.[0] ?? 0);
  const excerpt = excerptOf(Buffer.from(masked(text, secrets)));
  return { kind: 'response', status, retryAfter: null, excerpt };
}

/** An error of the mail library, or of our own connector, which has judged it already. */
export function judgeMailError(error: unknown, secrets: readonly string[]): Reply | Failure {
  if (!(error instanceof Error)) return failure('network', UNKNOWN);
  const told = factsOf(error);
  const { code, status } = told;
  if (code === 'EAUTH' || OUR_LOGIN.has(status)) return judgeLogin(told);
  if (code === 'ETLS') return failure('tls', sentence('No TLS could be agreed on', told));
  const isReply = status >= 400 && status <= 599;
  if (isReply && (told.atSession || status === CLOSING)) return replyOf(told.response, secrets);
  if (isReply) return failure('refused', sentence('The mail server refused the session', told));
  return status > 0 ? failure('protocol', INVALID) : judgeConnection(error, told);
}

const INVALID = 'The answer is no valid SMTP.';
const UNKNOWN = 'The mail could not be handed over.';
/** RFC 5321 section 3.8: the server is shutting down, whatever the request was. */
const CLOSING = 421;
/** RFC 4954 section 6: the server demands a login, a stronger one, or another one. */
const OUR_LOGIN: ReadonlySet<number> = new Set([530, 534, 535, 538]);
const LOGIN_WANTED = 530;
const WANTS_LOGIN = 'The mail server wants a user and a password, or TLS before all else';

interface Facts {
  readonly code: string;
  /** The code of Node's error behind that of the library. */
  readonly cause: string;
  /** 0: there was no reply. */
  readonly status: number;
  readonly response: string;
  /** Whether the reply was to MAIL, RCPT, DATA or the message. */
  readonly atSession: boolean;
  readonly timeout: string;
}

function factsOf(error: Error): Facts {
  const told: Readonly<Record<string, unknown>> = { ...error };
  const textOf = (key: string) => (typeof told[key] === 'string' ? told[key] : '');
  return {
    code: textOf('code'),
    cause: textOf('originalCode') || textOf('code'),
    status: typeof told.responseCode === 'number' ? told.responseCode : 0,
    response: textOf('response'),
    atSession: /^(?:MAIL FROM|RCPT TO|DATA)$/.test(textOf('command')),
    timeout: textOf('timeoutType'),
  };
}

/** A temporary failure of the login is the server's; our operator must correct any other. */
function judgeLogin(told: Facts): Reply | Failure {
  const { status } = told;
  if (status >= 400 && status <= 499) {
    return { kind: 'response', status, retryAfter: null, excerpt: null };
  }
  const what = status === LOGIN_WANTED ? WANTS_LOGIN : 'The mail server does not accept our login';
  return failure('authentication', sentence(what, told));
}

function judgeConnection(error: Error, told: Facts): Failure {
  const { code, cause } = told;
  if (code === 'ETIMEDOUT') {
    if (told.timeout === 'GREETING_TIMEOUT') return failure('connect-timeout', NO_GREETING);
    const early = told.timeout !== 'SOCKET_TIMEOUT';
    return early
      ? failure('connect-timeout', 'The mail server was not ready in time.')
      : failure('timeout', 'The mail server did not answer in time.');
  }
  if (code === 'EPROTOCOL') return failure('protocol', INVALID);
  if (code === 'ECONNECTION') return failure('reset', CLOSED);
  if (isTls(cause)) return failure('tls', `${sentence(NO_TLS, told)}${tlsAdvice(cause)}`);
  if (code === 'EENVELOPE') return failure('configuration', 'No mail can have these addresses.');
  return judgeError(cause === code ? error : causeOf(cause), 'tcp');
}

const CLOSED = 'The mail server closed the connection before it had taken the mail.';

const NO_GREETING =
  'No greeting of the mail server came in time; a port that begins with TLS, as 465, needs smtps:.';
const NO_TLS = 'No trusted TLS connection could be made';

/** Begins with a space; for faults that an operator can correct here and not at the server. */
function tlsAdvice(cause: string): string {
  if (cause === 'ERR_SSL_WRONG_VERSION_NUMBER') {
    return ' The port does not begin with TLS; with smtp: instead of smtps: it would come later.';
  }
  return /^(?:SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_)/.test(cause)
    ? ' For a certificate of a private authority set NODE_EXTRA_CA_CERTS.'
    : '';
}

/** Node's names for faults of certificates and handshakes. */
function isTls(cause: string): boolean {
  return (
    /^(?:ERR_SSL|ERR_TLS|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED)/.test(cause) ||
    /^(?:EPROTO|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)$/.test(cause)
  );
}

function causeOf(code: string): Error {
  return Object.assign(new Error(UNKNOWN), { code });
}

/** Repeats only codes: `535 5.7.8`, or the name of the error. */
function sentence(what: string, { cause, status, response }: Facts): string {
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const code = status > 0 ? [status, enhanced].filter(Boolean).join(' ') : cause;
  return /^[\w. ]{1,64}$/.test(code) ? `${what} (${code}).` : `${what}.`;
}

function masked(text: string, secrets: readonly string[]): string {
  return createSecretFinder(secrets, 1).mask(text, '***');
}
