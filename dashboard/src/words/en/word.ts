/**
 * The words of the domain in English. Triggers, call statuses and error codes are names of the
 * API and stay as they are in every language.
 */
import { wordsOfKinds } from '../../../../src/core/endpoint/kind-words.ts';
import { meaningSentences } from '../../../../src/core/trigger/meaning.ts';
import type { Trigger } from '../../../../src/core/trigger/trigger.ts';

export const word = {
  delivery: {
    state: {
      waiting: { word: 'Waiting', meaning: 'An earlier delivery of the same call goes first.' },
      due: { word: 'Due', meaning: 'It is sent as soon as the endpoint has room.' },
      sending: { word: 'Sending', meaning: 'An attempt is on its way.' },
      retrying: { word: 'Retrying', meaning: 'An attempt failed; the next one is scheduled.' },
      held: { word: 'Held', meaning: 'Its endpoint is disabled or on hold. Nothing is lost.' },
      delivered: { word: 'Delivered', meaning: 'The receiver accepted it.' },
      rejected: {
        word: 'Rejected',
        meaning: 'The receiver refused it for good; it was not retried.',
      },
      exhausted: { word: 'Exhausted', meaning: 'The first attempt and all retries failed.' },
      blocked: { word: 'Blocked', meaning: 'The address may not be called; see allowed targets.' },
      cancelled: { word: 'Cancelled', meaning: 'It was cancelled before it was delivered.' },
    },
    unknownState: 'This page does not know this state yet; reload it.',
    heldOff: {
      word: 'Held, endpoint off',
      meaning: 'Its endpoint is disabled. Enabling it sends what is held.',
    },
    heldUntil: (time: string, failures: number) => ({
      word: `Held until ${time}`,
      meaning: `Its endpoint is on hold after ${failures} failures in a row. Nothing is lost.`,
    }),
    status: (status: number) => `Status ${status}`,
    error: {
      timeout: 'no answer in time',
      'connect-timeout': 'no connection in time',
      dns: 'name not found',
      refused: 'connection refused',
      reset: 'connection cut off',
      tls: 'certificate or TLS problem',
      protocol: 'not a valid HTTP answer',
      network: 'network unreachable',
      signing: 'could not be signed',
      configuration: 'endpoint not set up correctly',
      authentication: 'login refused by the mail server',
      consumer: 'the consumer says that it failed',
      blocked: 'address not allowed',
    },
    noRetry: {
      sending: 'An attempt is on its way.',
      held: 'It goes out when its endpoint takes deliveries again.',
      waiting: 'It is sent in its turn; there is nothing to retry yet.',
    },
    alreadyClosed: 'It is settled already.',
  },
  endpoint: {
    state: {
      healthy: {
        word: 'Healthy',
        meaning: 'Nothing has failed since its last success, or since it was enabled.',
      },
      untried: { word: 'No traffic yet', meaning: 'No delivery has been accepted or refused.' },
      failing: { word: 'Failing', meaning: 'Nothing has succeeded since its last failure.' },
      held: {
        word: 'On hold',
        meaning: 'First attempts wait after failures in a row; retries go on and probe it.',
      },
      attention: {
        word: 'Needs attention',
        meaning: 'Its answers say that retries cannot succeed. Check its settings.',
      },
      disabled: { word: 'Disabled', meaning: 'Its deliveries are held. Nothing is lost.' },
    },
    disabled: {
      operator: 'A person disabled it. Its deliveries are held; nothing is lost.',
      gone: 'Its receiver answered 410, so it was disabled. Its deliveries are held.',
      failing: 'Nothing succeeded for 72 hours, so it was disabled. Its deliveries are held.',
    },
    heldUntil: (time: string, failures: number) =>
      `First attempts wait until ${time}, after ${failures} failures in a row. Retries go on.`,
  },
  figure: {
    ended: (failed: number, failing: number) =>
      failing === 0 ? `${failed} given up` : `${failed} given up, ${failing} failing now`,
    ofAttempts: (share: string) => `${share} of attempts`,
    shares: (firstTry: string, attempts: string) => `first try ${firstTry}, attempts ${attempts}`,
    noTraffic: 'no traffic yet',
  },
  kind: wordsOfKinds('name'),
  role: {
    owner: 'Owner',
    admin: 'Admin',
    operator: 'Operator',
    viewer: 'Viewer',
  },
};

/**
 * When each trigger fires, as a sentence in English. The service says the same in its own words
 * (`core/trigger/meaning.ts`), for clients of the API.
 */
