/**
 * The calls in English. Statuses, triggers and error codes are names of the API and stay.
 * Short, plain sentences; values come as arguments.
 */
import { enCount } from './count.ts';

export const call = {
  title: 'Calls',
  lead: 'Every reported call, with the deliveries and agent runs that it caused.',
  listed: 'Calls, the newest first.',
  openBundle: 'Open a bundle…',
  views: 'Views',
  view: { all: 'All', errors: 'With errors', stale: 'Ended by staleness' },
  column: {
    call: 'Call',
    status: 'Status',
    errors: 'Errors',
    direction: 'Direction',
    client: 'clientId',
    sid: 'callSid',
    deliveries: 'Deliveries',
    runs: 'Runs',
    duration: 'Duration',
    started: 'Started',
  },
  filter: {
    direction: 'Direction',
    status: 'Status',
    errors: 'With errors',
    stale: 'Ended by staleness',
    clientId: 'clientId',
    callSid: 'callSid',
    number: 'Number',
    tag: 'Tag',
    yes: 'yes',
    no: 'no',
    not: (label: string) => `Not ${label}`,
    placeholder: 'Filter: status:ERROR direction:… errors:yes clientId:…',
    placeholderMasked: 'Filter: status:ERROR direction:… errors:yes callSid:…',
  },
  direction: { INBOUND: 'Inbound', OUTBOUND: 'Outbound' },
  noStatus: 'No status yet',
  staleMark: 'ended by staleness',
  staleWhy: 'No report came for too long, so the service ended the call itself.',
  delivered: (done: number, all: number) => `${done} of ${all}`,
  open: (count: number) => enCount(count, { one: '# open', other: '# open' }),
  failed: (count: number) => enCount(count, { one: '# failed', other: '# failed' }),
  emptyTitle: 'No calls yet',
  empty: 'A call appears here with its first report. Report one from your platform, or try it out.',
  emptyAction: 'Simulate a call',
  noMatch: 'No call matches these filters',
  one: {
    back: 'Calls',
    statusNote:
      'A call with any status can have reported errors. ' +
      'Look at its errors, not only at its status.',
    copyId: 'Call id',
    direction: 'Direction',
    client: 'clientId',
    sid: 'callSid',
    started: 'First report',
    ended: 'Ended',
    running: 'not yet',
    log: 'Call log',
    facts: {
      from: 'From',
      to: 'To',
      answeredAt: 'Answered',
      endedAt: 'Ended, says the platform',
      durationMs: 'Duration, says the platform',
      cause: 'Hangup cause',
      recordingUrl: 'Recording',
      agentId: 'Agent',
      queue: 'Queue',
      tags: 'Tags',
      metadata: 'Metadata',
    },
    errors: 'Errors',
    errorAt: (report: number) => `report ${report}`,
    stale:
      'This call was ended by staleness: no report came for too long. A call log may not exist.',
    truncated: 'Not everything is shown here. The oldest reports or deliveries are left out.',
    tabs: 'Parts of the call',
    tab: {
      timeline: 'Timeline',
      deliveries: 'Deliveries',
      log: 'Call log',
      acw: 'After-call work',
      raw: 'Raw',
    },
    download: 'Download as JSON',
    downloaded: 'Everything about this call is in the file. Secrets are not part of it.',
    cancel: (count: number) =>
      enCount(count, { one: 'Cancel # open delivery', other: 'Cancel # open deliveries' }),
    cancelEffect: 'They are not sent. What was delivered stays as it is.',
  },
  deletion: {
    menu: 'More actions',
    open: 'Delete call…',
    title: 'Delete this call?',
    action: 'Delete call',
    erased: 'Everything kept about this call is erased at once. This cannot be undone. It erases:',
    parts: [
      'its reports, statuses and errors, and the triggers that fired',
      'its deliveries and attempts, with the bodies that were sent and answered',
      'the call log',
      'runs of agents with their results and evaluations',
      'requests of its provider that a source has stored',
      'copies in the local inbox',
    ],
    counting: 'Counting the open deliveries…',
    uncounted: 'Deliveries that are still open are cancelled.',
    cancels: (count: number, atLeast: boolean) =>
      `${atLeast ? 'At least ' : ''}${enCount(count, {
        one: '# open delivery is cancelled.',
        other: '# open deliveries are cancelled.',
      })}`,
    noneOpen: 'No delivery is waiting to be sent.',
    inFlight: 'A delivery that is being sent at this moment may still arrive.',
    later:
      'From then on, reports, logs and results for this call are refused with 410. Copies that ' +
      'were sent to receivers, agents and language models stay with them.',
    id: 'Call id',
    done: 'The call and everything kept about it were deleted.',
    clientId: 'clientId',
    client: {
      open: 'Delete all calls of this client…',
      title: 'Delete all calls of this client?',
      all:
        'All calls of this client reported until now are erased, call by call, even those that ' +
        'the list does not show. This cannot be undone; aborting keeps the calls not yet ' +
        'erased. For each call, it erases:',
      cancels: (endpoints: number) =>
        endpoints === 0
          ? 'None of their deliveries is waiting to be sent.'
          : `Their open deliveries at ${enCount(endpoints, {
              one: '# endpoint are cancelled.',
              other: '# endpoints are cancelled.',
            })}`,
      later:
        'From then on, reports, logs and results for these calls are refused with 410. New calls ' +
        'of this client are accepted as before.',
    },
  },
  replay: {
    open: 'Replay triggers…',
    none: 'This call has fired nothing yet.',
    title: 'Replay triggers of this call',
    triggers: 'What fired',
    times: (count: number) => enCount(count, { one: 'fired # time', other: 'fired # times' }),
    to: 'Send again to',
    subscribed: 'Endpoints that subscribe to the trigger now',
    named: 'Endpoints that I choose, subscribed or not',
    endpoints: 'Endpoints',
    disabled: 'Disabled: its deliveries are held',
    action: (count: number) =>
      enCount(count, { one: 'Send # delivery again', other: 'Send # deliveries again' }),
    nothing: 'Nothing would be sent. Choose a trigger and an endpoint that receives it.',
    effect: (count: number, endpoints: number) =>
      `${enCount(count, { one: '# new delivery', other: '# new deliveries' })} to ` +
      `${enCount(endpoints, { one: '# endpoint', other: '# endpoints' })}.`,
    same:
      'They go to the end of their lanes and keep their webhook-id: receivers may see ' +
      'duplicates and can drop them by that id. Agents get none.',
    held: (count: number) =>
      enCount(count, {
        one: '# endpoint is disabled: its deliveries are held until it is enabled.',
        other: '# endpoints are disabled: their deliveries are held until they are enabled.',
      }),
    uncertain: 'Not everything of this call is shown here, so there may be more deliveries.',
    made: (count: number) =>
      enCount(count, { one: '# delivery was made', other: '# deliveries were made' }),
    toOne: (endpoint: string) => `to ${endpoint}`,
    andMore: (count: number) => `And ${count} more, in the tab Deliveries.`,
  },
  logState: {
    PRESENT: 'Present',
    EXPECTED: 'Expected',
    UNLIKELY: 'Unlikely',
    NEVER: 'Never',
    DELETED: 'Deleted',
  },
  logMeaning: {
    PRESENT: 'It was stored.',
    EXPECTED: 'Not stored yet. It may still come.',
    UNLIKELY: 'Not stored. The call was not answered, so there is likely none.',
    NEVER: 'There will be none: no call was placed.',
    DELETED: 'It was removed. The results made from it stay.',
  },
  logVersion: (version: number) => `version ${version}`,
  turns: (count: number) => enCount(count, { one: '# turn', other: '# turns' }),
  log: {
    title: 'Transcript',
    none: 'No call log',
    noTurns: 'The call log has no turns.',
    turn: (number: number) => `Link to turn ${number}`,
    more: (count: number) =>
      enCount(count, { one: 'Show # more turn', other: 'Show # more turns' }),
    began: 'Began',
    language: 'Language',
    recording: 'Recording',
    find: 'Find in the transcript',
    found: (count: number) => enCount(count, { one: '# match', other: '# matches' }),
    noTurn: 'The call log has no such turn.',
  },
  acw: {
    title: 'Runs of agents',
    empty: 'No agent has run for this call',
    emptyText: 'An agent runs when a trigger it subscribes to fires. You can run one by hand.',
    agent: 'Agent',
    trigger: 'Trigger',
    state: 'State',
    created: 'Created',
    took: 'Took',
    result: 'Result',
    openResult: 'Open the result',
    again: 'Run again',
    run: 'Run an agent',
    runIt: 'Run',
    started: (agent: string) => `${agent} was launched for this call.`,
    noAgents: 'This project has no agents. Add one as an endpoint.',
    giveUp: 'gives up',
    stopped: 'launch cancelled',
    states: {
      QUEUED: { word: 'Queued', meaning: 'Its launch was not delivered yet.' },
      WAITING_CALL_LOG: {
        word: 'Waiting for call log',
        meaning: 'It begins when the log is there.',
      },
      RUNNING: { word: 'Running', meaning: 'The agent is at work.' },
      SUCCEEDED: { word: 'Succeeded', meaning: 'It recorded a result.' },
      FAILED: { word: 'Failed', meaning: 'It ended without a usable result.' },
      CANCELLED: { word: 'Cancelled', meaning: 'Its launch was cancelled, so it never began.' },
    },
  },
  explain: {
    title: 'Why did, or didn’t, an endpoint get it?',
    choose: 'Endpoint',
    none: 'Choose an endpoint',
    empty: 'No trigger that this endpoint subscribes to has fired.',
    delivery: 'Open the delivery',
    notSent: 'Not sent',
    fired: 'fired',
    truncated: 'Only part of this call was read. Its oldest firings may be missing.',
  },
  deliveries: {
    title: 'Deliveries of this call',
    empty: 'Nothing was sent for this call',
    emptyText:
      'No endpoint subscribed to the triggers that this call fired. The reasons are below.',
  },
  raw: {
    reports: 'Reports as received',
    firings: 'What fired',
    received: 'Received',
    occurred: 'Occurred',
    source: 'From',
    status: 'Status',
    outcome: 'Outcome',
    errors: 'Errors',
    reportId: 'Report id',
    accepted: 'Accepted',
    errorsOnly: 'Errors only',
    factsOnly: 'Facts only',
    ignored: {
      STALE: 'Refused: older than what is known',
      DUPLICATE: 'Ignored: the call has this status already',
      TERMINAL: 'Refused: the call has ended',
      NOT_ALLOWED: 'Refused: not a step from its status',
    },
    sourceName: { api: 'API', stale: 'staleness check' },
    ingest: (source: string) => `source ${source}`,
    said: (facts: string) => `said ${facts}`,
    data: 'data',
    noFirings: 'Nothing fired.',
  },
};

