/**
 * Explains a failure in plain words and says what to do next, by its class and the kind of
 * endpoint; issues, deliveries and explanations show it. Pure. Must never repeat a text of the
 * receiver: the attempts of a delivery show that.
 */
import type { SendError } from '../../core/delivery/outcome.ts';
import { productAnswer } from '../../core/delivery/outcome.ts';
import { issueClassOf, type LastResult } from '../../core/delivery/result-class.ts';
import type { EndpointKind } from '../../core/endpoint/endpoint.ts';
import { whatToDo } from './last-answer.ts';

/** The explanation in English, with ids by which a client can show it in another language. */
export interface Diagnosis extends Told {
  /** Names `title` and `text`. */
  readonly id: string;
  readonly nextStepId: string;
  /** The HTTP status, if the title names it. */
  readonly status: number | null;
}

interface Told {
  /** A few words, for lists. */
  readonly title: string;
  readonly text: string;
  readonly nextStep: string;
}

/** Returns null if no attempt failed in a way that can be named. */
export function diagnosisOf(last: LastResult, kind: EndpointKind): Diagnosis | null {
  const issueClass = issueClassOf(last);
  return issueClass === null ? null : diagnose(issueClass, kind);
}

/** `issueClass`: a value of `issueClassOf`. */
export function diagnose(issueClass: string, kind: EndpointKind): Diagnosis {
  if (issueClass === '3xx') return named('redirect', REDIRECT);
  const status = Number(issueClass);
  if (Number.isInteger(status)) return ofAnswer(status, kind);
  const known = isKnown(issueClass)
    ? named(issueClass, BY_ERROR[issueClass])
    : named('unknown', UNKNOWN);
  const mail = kind === 'email' ? MAIL_STEP[issueClass] : undefined;
  return mail === undefined ? known : { ...known, ...mail };
}

function named(id: string, told: Told): Diagnosis {
  return { id, nextStepId: id, status: null, ...told };
}

function ofAnswer(status: number, kind: EndpointKind): Diagnosis {
  if (kind === 'email') return ofMailServer(status);
  const hundred = Math.floor(status / 100);
  const id = Object.hasOwn(BY_STATUS, status)
    ? `answered-${status}`
    : Object.hasOwn(BY_HUNDRED, hundred)
      ? `answered-${hundred}xx`
      : 'answered-other';
  const words = BY_STATUS[status] ?? BY_HUNDRED[hundred] ?? OTHER;
  const told = { ...named(id, { title: `Answered ${status}`, ...words }), status };
  const special = whatToDo({ lastStatus: status, lastError: null }, kind).trim();
  const isOfProduct = kind === 'slack' || kind === 'teams';
  if (!isOfProduct || special === '') return told;
  const { attention } = productAnswer(kind, status, null);
  return { ...told, nextStep: special, nextStepId: attention ? 'new-url' : 'in-the-text' };
}

type Words = Omit<Told, 'title'>;

function ofMailServer(status: number): Diagnosis {
  const [id, words] =
    status >= 500 ? (['mail-5xx', MAIL_REFUSES] as const) : (['mail-4xx', MAIL_WAITS] as const);
  return { ...named(id, { title: `The mail server said ${status}`, ...words }), status };
}

const READ_ANSWER = 'Read the answer in an attempt of the delivery: it says why.';
const RETRY_AFTER = 'Then retry what was given up.';

const MAIL_REFUSES: Words = {
  text: 'The mail server refuses the mail for good, so it is not tried again.',
  nextStep: `${READ_ANSWER} Check the address of the endpoint and the sender.`,
};
const MAIL_WAITS: Words = {
  text: 'The mail server cannot take the mail now. It is tried again on the schedule.',
  nextStep: `${READ_ANSWER} Retry what was given up when it takes mail again.`,
};

const REDIRECT: Told = {
  title: 'Redirects elsewhere',
  text: 'The receiver answers with a redirect. Redirects are never followed, so nothing arrives.',
  nextStep: `Give the endpoint the final URL, with https://. ${RETRY_AFTER}`,
};

const BY_STATUS: Readonly<Record<number, Words>> = {
  400: {
    text: 'The receiver says that it does not understand the request.',
    nextStep: `${READ_ANSWER} Mend the receiver, or use another content key.`,
  },
  401: {
    text:
      'The receiver does not accept the credentials: its token or key is not ours, or one of the ' +
      'two clocks is wrong, because a signature is too old or too new after some minutes.',
    nextStep:
      'Give both sides the same token, or the receiver our public key, and look at both clocks ' +
      `(\`ringpost doctor\` looks at ours). ${RETRY_AFTER}`,
  },
  403: {
    text: 'The receiver, or a firewall before it, refuses us.',
    nextStep: `Let our requests through there, and check the token or key. ${RETRY_AFTER}`,
  },
  404: {
    text: 'There is nothing at this URL.',
    nextStep: `Check the URL of the endpoint. ${RETRY_AFTER}`,
  },
  405: {
    text: 'There is something at this URL, but it takes no POST.',
    nextStep: `Check the URL of the endpoint, or let the receiver take POST. ${RETRY_AFTER}`,
  },
  408: {
    text: 'The receiver waited too long for the request or for something behind it.',
    nextStep: `Let the receiver answer first and work afterwards. ${RETRY_AFTER}`,
  },
  410: {
    text: 'The receiver says that it is gone for good. The endpoint was disabled.',
    nextStep: 'Give the endpoint its new URL and enable it: what was held is sent then.',
  },
  413: {
    text: 'The body is larger than the receiver takes. Ours have at most 64 KiB.',
    nextStep: `Raise the limit of the receiver or its proxy. ${RETRY_AFTER}`,
  },
  415: {
    text: 'The receiver does not take application/json.',
    nextStep: `Let the receiver take JSON. ${RETRY_AFTER}`,
  },
  429: {
    text: 'The receiver asks us to slow down. We wait as long as it asks, within the schedule.',
    nextStep: 'Lower the pacing of the endpoint, or raise the limit of the receiver.',
  },
  502: {
    text: 'A proxy answers, but the receiver behind it does not.',
    nextStep: `Start the receiver, or mend the way to it. ${RETRY_AFTER}`,
  },
  503: {
    text: 'The receiver is down or overloaded.',
    nextStep: `Start it, or give it room. ${RETRY_AFTER}`,
  },
  504: {
    text: 'A proxy answers, but the receiver behind it takes too long.',
    nextStep: `Let the receiver answer first and work afterwards. ${RETRY_AFTER}`,
  },
};