export const fires: Readonly<Record<Trigger, string>> = {
  ...meaningSentences(),
  OUTBOUND_CALL_CALLING: 'The call is being dialled.',
  OUTBOUND_CALL_CLOSING: 'The call is ending.',
  OUTBOUND_CALL_COMPLETED: 'The call ended without errors.',
  OUTBOUND_CALL_VOICEMAIL_REACHED: 'A machine answered.',
  OUTBOUND_CALL_ERROR: 'The call ended with an error, or an error was reported.',
  OUTBOUND_CALL_BUSY: 'The line was busy.',
  OUTBOUND_CALL_NO_RESPONSE: 'The call was not answered.',
  OUTBOUND_CALL_UNREACHABLE: 'The number cannot be reached.',
  OUTBOUND_CALL_CANCELED: 'The call was cancelled before it was placed.',
  OUTBOUND_CALL_EXPIRED: 'The call expired before it was placed.',
  OUTBOUND_CALL_MAX_ATTEMPTS_REACHED: 'The call was tried as often as allowed.',
  OUTBOUND_CALL_HEALTHCHECK_FAILED: 'The check before the call failed.',
  INBOUND_CALL_CALLING: 'The call is going on.',
  INBOUND_CALL_CLOSING: 'The call is ending.',
  INBOUND_CALL_COMPLETED: 'The call ended without errors.',
  INBOUND_CALL_ERROR: 'The call ended with an error or fell silent, or an error was reported.',
  INBOUND_CALL_CONCURRENCY_LIMIT_EXCEEDED: 'No line was free.',
  CALL_LOG_CREATED: 'A call that was placed has ended; its log may come.',
  ACW_COMPLETED: 'A run of an agent has ended.',
};

/**
 * What a failure means, in English: the same words as the service's own, by its ids; a test
 * compares them. Must never repeat a text of a receiver.
 */
