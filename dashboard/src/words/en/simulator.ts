/**
 * The simulator in English. Names of statuses and codes are those of the API.
 * Each scenario says what happens, and what may be missing after it.
 */
import { enCount } from './count.ts';

export const simulator = {
  title: 'Simulator',
  lead: 'Reports calls as a platform would, over the public API. Its deliveries are really sent.',
  scenarios: 'Scenarios',
  scenario: {
    completed: { name: 'Completed', about: 'Rings, is answered, ends well.' },
    transcript: {
      name: 'Completed, with transcript',
      about:
        'An inbound call whose call log is posted: agents of after-call work have something to ' +
        'read.',
    },
    busy: { name: 'Busy', about: 'The line is busy. A call log may never come.' },
    'no-response': { name: 'No response', about: 'It rings, and the call is not answered.' },
    unreachable: { name: 'Unreachable', about: 'The number cannot be reached.' },
    voicemail: { name: 'Voicemail', about: 'A voicemail answers.' },
    'error-mid-call': {
      name: 'Error in the call',
      about: 'The call is answered, an error is reported during it, then it ends with ERROR.',
    },
    'concurrency-limit': {
      name: 'Inbound: concurrency limit',
      about: 'An inbound call is rejected, because too many calls are in progress.',
    },
    'stale-inbound': {
      name: 'Inbound: stale',
      about:
        'An inbound call begins, and no further report comes. After the time set in the ' +
        'project (2 hours by default) the service ends it.',
    },
    'out-of-order': {
      name: 'Reports out of order',
      about: 'Earlier statuses arrive after later ones. They are kept, but change nothing.',
    },
    burst: { name: 'Burst of calls', about: '200 calls at once, in batches.' },
  },
  settings: 'Settings',
  calls: 'Calls',
  callsHint: '1 to 500',
  speed: 'Speed',
  speeds: { real: 'real time', fast: '5 times', faster: '20 times', instant: 'without waiting' },
  prefix: 'Call ids begin with',
  prefixHint: 'Each run adds its own ending, so that its calls are new.',
  clientId: 'Client id',
  callSid: 'Call SID',
  optional: 'optional',
  badPrefix: 'Enter 1 to 200 visible characters.',
  badCount: 'Enter a whole number from 1 to 500.',
  start: (count: number) => enCount(count, { one: 'Simulate # call', other: 'Simulate # calls' }),
  abort: 'Stop',
  progress: 'Progress',
  state: {
    idle: { word: 'Not started', meaning: 'Nothing was sent yet.' },
    running: { word: 'Running', meaning: 'Requests are being sent.' },
    done: { word: 'Done', meaning: 'All requests were accepted.' },
    aborted: { word: 'Stopped', meaning: 'The rest was not sent.' },
    failed: { word: 'Done, with refusals', meaning: 'Some requests were refused.' },
  },
  sent: (sent: number, whole: number) => `${sent} of ${whole} requests`,
  allCalls: 'All calls',
  inbox: 'Local inbox',
  openCalls: 'Calls of this run',
  more: (count: number) => enCount(count, { one: '# more', other: '# more' }),
  requests: 'Requests',
  requestsLead:
    'Exactly what is sent. The page signs in with your session; a program sends an API key ' +
    'with the scope reports:write instead.',
  shownOf: (shown: number, whole: number) => `The first ${shown} of ${whole} requests are listed.`,
  what: {
    status: (callId: string, status: string) => `${status}, ${callId}`,
    errors: (callId: string, code: string) => `error ${code}, ${callId}`,
    log: (callId: string) => `call log of ${callId}`,
    batch: (status: string, count: number) =>
      enCount(count, { one: `${status}, # call`, other: `${status}, # calls` }),
  },
  answer: {
    waiting: 'waits',
    sending: 'is being sent',
    stored: (turns: number) => enCount(turns, { one: '# turn stored', other: '# turns stored' }),
    fired: (triggers: string) => `fired ${triggers}`,
    silent: 'fired nothing',
    ignored: (reason: string) => `kept, changed nothing: ${reason}`,
    batch: (accepted: number, refused: number) => `${accepted} accepted, ${refused} refused`,
    skipped: 'not sent',
  },
  curl: 'As curl',
  noEndpoint: 'There is no endpoint yet: calls are kept, but nothing is sent.',
  makeEndpoint: 'Create an endpoint',
};
