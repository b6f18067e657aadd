/**
 * The deliveries in English: the list, its filter, bulk actions and the panel. States have their
 * words in `word/`.
 */
import { enCount } from './count.ts';

export const delivery = {
  title: 'Deliveries',
  lead: 'What was sent to which endpoint, and how it ended.',
  listed: 'Deliveries, the newest first.',
  views: 'Views',
  view: {
    all: 'All',
    failing: 'Failing now',
    exhausted: 'Given up',
    waiting: 'Waiting',
    delivered: 'Delivered',
  },
  column: {
    trigger: 'Trigger',
    state: 'State',
    endpoint: 'Endpoint',
    call: 'Call',
    attempts: 'Attempts',
    last: 'Last answer',
    next: 'next in',
    created: 'Created',
  },
  filter: {
    state: 'State',
    endpoint: 'Endpoint',
    trigger: 'Trigger',
    class: 'Result',
    call: 'Call id',
    notState: 'Not state',
    notEndpoint: 'Not endpoint',
    notTrigger: 'Not trigger',
    attempts: 'Attempts',
    orMore: (count: number) => `${count} or more`,
    placeholder: 'Filter: state:exhausted -endpoint:… attempts:>=3',
    never: {
      took:
        'Deliveries cannot be filtered by duration: there is no index for it. ' +
        'Use class:timeout or attempts:>=2, the percentiles of the overview, or the timeline of ' +
        'a call.',
      waited: 'Use state:waiting or state:held; the oldest stand on the last page.',
      code: 'Use class:, such as class:5xx, or look at the issues, which are grouped by status.',
      kind: 'Use endpoint: with one or more endpoints of the kind.',
    },
  },
  removedEndpoint: 'removed endpoint',
  nextDue: 'a moment',
  emptyTitle: 'No deliveries yet',
  empty: 'They appear here when a reported call fires a trigger that an endpoint subscribes to.',
  emptyAction: 'Simulate a call',
  noMatch: 'No delivery matches these filters',
  noMatchCall: 'Enter the whole call id.',
  retry: (count: number) =>
    enCount(count, { one: 'Retry # delivery', other: 'Retry # deliveries' }),
  retryEffect: (endpoints: number) =>
    `${enCount(endpoints, { one: '# endpoint gets', other: '# endpoints get' })} one more ` +
    'attempt each, with the same webhook-id. Receivers that accepted them before see duplicates.',
  retried: (count: number) =>
    enCount(count, {
      one: 'Asked for one more attempt of # delivery.',
      other: 'Asked for one more attempt of # deliveries.',
    }),
  cancel: (count: number) =>
    enCount(count, { one: 'Cancel # delivery', other: 'Cancel # deliveries' }),
  cancelEffect:
    'They are not sent, and the later deliveries of their calls go on without them: receivers ' +
    'miss these events. If you retry them afterwards, they arrive late and out of order.',
  cancelled: (count: number) =>
    enCount(count, { one: '# delivery is cancelled.', other: '# deliveries are cancelled.' }),
  someRefused: (done: number, whole: number, why: string) =>
    `${done} of ${whole} done. The first refusal says: ${why}`,
  whole: {
    choose: 'Select all that match the filter',
    chosen: 'All that match the filter',
    back: 'Only the selected',
    retry: 'Retry all…',
    cancel: 'Cancel all…',
    retryEffect: (endpoints: number) =>
      'Deliveries that match the filter and were given up, or have the states it names. ' +
      `${enCount(endpoints, { one: '# endpoint gets', other: '# endpoints get' })} one more ` +
      'attempt each, with the same webhook-id. Receivers that accepted them before see duplicates.',
    cancelEffect:
      'Deliveries that match the filter and are still open. They are not sent, and the later ' +
      'deliveries of their calls go on without them: receivers miss these events.',
    noRetry: 'No delivery that matches the filter can be retried.',
    noCancel: 'No delivery that matches the filter is open.',
  },
  peek: {
    open: 'Open the full page',
    attempts: 'Attempts',
    noAttempts: 'No attempt was made yet.',
    body: 'Body',
    bodyLabel: 'Body of the delivery',
    excerpt: 'What the receiver answered',
    number: (number: number) => `Attempt ${number}`,
    by: 'by hand',
    after: (duration: string) => `after ${duration}`,
    behind: 'Waits behind',
    sequence: 'In its lane',
    id: 'Delivery id',
    message: 'webhook-id',
  },
};

