/**
 * The endpoints in English.
 * Short sentences: each says what happens to deliveries.
 */
import { wordsOfKinds } from '../../../../src/core/endpoint/kind-words.ts';
import { enCount } from './count.ts';

export const endpoint = {
  title: 'Endpoints',
  lead: 'Where notifications go, and how well they arrive.',
  listed: 'Endpoints, the oldest first.',
  add: 'New endpoint',
  onlyAdmins: 'Only owners and admins add and change endpoints.',
  onlyOperators: 'Viewers cannot enable, disable or recover endpoints.',
  column: {
    name: 'Name',
    kind: 'Kind',
    state: 'State',
    line: 'Last 24 h',
    success: 'Delivered',
    latency: 'p95',
    backlog: 'Waiting',
    last: 'Last success',
    actions: 'Actions',
  },
  noFigures: 'Figures of the last 24 hours could not be loaded; the states are up to date.',
  line: (made: string, failed: string) => `${made} made, ${failed} given up in 24 hours`,
  never: 'never',
  filter: {
    q: 'Name or destination',
    kind: 'Kind',
    state: 'State',
    placeholder: 'Filter: state:failing kind:slack q:billing',
  },
  noMatch: 'No endpoint matches these filters',
  without: (count: number) =>
    enCount(count, {
      one: 'Without filters there is # endpoint.',
      other: 'Without filters there are # endpoints.',
    }),
  emptyTitle: 'No endpoints yet',
  empty:
    'An endpoint is a destination and the triggers it receives. To try one without any ' +
    'account, register a custom endpoint and use the local inbox as its destination.',
  newTitle: 'New endpoint',
  newLead: 'Choose what receives the notifications. The preview shows the exact bytes it will get.',
  chooseKind: 'Choose a kind to go on.',
  back: 'All endpoints',
  tabs: 'Parts of the endpoint',
  tab: {
    overview: 'Overview',
    deliveries: 'Deliveries',
    settings: 'Settings',
    auth: 'Authentication',
    test: 'Test',
  },
  remove: 'Remove',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeEffect: 'It gets nothing from now on. Its past deliveries stay readable.',
  removeQueued: (count: number, more: boolean) =>
    more
      ? `${count} or more queued deliveries are cancelled.`
      : enCount(count, {
          one: '# queued delivery is cancelled.',
          other: '# queued deliveries are cancelled.',
        }),
  removed: (name: string) => `${name} is removed.`,
  disable: 'Disable',
  disableTitle: (name: string) => `Disable ${name}?`,
  disableEffect:
    'From now on its deliveries are held. None is lost: when you enable it again, you ' +
    'choose what becomes of them.',
  disabled: (name: string) => `${name} is disabled. Its deliveries are held.`,
  enable: 'Enable',
  enableTitle: (name: string) => `Enable ${name}`,
  held: (count: number, more: boolean) =>
    more
      ? `${count} or more deliveries are held.`
      : enCount(count, { one: '# delivery is held.', other: '# deliveries are held.' }),
  heldUnknown: 'How many deliveries are held is not known yet.',
  heldLegend: 'What becomes of the held deliveries?',
  heldChoice: {
    send: { name: 'Send all held', hint: 'In their order, call by call, paced.' },
    newest: {
      name: 'Only the newest of each call',
      hint: 'Each call sends its last notification; its older ones are cancelled.',
    },
    drop: { name: 'Send none', hint: 'All that is held is cancelled.' },
  },
  enabled: (name: string, cancelled: number) =>
    cancelled === 0
      ? `${name} is enabled.`
      : `${name} is enabled. ${enCount(cancelled, {
          one: '# held delivery was cancelled.',
          other: '# held deliveries were cancelled.',
        })}`,
  endHold: 'End the hold',
  endHoldDone: (name: string) => `The hold of ${name} is over.`,
  recover: 'Recover',
  recoverTitle: (name: string) => `Send again what ${name} missed`,
  recoverEffect:
    'Deliveries given up since then get their whole retry schedule again, in ' +
    'order, with the same webhook-id. Receivers that accepted some of them see duplicates.',
  recoverSince: 'Given up since',
  recoverRange: { '1h': 'The last hour', '24h': 'The last 24 hours', '7d': 'The last 7 days' },
  recovered: (count: number) =>
    enCount(count, {
      one: '# delivery is tried again.',
      other: '# deliveries are tried again.',
    }),
  recovering: (count: number) =>
    enCount(count, {
      one: '# delivery is tried again so far; a bulk job continues with the rest.',
      other: '# deliveries are tried again so far; a bulk job continues with the rest.',
    }),
  recoverWhenOn: 'Enable the endpoint first: that releases the held deliveries.',
  fact: {
    destination: 'Destination',
    none: 'None: it works within this service',
    triggers: 'Triggers',
    alerts: 'Alerts',
    filter: 'Calls',
    payloadVersion: 'Payload version',
    auth: 'Authentication',
    noAuth: 'None',
    lastSuccess: 'Last success',
    failures: 'Failures in a row',
    id: 'Endpoint id',
    created: 'Created',
    updated: 'Changed',
    retries: 'Retries',
    noRetries: 'None',
    timeout: 'Timeout',
    pacing: 'Pacing',
    paced: (rate: string | null, burst: string, concurrency: string) =>
      rate === null
        ? `no limit of rate, ${concurrency} at once`
        : `${rate} a second, ${burst} at once, ${concurrency} in flight`,
    agent: 'Agent',
    deadline: (text: string) => `result within ${text}`,
    engine: (engine: string, wait: string) => `${engine}, waits ${wait} for a call log`,
  },
  bearer: (hint: string) => `Bearer token ${hint}`,
  signed: (format: string) => `RSA-SHA256, ${format}`,
  secret: (hint: string) => `HMAC-SHA256, secret ${hint}`,
  figures: 'Last 24 hours',
  tile: {
    delivered: 'Delivered',
    success: 'Success',
    latency: 'Time to delivery, p95',
    p50: (text: string) => `p50 ${text}`,
    backlog: 'Waiting now',
    oldest: 'oldest',
  },
  chart: 'Deliveries',
  series: { delivered: 'delivered', failed: 'given up' },
  settings: 'Settings at a glance',
  deliveriesTitle: 'Deliveries of this endpoint',
  noDeliveries: 'No deliveries yet',
  noDeliveriesWhy: 'They appear here when a call fires a trigger of this endpoint.',
  noDeliveriesIn: 'No deliveries in this range',
  allRange: 'All of time',
  changedMeanwhile: 'Another person changed this endpoint while you were here.',
  showChanged: 'Show the new settings',
  noAuthTitle: 'No authentication of its own',
  noAuthWhy: wordsOfKinds('noAuth'),
  agentHeaders: 'Headers of a launch',
  agentHeadersHint: 'They name the run; send them back with its result.',
  results: 'Its runs',
  answer: {
    title: 'Results of the agent',
    register: 'After the agent is registered, its first result appears here.',
    waiting: 'Waiting for the first result…',
    first: 'The first result has come:',
    newest: 'It answers. Its newest result:',
    of: (callId: string) => `Result of call ${callId}`,
    byHand: 'What your agent posts. The ids come from the request that launches it.',
    ready: 'A run is waiting for its result: this request posts one, once you put in a result key.',
    curl: 'The request of your agent',
  },
};

