/**
 * The words of the domain in English. Triggers, call statuses and error codes are names of the
 * API and stay as they are in every language.
 */

export const en = {
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
      blocked: 'address not allowed',
    },
    noRetry: {
      sending: 'An attempt is on its way.',
      held: 'It goes out when its endpoint takes deliveries again.',
      waiting: 'It goes out by itself; there is nothing to retry yet.',
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
        meaning: 'Its answers say that no retry will mend it. Look at its settings.',
      },
      disabled: { word: 'Disabled', meaning: 'Its deliveries are held. Nothing is lost.' },
    },
    disabled: {
      operator: 'Somebody disabled it. Its deliveries are held; nothing is lost.',
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
  kind: {
    slack: 'Slack',
    teams: 'Microsoft Teams',
    email: 'Email',
    custom: 'Custom',
    'builtin-analyzer': 'Built-in analyzer',
    'builtin-evaluator': 'Built-in evaluator',
    'self-provided-agent': 'Self-provided agent',
  },
  role: {
    owner: 'Owner',
    admin: 'Admin',
    operator: 'Operator',
    viewer: 'Viewer',
  },
};
