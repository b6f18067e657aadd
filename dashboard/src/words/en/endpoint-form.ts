/**
 * The form of an endpoint in English.
 * The service writes the faults of fields itself, in English.
 */
import { wordsOfKinds } from '../../../../src/core/endpoint/kind-words.ts';
import { enCount } from './count.ts';

export const endpointForm = {
  kinds: 'Kind of endpoint',
  kindLine: wordsOfKinds('line'),
  basics: 'Destination',
  name: 'Name',
  nameHint: 'Shown in lists, alarms and the audit log.',
  target: wordsOfKinds('target'),
  targetHint: wordsOfKinds('targetHint'),
  targetKept: 'Saved and masked. Leave it as it is to keep it, or paste a new one.',
  noTargetPulled: 'Your consumers fetch from it through the API: it has no target.',
  noTarget: 'It runs within this service: there is no destination, and target is null.',
  useInbox: 'Use the local inbox',
  inboxWhy: 'Receivers inside this service: see what arrives without any account.',
  probe: {
    check: 'Check the address',
    why: 'Connects once, as a delivery would, and sends nothing.',
    empty: 'Type an address first.',
    kept: 'The saved address is masked here: paste it again to check it.',
    outcome: {
      reachable: 'Reachable.',
      'expires-soon': 'Reachable, but its certificate expires soon.',
      expired: 'Its certificate has expired. Deliveries will fail until it is renewed.',
      'not-yet-valid': 'Its certificate is not valid yet.',
      'wrong-name': 'Its certificate is for a different name than the one in the URL.',
      'self-signed':
        'Its certificate is self-signed. Only certificates from a known authority are accepted.',
      untrusted: 'Its certificate is from an unknown authority, or an intermediate is missing.',
      'tls-failed': 'It answers, but no TLS connection can be made. TLS 1.2 is the minimum.',
      'name-not-found': 'Its name was not found. Check the spelling and its DNS records.',
      refused: 'The connection was refused: nothing listens at this port.',
      closed: 'The connection was closed before it was ready.',
      'timed-out': 'No connection in time. A firewall may drop it.',
      blocked: 'Blocked by network policy: this service may not call this address.',
      unreachable: 'The network does not reach it.',
    },
    until: (at: string) => `Certificate valid until ${at}.`,
    ended: (at: string) => `It ended at ${at}.`,
    took: (duration: string) => `After ${duration}`,
  },
  secretsNotKept: 'Secrets are not kept when this page is reloaded.',
  auth: 'Authentication',
  authLead: 'How your receiver knows that a request comes from here.',
  method: {
    'rsa-sha256': {
      name: 'RSA-SHA256 signature',
      hint: 'Signed with the key of this project. Your receiver verifies with the public key.',
    },
    'hmac-sha256': {
      name: 'HMAC-SHA256 signature (Standard Webhooks)',
      hint:
        'Signed with a secret of its own, as the libraries of Standard Webhooks and Svix ' +
        'verify it.',
    },
    bearer: {
      name: 'Bearer token',
      hint: 'The same secret in the Authorization header of every request.',
    },
  },
  token: 'Token',
  tokenKept: (hint: string) => `Saved as ${hint}. Leave it empty to keep it.`,
  tokenOnce: 'Copy it now and give it to your receiver: after saving it is never shown again.',
  tokenHint: 'Paste one, or generate one.',
  secret: {
    label: 'Signing secret',
    hint: 'whsec_ and base64 of 24 to 64 random bytes. Generate one.',
    kept: (hint: string) =>
      `Saved as ${hint}. Leave it empty to keep it; another one replaces it at once.`,
    retiring: (hint: string) => `${hint} signs as well until`,
    rotate: 'Replace it with an overlap',
    rotateHint: 'A new secret is made and shown once. For 24 hours both sign.',
    made: 'New secret, shown this once',
    libraries:
      'In your receiver: new Webhook(secret).verify(body, headers), or its like in your language.',
  },
  generate: 'Generate',
  format: 'Signature headers',
  formats: {
    'webhook-signature': 'webhook-signature (Standard Webhooks)',
    rfc9421: 'HTTP Message Signatures (RFC 9421)',
    both: 'Both',
  },
  keys: 'Public keys',
  noKey: 'There is no signing key yet; the first signed delivery makes one.',
  kid: 'Key id',
  pem: 'Public key as PEM',
  jwks: 'JWKS, without sign-in',
  keyState: { next: 'published', active: 'signs', retiring: 'signs until it retires' },
  payload: 'Payload',
  contentKey: 'Key of the display text',
  contentKeyHint:
    'Usually message; some products need another: content for Discord, text for Mattermost.',
  payloadVersion: 'Payload version',
  payloadVersionHint: 'Version 2 adds data.call: numbers, times, agent, queue, tags, metadata.',
  payloadVersions: { 1: '1', 2: '2, with the facts of the call' },
  filter: {
    title: 'Calls',
    lead: 'Which calls it wants, by what is known of a call when a trigger fires.',
    direction: 'Direction',
    both: 'Both',
    tags: 'Tags',
    queues: 'Queues',
    agentIds: 'Agents',
    metadata: 'Metadata',
    lines: 'One on each line. The call must have one of them.',
    metadataHint: 'On each line name=value. The call must have all of them.',
    every: 'It gets every call.',
    only: (parts: string) => `It gets only these calls: ${parts}.`,
    anyOf: (what: string, values: string) => `${what}: one of ${values}`,
    allOf: (what: string, values: string) => `${what}: ${values}`,
  },
  alerts: {
    title: 'Alerts',
    lead:
      'Messages of the service about itself: one when something is wrong, one when it is over. ' +
      'An endpoint gets none about itself.',
    all: 'All alerts',
    ticked: (count: number, whole: number) => `${count} of ${whole} ticked`,
    when: {
      OPS_ENDPOINT_FAILING: 'Several attempts in a row failed at another endpoint.',
      OPS_ENDPOINT_HELD: 'Another endpoint is on hold after repeated failures.',
      OPS_ENDPOINT_DISABLED: 'The service disabled another endpoint.',
      OPS_DELIVERIES_EXHAUSTED: 'Deliveries to another endpoint were given up.',
      OPS_LANE_OLD: 'A delivery to another endpoint has waited for too long.',
      OPS_BACKLOG_LARGE: 'Very many deliveries of the project wait.',
      OPS_DISK_LOW: 'The disk of the service is nearly full. Only in the first project.',
      OPS_RETENTION_BEHIND: 'Old data is not removed in time. Only in the first project.',
      OPS_CERTIFICATE_ENDING: 'The certificate of another endpoint ends soon.',
      OPS_SOURCE_SILENT: 'A platform that posts callbacks has been silent for too long.',
      OPS_SOURCE_REFUSED: 'Callbacks of a platform have a wrong signature.',
      OPS_RUNS_FAILING: 'Runs of agents fail.',
      OPS_SCORES_LOW: 'Evaluations of a day score low on average.',
    },
  },
  takesSecrets: (target: string) =>
    `The Bearer token and the header values that you did not type again will be sent to ${target}.`,
  headers: 'Static headers',
  headersHint: 'Sent with every request. Values are masked after saving.',
  headerName: 'Header name',
  headerValue: 'Header value',
  headerKept: 'saved; empty keeps it',
  addHeader: 'Add a header',
  removeHeader: (name: string) => `Remove the header ${name}`,
  agent: 'Agent',
  engine: 'Engine',
  engines: {
    AUTO: 'Automatic: asks the language model if there is one',
    METRICS: 'Metrics only: never asks a model',
    LLM: 'Language model: fails without one',
  },
  callLogWait: 'Wait for the call log (seconds)',
  callLogWaitHint: 'How long a run waits for the transcript before it gives up.',
  scorecard: 'Scorecard',
  scorecardDefault: 'The default scorecard of the project',
  scorecardIs: (name: string, criteria: number) =>
    `${name} (${enCount(criteria, { one: '# criterion', other: '# criteria' })})`,
  scorecardModel: (count: number) =>
    enCount(count, {
      one: '# criterion has no rule: without a language model it stays UNKNOWN.',
      other: '# criteria have no rule: without a language model they stay UNKNOWN.',
    }),
  scorecardsFailed: 'The scorecards could not be loaded.',
  deadline: 'Deadline for the result (minutes)',
  deadlineHint: 'A run without a result by then has failed.',
  sending: 'Sending',
  timeout: 'Timeout (seconds)',
  timeoutHint: 'For the whole answer, from 1 to 30.',
  schedule: 'Waits before each retry',
  scheduleHint: 'For example 5s, 15s, 2m 15s. At most 6, each from 1s to 6h. Empty: no retry.',
  noSchedule: 'One attempt. A failure is final at once.',
  scheduleWords: (attempts: number, whole: string, waits: string) =>
    `${enCount(attempts, { one: '# attempt', other: '# attempts' })} within about ${whole}: ` +
    `at once, then after ${waits}. A small random time is added to each wait.`,
  retryOther4xx: 'Also retry other 4xx answers',
  retryOther4xxHint:
    '408, 425 and 429 are always retried. Other 4xx answers are final unless this is on.',
  rate: 'Deliveries a second',
  rateHint: 'Empty: no limit.',
  burst: 'At once, then paced',
  concurrency: 'Requests in flight',
  unreadable: {
    number: 'Enter a number.',
    schedule: 'Write waits separated by commas, such as 5s, 15s, 2m 15s.',
  },
  triggers: {
    title: 'Notification triggers',
    lead: 'The events that this endpoint receives.',
    group: {
      outbound: 'Outbound calls',
      inbound: 'Inbound calls',
      'call-log': 'Call log',
      'after-call-work': 'After-call work',
    },
    find: 'Find a trigger',
    noneFound: 'No trigger matches this.',
    clear: 'Clear',
    presets: 'Presets',
    preset: {
      failures: 'Only failures',
      ended: 'Call ended (one per call)',
      everything: 'Everything',
    },
    ticked: (count: number, whole: number) => `${count} of ${whole} ticked`,
    keys: 'data:',
    fired: (count: number, text: string) =>
      count === 1 ? `${text} × in 7 days` : `${text} × in 7 days`,
    catalog: (name: string) => `${name} in the event catalog, in a new tab`,
    noLoop: 'Not for agents: the end of a run would launch the agent again.',
    failed: 'The descriptions and counts of triggers could not be loaded.',
    doubled: (names: string) =>
      `Two notifications for the same transition: CALL_LOG_CREATED fires together with ${names}.`,
    doubledAgent: (names: string) =>
      `The agent runs twice for one call: CALL_LOG_CREATED fires together with ${names}.`,
    cancels: (count: number, more: boolean) =>
      more
        ? `${count} or more queued deliveries of unticked triggers will be cancelled.`
        : enCount(count, {
            one: '# queued delivery of an unticked trigger will be cancelled.',
            other: '# queued deliveries of unticked triggers will be cancelled.',
          }),
  },
  confirm: {
    title: 'Save with these effects?',
    action: 'Save anyway',
  },
  create: 'Register the endpoint',
  save: 'Save changes',
  discard: 'Discard changes',
  blocked: 'Correct the marked fields first.',
  created: (name: string) => `${name} is registered.`,
  saved: 'Saved. The next attempt uses the new settings.',
  restored: 'What you typed before the reload is restored.',
  startOver: 'Start over',
  onlyAdmins: 'Only owners and admins change endpoints. You see its settings.',
  result: {
    title: 'Result key and request',
    lead:
      'Your agent answers the launch with 2xx, works, and posts its result with a key of its ' +
      'own.',
    make: 'Create result key',
    keyName: (name: string) => `Result key of ${name}`,
    defaultName: 'a new agent',
    once: 'Copy the key now: it is never shown again. It may only write results.',
    key: 'Result key',
    curl: 'The request of your agent',
    ids:
      'callId comes from the data of the launch; acw-agent-id and acw-run-id come from its ' +
      'headers.',
    ready: 'A run is waiting for its result: its ids are filled in.',
    onlyAdmins: 'Only owners and admins make keys.',
  },
};