export const diagnosis = {
  answered: (status: number) => `Answered ${status}`,
  mailSaid: (status: number) => `The mail server said ${status}`,
  titles: {
    redirect: 'Redirects elsewhere',
    timeout: 'No answer in time',
    'connect-timeout': 'No connection in time',
    dns: 'The name does not resolve',
    refused: 'Connection refused',
    reset: 'The connection broke',
    tls: 'No trusted TLS connection',
    protocol: 'Not a valid answer',
    network: 'The network failed',
    signing: 'It could not be signed',
    configuration: 'Settings are missing',
    authentication: 'The mail server refuses our login',
    consumer: 'The consumer says that it failed',
    blocked: 'The address may not be called',
    unknown: 'It failed',
  },
  texts: {
    redirect:
      'The receiver answers with a redirect. Redirects are never followed, so nothing ' +
      'arrives.',
    'answered-2xx':
      'The product answered 2xx, and says in the text that it did not take the ' + 'message.',
    'answered-400': 'The receiver says that it does not understand the request.',
    'answered-401':
      'The receiver does not accept the credentials: its token or key is not ours, or one of the ' +
      'two clocks is wrong, because a signature is too old or too new after some minutes.',
    'answered-403': 'The receiver, or a firewall before it, refuses us.',
    'answered-404': 'There is nothing at this URL.',
    'answered-405': 'There is something at this URL, but it takes no POST.',
    'answered-408': 'The receiver waited too long for the request or for something behind it.',
    'answered-410': 'The receiver says that it is gone for good. The endpoint was disabled.',
    'answered-413': 'The body is larger than the receiver takes. Ours have at most 64 KiB.',
    'answered-415': 'The receiver does not take application/json.',
    'answered-4xx':
      'The receiver refuses the request. Such an answer is not tried again by ' + 'default.',
    'answered-429':
      'The receiver asks us to slow down. We wait as long as it asks, within the ' + 'schedule.',
    'answered-5xx':
      'The receiver fails while it handles the request. It is tried again on the ' + 'schedule.',
    'answered-502': 'A proxy answers, but the receiver behind it does not.',
    'answered-503': 'The receiver is down or overloaded.',
    'answered-504': 'A proxy answers, but the receiver behind it takes too long.',
    'answered-other': 'The receiver answers with a status that means neither success nor failure.',
    timeout:
      'The receiver was reached, but gave no whole answer within the timeout of the ' + 'endpoint.',
    'connect-timeout':
      'Nothing answered within 5 s: the host is down, or a firewall drops our ' + 'packets.',
    dns: 'The host name of the URL has no address.',
    refused: 'The host is there, but nothing listens on this port.',
    reset: 'The receiver closed the connection before it had answered.',
    tls:
      'The certificate is expired, of another name or not trusted, or the handshake ' + 'failed.',
    protocol: 'What came back is not HTTP, or for mail not SMTP.',
    network: 'There was no way to the host.',
    signing:
      'The signing key or the token of the endpoint could not be opened. Nothing was ' + 'sent.',
    configuration:
      'The endpoint lacks what sending needs, or a secret does not open. Nothing was sent.',
    authentication: 'Mails wait on their schedules until the login works.',
    consumer:
      'A consumer fetched the message and gave it back as failed. It comes again on schedule.',
    blocked: 'The host leads to a private or reserved address, so nothing was sent.',
    unknown: 'An attempt failed in a way that this version has no name for.',
    'mail-4xx': 'The mail server cannot take the mail now. It is tried again on the schedule.',
    'mail-5xx': 'The mail server refuses the mail for good, so it is not tried again.',
  },
  steps: {
    redirect: 'Give the endpoint the final URL, with https://. Then retry what was given up.',
    'in-the-text': 'The text of the answer, with the attempts of the delivery, says why.',
    'answered-400':
      'Read the answer in an attempt of the delivery: it says why. Mend the receiver, ' +
      'or use another content key.',
    'answered-401':
      'Give both sides the same token, or the receiver our public key, and look at both clocks ' +
      '(`ringpost doctor` looks at ours). Then retry what was given up.',
    'new-url':
      'The webhook is gone or may no longer be posted to: give the endpoint its new ' + 'URL.',
    'answered-405':
      'Check the URL of the endpoint, or let the receiver take POST. Then retry what ' +
      'was given up.',
    'answered-408':
      'Let the receiver answer first and work afterwards. Then retry what was given ' + 'up.',
    'answered-413': 'Raise the limit of the receiver or its proxy. Then retry what was given up.',
    'answered-415': 'Let the receiver take JSON. Then retry what was given up.',
    'answered-4xx':
      'Read the answer in an attempt of the delivery: it says why. Mend what it ' +
      'names, then retry what was given up.',
    'answered-429': 'Lower the pacing of the endpoint, or raise the limit of the receiver.',
    'answered-5xx':
      'Look at the log of the receiver at the time of an attempt. Then retry what was ' +
      'given up.',
    'answered-502': 'Start the receiver, or mend the way to it. Then retry what was given up.',
    'answered-503': 'Start it, or give it room. Then retry what was given up.',
    'answered-504':
      'Let the receiver answer first and work afterwards. Then retry what was given ' + 'up.',
    'answered-other': 'Read the answer in an attempt of the delivery: it says why.',
    timeout:
      'Let the receiver answer first and work afterwards, or raise the timeout (30 s ' + 'most).',
    'connect-timeout':
      'Check host, port and firewall, then test the endpoint. Then retry what was ' + 'given up.',
    dns: 'Check the spelling of the host and its DNS records. Then retry what was given up.',
    refused:
      'Start the receiver, or correct the port of the URL. Then retry what was given ' + 'up.',
    reset:
      'Look at the log of the receiver: did it crash or restart? Then retry what was ' +
      'given up.',
    tls:
      'Renew the certificate and send its whole chain; a test says more. Then retry ' +
      'what was given up.',
    protocol:
      'Check that the URL and its port lead to the receiver and not to something ' + 'else.',
    network:
      'Check routes and firewalls on both sides, then test the endpoint. Then retry ' +
      'what was given up.',
    signing: 'Start the service with the master key that sealed them.',
    configuration: 'Look at the settings of the endpoint; a test says more.',
    authentication: 'Mend the login in RINGPOST_SMTP_URL and restart; `ringpost doctor` tries it.',
    consumer:
      'Read the reason in an attempt of the delivery, and mend the consumer. Then retry what was ' +
      'given up.',
    blocked: 'Use a public address, or allow the range with RINGPOST_ALLOW_TARGETS.',
    unknown: 'Look at an attempt of the delivery, and test the endpoint.',
    'answered-410': 'Give the endpoint its new URL and enable it: what was held is sent then.',
    'mail-4xx':
      'Read the answer in an attempt of the delivery: it says why. Retry what was ' +
      'given up when it takes mail again.',
    'mail-5xx':
      'Read the answer in an attempt of the delivery: it says why. Check the address ' +
      'of the endpoint and the sender.',
    'mail-server': '`ringpost doctor` tries the mail server and says more.',
    'mail-settings': 'Check the settings of mail; a test of the endpoint says more.',
    'answered-2xx': 'Read the answer in an attempt of the delivery: it says why.',
    'answered-403':
      'Let our requests through there, and check the token or key. Then retry what ' +
      'was given up.',
    'answered-404': 'Check the URL of the endpoint. Then retry what was given up.',
  },
};