/**
 * An imported bundle in English: what it is, and why a file is refused. Sentences say what to
 * do.
 */
export const bundle = {
  title: 'Call bundle',
  lead: 'Look at a call that was downloaded as JSON, from this Ringpost or another one.',
  file: 'File of a call bundle',
  choose: 'Choose a file…',
  another: 'Open another…',
  imported: 'Imported bundle',
  readOnly:
    'It is read-only. Nothing of it is sent or stored; it is gone when you leave this page.',
  from: (name: string) => `From ${name}, taken`,
  empty: 'No bundle is open',
  emptyText:
    'Choose a file made by “Download as JSON” on the page of a call. It stays in this browser tab.',
  refused: (name: string) => `${name} cannot be shown`,
  tooLarge: (size: string, most: string) =>
    `The file has ${size}; a bundle has at most ${most}. Choose the right file.`,
  unreadable: 'The browser could not read the file. It may have been moved.',
  fault: {
    'no-json': 'This is not JSON, or it is cut off. Download the bundle again.',
    foreign:
      'This is JSON, but not a bundle of a call. Make one on the page of a call: Download as JSON.',
    newer: 'This bundle has a format that this version does not know. Open it in a newer Ringpost.',
  },
  malformed: (at: string) =>
    `It says that it is a bundle, but ${at} is missing or has the wrong type. Download it ` +
    'again. If the file was edited, use the original.',
  noLog:
    'The call has a log, but it is not in the bundle: the person who made the bundle could not ' +
    'read it.',
};