const attempts = (count: number) => enCount(count, { one: '# attempt', other: '# attempts' });

/**
 * One delivery in English: what became of it, its attempts, what can be done, and why not. Must
 * never hold a value: values come as arguments.
 */
export const deliveryRecord = {
  back: 'Deliveries',
  neighbour: {
    label: 'Other deliveries of the list',
    before: 'Previous',
    after: 'Next',
    beforeTitle: 'The previous one of the list (k)',
    afterTitle: 'The next one of the list (j)',
    place: (place: string, of: string) => `${place} of ${of}`,
  },
  sentence: {
    deliveredFirst: (took: string) =>
      `Delivered at the first attempt, ${took} after it was created.`,
    delivered: (count: number, took: string) =>
      `Delivered after ${attempts(count)}, ${took} after it was created.`,
    exhausted: (count: number, span: string, answer: string) =>
      `Given up: ${attempts(count)} in ${span}; the last one ended with: ${answer}.`,
    rejected: (answer: string) => `Refused for good: ${answer}. It is not retried.`,
    blocked: 'Nothing was sent: the address of the endpoint may not be called.',
    cancelled: (count: number) =>
      count === 0
        ? 'Cancelled before anything was sent.'
        : `Cancelled after ${attempts(count)} without success.`,
    laneWentOn: (at: string) => `Its lane went on at ${at}.`,
    retrying: (count: number, of: number, answer: string) =>
      `${count} of ${attempts(of)} failed; the last one ended with: ${answer}.`,
    next: (left: string, at: string) => `The next one is in ${left}, at ${at}.`,
    nextNow: 'The next one is due now.',
    byHand: 'An attempt was asked for by hand.',
    waiting: 'It waits for an earlier delivery of the same call, so that the order is kept.',
    due: 'It is sent as soon as the endpoint has room.',
    sending: (number: number) => `Attempt ${number} is on its way.`,
  },
  fact: {
    label: 'About this delivery',
    endpoint: 'Endpoint',
    call: 'Call',
    sequence: 'In its lane',
    place: (number: string) => `number ${number}`,
    created: 'Created',
    last: 'Last attempt',
    none: 'none yet',
    closed: 'Settled',
    open: 'still open',
    message: 'webhook-id',
    id: 'Delivery id',
    replayOf: 'Repeats',
    replays: 'Repeated by',
  },
  lane: {
    behind: 'Waiting behind',
    reads: 'Looking up what it waits for.',
  },
  action: {
    retry: 'Retry now',
    retryTitle: 'One more attempt with the same webhook-id. Key: r',
    retried: 'One more attempt was asked for.',
    cancel: 'Cancel',
    cancelTitle: 'It is not sent; its lane goes on. Key: c',
    cancelled: 'It is cancelled.',
    replay: 'Replay as new',
    replayTitle: 'A new delivery of the same firing, at the end of its lane.',
    replayed: 'A new delivery was made. This is it.',
    replayOpen: 'It is still open. Only settled deliveries can be replayed.',
    replayAgent: 'Agents cannot be replayed: run the after-call work again instead.',
    replayRemoved: 'Its endpoint was removed.',
    replayDisabled: 'Its endpoint is disabled. Enable it first.',
    ask: {
      cancel: {
        title: 'Cancel this delivery?',
        action: 'Cancel the delivery',
        effect:
          'It is not sent, and the later deliveries of this call to this endpoint go on ' +
          'without it. The receiver misses one event. If you retry it afterwards, it arrives ' +
          'late and out of order.',
      },
      replay: {
        title: 'Replay this delivery as a new one?',
        action: 'Replay as new',
        effect:
          'The receiver gets the same event once more, as the newest of this call, with the same ' +
          'webhook-id. A receiver that does not de-duplicate acts on it again.',
      },
      retry: {
        title: 'Send this delivered event again?',
        action: 'Send it again',
        effect:
          'The receiver has accepted this delivery. It gets it again with the same webhook-id, ' +
          'late and out of order. A receiver that does not de-duplicate acts on it again.',
      },
    },
    copy: 'Send to local inbox',
    copyTitle: 'A copy with the same body, as a test: no attempt, counted nowhere.',
    copied: 'A copy is in the local inbox. This is it.',
    copyLost: 'The copy did not arrive in the local inbox.',
    copyAgent: 'This agent runs inside the service: there is no request to copy.',
    curl: 'a curl command',
    inbox: 'See it in the local inbox',
    moreOfCall: 'All deliveries of this call',
  },
  attempts: 'Attempts',
  noAttempts: 'No attempt was made yet. The schedule shows what is planned.',
  attempt: (number: number) => `Attempt ${number}`,
  byHand: 'by hand',
  answer: (status: number) => `Status ${status}`,
  done: 'done',
  tabs: 'About the attempt',
  tab: {
    request: 'Request',
    response: 'Response',
    timing: 'Timing',
    signature: 'Signature',
    schedule: 'Schedule',
  },
  request: {
    headers: 'Headers',
    body: 'Body',
    note:
      'The headers are put together from what is stored. Credentials and signatures are made for ' +
      'each attempt and never kept.',
    none: 'This destination runs inside the service: nothing is sent over the network.',
    mail: 'It is sent as a mail to this address. The mail is made from the body below.',
    product:
      'Slack and Teams get a message in their own format, made from this body. The preview of ' +
      'the endpoint shows it.',
    removed: 'The endpoint was removed, so its address is no longer known.',
    credential: '(not shown)',
    madeAnew: '(made for this attempt, not kept)',
  },
  response: {
    none: 'No answer came',
    body: 'Beginning of the answer',
    empty: 'The answer had no body, or none was kept.',
    removed: (date: string) =>
      `Answers are removed when their retention ends; this one on ${date}.`,
    note: 'At most 4 KiB of an answer are kept, and no headers.',
  },
  timing: {
    started: 'Started',
    ended: 'Ended',
    took: 'Took',
    limit: 'Limit of the endpoint',
    waited: 'Waited before it',
    sinceCreated: 'From creation to the end',
    share: (took: string, limit: string) => `${took} of ${limit}`,
    note: 'From the first byte of the connection to the end of the answer.',
  },
  signature: {
    rsa: 'webhook-identity-signature is made with RSA and SHA-256 over these bytes:',
    bytes: 'Signed bytes',
    dot: 'and then the body, byte for byte',
    keys: 'Keys that sign now',
    openssl: 'Check a request with openssl',
    opensslNote:
      'Put the two headers of the request you received into the first lines, and save its body ' +
      'as the file named body.',
    bearer:
      'This endpoint authenticates requests with a Bearer token. There is no signature; the ' +
      'token is ' +
      'never shown.',
    secret:
      'This endpoint signs with its own secret (HMAC-SHA256). The libraries of Standard Webhooks ' +
      'and Svix verify it with webhook-id, webhook-timestamp and the bytes of the body.',
    none: 'This kind of endpoint has no signature: its address is the secret.',
    rfc9421:
      'This endpoint gets HTTP Message Signatures (RFC 9421). The guide of the signing keys says ' +
      'how to check them.',
    snippets: 'Code that checks it, in five languages',
    inbox: 'What the local inbox says about it',
    verdict: {
      valid: 'Signature valid',
      invalid: 'Signature not valid',
      unsigned: 'Not signed',
    } as Readonly<Record<string, string>>,
  },
  schedule: {
    caption: 'All attempts: made and planned',
    number: 'Attempt',
    when: 'When',
    wait: 'Planned wait',
    result: 'Result',
    first: 'at once',
    done: 'Accepted',
    failed: 'Failed',
    next: 'Next',
    planned: 'Planned',
    skipped: 'Not needed',
    dropped: 'Not made',
    earliest: 'at the earliest',
    asked: (wait: string) => `The receiver asked for ${wait} (Retry-After).`,
    manual: 'Asked for by hand; it does not count in the schedule.',
    spread: 'Waits are up to 20 % longer, so that retries do not all come at the same moment.',
    whenBehind: 'when its turn comes',
    noRetry: 'This endpoint retries nothing.',
  },
  nextStep: 'What to do',
  issue: 'All failures like this',
};