/**
 * The preview and the test of an endpoint in English. Bodies and headers are shown as they are
 * sent.
 */
export const preview = {
  title: 'What it receives',
  lead: 'The bytes that would be sent, with made-up values.',
  from: 'Values of',
  sources: { sample: 'Sample', call: 'A real call' },
  callId: 'Call id',
  callHint: 'The last firing of the trigger by this call, as it was rendered.',
  noCall: 'Name a call to see what it sends.',
  notFired: (callId: string, trigger: string) => `${callId} has not fired ${trigger}.`,
  trigger: 'Trigger',
  sample: 'Sample',
  samples: {
    plain: 'Plain values',
    errors: 'With two errors',
    long: 'Ids of full length',
    unicode: 'Other scripts',
    empty: 'Ids left out',
    facts: 'With facts of the call',
  },
  none: 'Tick a trigger to see what is sent for it.',
  as: 'Shown as',
  rendered: 'As the recipient sees it',
  raw: 'Exact bytes',
  body: 'Body',
  headers: 'Headers',
  credentials: {
    bearer: 'authorization: Bearer with your token is added when it is sent.',
    'rsa-sha256':
      'webhook-key-id and the signatures are added when it is sent: they cover its exact bytes.',
    'hmac-sha256': 'The signatures are added when it is sent: they cover its exact bytes.',
  },
  size: (size: string, limit: string) => `${size} of at most ${limit}`,
  builtIn: 'Nothing is sent: the agent is launched within the service with this.',
  teamsNote:
    'Teams answers 202 when the flow has accepted it. The flow can still fail after that; ' +
    'see its run history in Power Automate.',
  teamsFailed: 'The card could not be drawn. See its exact bytes.',
  teamsLoading: 'Loading the renderer of cards',
  unknown: 'This cannot be drawn here. See its exact bytes.',
  card: 'Adaptive Card',
  slackMessage: 'Slack message',
  mail: 'Mail',
  subject: 'Subject',
  html: 'HTML part',
  text: 'Text part',
  source: 'Source',
  failed: 'No preview',
  test: {
    title: 'Send a test',
    lead:
      'One request, at once, with made-up values. It is in no lane, is never retried and ' +
      'counts in no figure.',
    pulledLead:
      'Consumers fetch from it, so there is no receiver to test. Report a call in the simulator, ' +
      'and see what `ringpost listen --endpoint` of this endpoint gets.',
    builtInLead: 'The agent works on a sample transcript, at once. Nothing is stored.',
    send: 'Send the test',
    run: 'Run the sample',
    sending: 'Waiting for the answer',
    onlyAdmins: 'Only owners and admins send tests.',
    result: 'Result',
    outcome: {
      delivered: 'Accepted',
      retryable: 'Failed; a real delivery would be retried',
      rejected: 'Refused; a real delivery would not be retried',
      gone: 'Gone; a real delivery would disable the endpoint',
      blocked: 'Blocked; the address may not be called',
    },
    status: 'Answer',
    after: 'After',
    error: 'Error',
    detail: 'Detail',
    id: 'webhook-id',
    means: 'What it means',
    next: 'What to do',
    answer: 'Answer of the receiver',
    agentResult: 'Result of the agent',
    sent: 'What was sent',
    same: 'Byte for byte the same as the preview.',
    differs: 'It differs from the preview: the settings changed in between.',
    inbox: 'It went to the local inbox.',
    openInbox: 'Open the inbox',
    disabled: 'The endpoint is disabled; tests are sent anyway.',
  },
};