const BY_HUNDRED: Readonly<Record<number, Words>> = {
  2: {
    text: 'The product answered 2xx, and says in the text that it did not take the message.',
    nextStep: READ_ANSWER,
  },
  4: {
    text: 'The receiver refuses the request. Such an answer is not tried again by default.',
    nextStep: `${READ_ANSWER} Mend what it names, then retry what was given up.`,
  },
  5: {
    text: 'The receiver fails while it handles the request. It is tried again on the schedule.',
    nextStep: `Look at the log of the receiver at the time of an attempt. ${RETRY_AFTER}`,
  },
};

const OTHER: Words = {
  text: 'The receiver answers with a status that means neither success nor failure.',
  nextStep: READ_ANSWER,
};

const BY_ERROR: Readonly<Record<SendError | 'blocked' | 'consumer', Told>> = {
  timeout: {
    title: 'No answer in time',
    text: 'The receiver was reached, but gave no whole answer within the timeout of the endpoint.',
    nextStep:
      'Let the receiver answer first and work afterwards, or raise the timeout (30 s most).',
  },
  'connect-timeout': {
    title: 'No connection in time',
    text: 'Nothing answered within 5 s: the host is down, or a firewall drops our packets.',
    nextStep: `Check host, port and firewall, then test the endpoint. ${RETRY_AFTER}`,
  },
  dns: {
    title: 'The name does not resolve',
    text: 'The host name of the URL has no address.',
    nextStep: `Check the spelling of the host and its DNS records. ${RETRY_AFTER}`,
  },
  refused: {
    title: 'Connection refused',
    text: 'The host is there, but nothing listens on this port.',
    nextStep: `Start the receiver, or correct the port of the URL. ${RETRY_AFTER}`,
  },
  reset: {
    title: 'The connection broke',
    text: 'The receiver closed the connection before it had answered.',
    nextStep: `Look at the log of the receiver: did it crash or restart? ${RETRY_AFTER}`,
  },
  tls: {
    title: 'No trusted TLS connection',
    text: 'The certificate is expired, of another name or not trusted, or the handshake failed.',
    nextStep: `Renew the certificate and send its whole chain; a test says more. ${RETRY_AFTER}`,
  },
  protocol: {
    title: 'Not a valid answer',
    text: 'What came back is not HTTP, or for mail not SMTP.',
    nextStep: 'Check that the URL and its port lead to the receiver and not to something else.',
  },
  network: {
    title: 'The network failed',
    text: 'There was no way to the host.',
    nextStep: `Check routes and firewalls on both sides, then test the endpoint. ${RETRY_AFTER}`,
  },
  signing: {
    title: 'It could not be signed',
    text: 'The signing key or the token of the endpoint could not be opened. Nothing was sent.',
    nextStep: 'Start the service with the master key that sealed them.',
  },
  configuration: {
    title: 'Settings are missing',
    text: 'The endpoint lacks what sending needs, or a secret does not open. Nothing was sent.',
    nextStep: 'Look at the settings of the endpoint; a test says more.',
  },
  authentication: {
    title: 'The mail server refuses our login',
    text: 'Mails wait on their schedules until the login works.',
    nextStep: 'Mend the login in RINGPOST_SMTP_URL and restart; `ringpost doctor` tries it.',
  },
  consumer: {
    title: 'The consumer says that it failed',
    text: 'A consumer fetched the message and gave it back as failed. It comes again on schedule.',
    nextStep:
      'Read the reason in an attempt of the delivery, and mend the consumer. Then retry what ' +
      'was given up.',
  },
  blocked: {
    title: 'The address may not be called',
    text: 'The host leads to a private or reserved address, so nothing was sent.',
    nextStep: 'Use a public address, or allow the range with RINGPOST_ALLOW_TARGETS.',
  },
};

type NextStep = Pick<Diagnosis, 'nextStep' | 'nextStepId'>;

const MAIL_SERVER: NextStep = {
  nextStepId: 'mail-server',
  nextStep: '`ringpost doctor` tries the mail server and says more.',
};
const MAIL_STEP: Readonly<Record<string, NextStep>> = {
  dns: MAIL_SERVER,
  refused: MAIL_SERVER,
  tls: MAIL_SERVER,
  'connect-timeout': MAIL_SERVER,
  configuration: {
    nextStepId: 'mail-settings',
    nextStep: 'Check the settings of mail; a test of the endpoint says more.',
  },
};

const UNKNOWN: Told = {
  title: 'It failed',
  text: 'An attempt failed in a way that this version has no name for.',
  nextStep: 'Look at an attempt of the delivery, and test the endpoint.',
};

function isKnown(text: string): text is keyof typeof BY_ERROR {
  return Object.hasOwn(BY_ERROR, text);
}
