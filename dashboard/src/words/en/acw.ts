/**
 * Runs and results of after-call work in English. What is null says that it was not computed.
 * Warnings are keyed by the names of the API.
 */
import { enCount } from './count.ts';

type Reasons = Readonly<Record<string, { readonly why: string; readonly todo: string }>>;

const reasons: Reasons = {
  CALL_LOG_NOT_FOUND: {
    why: 'No call log came in time.',
    todo: 'Send the call log, then run the agent again. An unanswered call may have none.',
  },
  CALL_LOG_INVALID: {
    why: 'The call log could not be read.',
    todo: 'Send the call log again as the API describes it, then run the agent again.',
  },
  LAUNCH_CANCELLED: {
    why: 'An operator cancelled the launch before the agent received it.',
    todo: 'Run the agent again if you need its work.',
  },
  TRIGGER_UNTICKED: {
    why: 'The trigger of its launch was unticked, which cancelled the launch.',
    todo: 'Run the agent again if you need its work for this call.',
  },
  LAUNCH_DROPPED: {
    why: 'Its launch was held while the agent was disabled, and dropped when it was enabled.',
    todo: 'Run the agent again if you need its work for this call.',
  },
  LAUNCH_FAILED: {
    why: 'Your agent did not accept the launch, and the retries are over.',
    todo: 'Look at the attempts of the launch, mend the agent, then run it again.',
  },
  DEADLINE_PASSED: {
    why: 'Your agent posted no result before its deadline.',
    todo: 'See what the agent did, or give it a longer deadline, then run it again.',
  },
  AGENT_FAILED: {
    why: 'The agent said that it failed.',
    todo: 'Its own message is below. Run it again when the cause is gone.',
  },
  MODEL_NOT_CONFIGURED: {
    why: 'The agent wants a language model, and none is set.',
    todo: 'Set RINGPOST_LLM_BASE_URL and RINGPOST_LLM_MODEL, or set its engine to METRICS or AUTO.',
  },
  MODEL_FAILED: {
    why: 'The language model failed or refused, and failed again on the retry.',
    todo: 'Look at the log of the service, then run the agent again.',
  },
  MODEL_OUTPUT_INVALID: {
    why: 'The language model did not answer in the required format.',
    todo: 'Run the agent again, or use a model that follows instructions better.',
  },
  MODEL_BUDGET_EXHAUSTED: {
    why: 'The daily token budget is used up.',
    todo: 'Run the agent again tomorrow, or raise the budget of the model.',
  },
  TIME_LIMIT: {
    why: 'It took too long.',
    todo: 'Run the agent again. A very long call may need a faster model.',
  },
  ENDPOINT_DELETED: {
    why: 'The agent was removed before the run ended.',
    todo: 'Create an agent again, and run it for this call.',
  },
  INTERNAL: {
    why: 'Something failed inside the service.',
    todo: 'The log of the service says what. Run the agent again.',
  },
};

const warningsEn: Readonly<Record<string, string>> = {
  TOO_SHORT: 'The call is too short: fewer than 2 turns of speech. Only the figures are here.',
  CLOCK_SKEW_SUSPECTED:
    'The times of the speakers do not seem to be on one clock. Interruptions and response times ' +
    'are left out, since they could be wrong by seconds.',
  TIMES_IN_SECONDS_SUSPECTED: 'The times of the call log seem to be seconds, not milliseconds.',
  END_TIMES_MISSING: 'Some turns have no end time. Their length is an estimate.',
  DIRECTION_MISMATCH: 'The call log names another direction than the one reported for the call.',
  LANGUAGE_UNKNOWN: 'The language of the call is not known.',
  LANGUAGE_MISMATCH: 'The speech does not sound like the language that the call log names.',
  PHRASES_NOT_AVAILABLE: 'There are no phrases for the language of this call.',
  LISTS_CUT: 'There were more entries than a result can list; the lists are cut.',
  TRANSCRIPT_CUT: 'The call was too long for the language model; it did not get all of it.',
  EVIDENCE_DROPPED: 'The language model quoted words that are not in the call. They were left out.',
  FIELDS_DROPPED: 'Parts of the language model’s answer could not be used. They were left out.',
  MODEL_FAILED_METRICS_ONLY: 'The language model failed. This is the analysis without it.',
  MODEL_WAS_AWAY: 'The language model was unavailable at first; the run was repeated.',
  VOICEMAIL: 'The call reached a voicemail, not a person: nothing is judged.',
  NOT_BOTH_HEARD: 'Not both sides are heard in the call log: nothing is judged.',
  CRITERIA_UNKNOWN: 'Some criteria could not be judged. The score shows how they count.',
};

type Sentences = Readonly<Record<string, string>>;

const phrases: Sentences = {
  greeting: 'Greeting',
  'recording-disclosure': 'Recording is disclosed',
  'identity-check': 'Identity check',
  apology: 'Apology',
  'hold-request': 'Asks to hold',
  'escalation-request': 'Wants another person',
  'cancellation-request': 'Wants to cancel',
  'callback-promise': 'Promises to call back',
  'callback-request': 'Asks to be called, or will call again',
  'further-help-offer': 'Offers further help',
  closing: 'Goodbye',
};

const entities: Sentences = {
  EMAIL: 'E-mail',
  PHONE: 'Phone number',
  MONEY: 'Amount',
  DATE: 'Date',
  TIME: 'Time',
  ORDER_ID: 'Order',
  URL: 'Address',
};

export const acw = {
  runs: {
    title: 'Runs of after-call work',
    lead: 'Each launch of an agent for a call, with its result.',
    listed: 'Runs, the newest first.',
    filter: { placeholder: 'Filter: state:FAILED agent:… call:…' },
    column: {
      agent: 'Agent',
      state: 'State',
      call: 'Call',
      note: 'Note',
      trigger: 'Launched by',
      took: 'Took',
      created: 'Launched',
    },
    field: { state: 'State', agent: 'Agent', call: 'Call id' },
    givesUp: 'Gives up in',
    nowDue: 'any moment',
    deadline: 'Deadline in',
    cancelled: 'Its launch was cancelled. The run ends at once.',
    emptyTitle: 'No agent has run yet',
    empty:
      'An agent is an endpoint that works on a call after it has ended: analyzes it, judges it ' +
      'by a scorecard, or launches a program of yours.',
    emptyAction: 'Create an agent',
    noMatch: 'No run matches these filters',
    again: (count: number) => enCount(count, { one: 'Run again', other: 'Run # again' }),
    againEffect:
      'Each becomes a new run with a result and an ACW_COMPLETED of its own. What was recorded ' +
      'stays.',
    againDone: (count: number) =>
      enCount(count, { one: '# run was launched.', other: '# runs were launched.' }),
  },
  state: {
    QUEUED: { word: 'Queued', meaning: 'Its launch has not been delivered yet.' },
    WAITING_CALL_LOG: {
      word: 'Waiting for the call log',
      meaning: 'It begins when the call log is there.',
    },
    RUNNING: { word: 'Running', meaning: 'The agent works on it.' },
    SUCCEEDED: { word: 'Succeeded', meaning: 'A result was recorded.' },
    FAILED: { word: 'Failed', meaning: 'It recorded no result, but a reason.' },
    CANCELLED: { word: 'Cancelled', meaning: 'Its launch was cancelled, so it never began.' },
    unknown: 'This page does not know this state yet; reload it.',
  },
  waitsForModel: {
    word: 'Waiting for the model',
    meaning: 'The language model was unavailable; it is asked again within half a minute.',
  },
  reasons,
  reasonUnknown: {
    why: 'The run failed.',
    todo: 'Look it up in the reference of after-call work, then run the agent again.',
  },
  warnings: warningsEn,
  warningTitle: (count: number) =>
    enCount(count, { one: 'One thing to know', other: '# things to know' }),
  result: {
    analysis: 'Analysis',
    evaluation: 'Evaluation',
    own: 'Result',
    of: (what: string, callId: string) => `${what} of ${callId}`,
    back: 'Runs of after-call work',
    region: 'Result of the agent',
    tabs: 'Views of this result',
    tab: { result: 'Result', raw: 'Raw' },
    call: 'Call',
    agent: 'Agent',
    removedAgent: 'removed agent',
    engine: 'Made by',
    took: 'Took',
    recorded: 'Recorded',
    id: 'Result id',
    run: 'Run id',
    raw: 'Result as the agent sent it',
    noResult: 'The agent recorded no result.',
    failed: 'This run failed',
    cancelled: 'This run was cancelled',
    whatToDo: 'What to do',
    errors: 'Errors of the agent',
    noWords: 'The agent gave no explanation.',
    launch: 'Attempts of the launch',
    ownShape: 'This agent uses its own format. The result is shown exactly as it was sent.',
    rerun: 'Run again',
    rerunDone: 'The agent was launched again for this call.',
    logGone:
      'The call log is not here any more. Quotes stay; the places in the transcript cannot be ' +
      'opened.',
    turn: (turn: number) => `Turn ${turn}`,
    at: (time: string) => `at ${time}`,
    notComputed: 'not computed',
    needsModel: 'Not computed without a model.',
    setModel: 'How to use a language model',
  },
  analysis: {
    summary: 'Summary',
    method: {
      EXTRACTIVE: {
        word: 'Quoted',
        meaning: 'Sentences of the call, chosen by rules; none is written by a model.',
      },
      LLM: { word: 'Written by a model', meaning: 'A language model wrote it.' },
    },
    noSummary: 'Not computed: the call is too short for a summary.',
    outcome: 'Outcome',
    outcomeIs: { good: 'Success', bad: 'No success', open: 'Undecided' },
    axis: 'Who talks when',
    axisLabel: 'Talk and silence on the time of the call',
    row: {
      AGENT: 'Agent',
      CUSTOMER: 'Customer',
      SYSTEM: 'Announcements',
      both: 'Both talk',
      silence: 'Silence of 3 s or more',
    },
    axisLog: 'Without the call log only silences can be drawn.',
    figures: 'Figures',
    duration: 'Length',
    silence: 'Silence',
    longest: (time: string) => `longest ${time}`,
    interruptions: 'Interruptions',
    by: (agent: string, customer: string) => `agent ${agent}, customer ${customer}`,
    overlap: (time: string) => `${time} both talked`,
    party: 'Party',
    talk: 'Talk',
    share: 'Share',
    words: 'Words',
    pace: 'Words a minute',
    turns: 'Turns',
    p50: 'Response p50',
    p95: 'Response p95',
    partyCaption: 'Figures of agent and customer',
    noLatency:
      'Response times and interruptions are not computed: see the warnings. There may be no ' +
      'answer ' +
      'in the call.',
    sentiment: 'Sentiment',
    sentimentScale: 'From −5 (bad) to 5 (good)',
    quarter: (quarter: number) => `Quarter ${quarter}`,
    topics: 'Topics',
    noTopics: 'The model found no topic.',
    phrases: 'Phrases',
    phrase: 'Phrase',
    said: 'What was said',
    noPhrases: 'None of the phrases occurred.',
    entities: 'Entities',
    entity: 'Kind',
    value: 'As it was said',
    noEntities: 'None was found.',
    actions: 'Action items',
    noActions: 'The model found none.',
    owner: (name: string) => `for ${name}`,
    due: (time: string) => `until ${time}`,
    phraseNames: phrases,
    entityNames: entities,
    where: 'Where',
  },
  evaluation: {
    score: 'Score',
    ring: (percent: string) => `Score ${percent} of 100`,
    points: (earned: string, possible: string) => `${earned} / ${possible} points`,
    passMark: (mark: string) => `pass mark ${mark}%`,
    passed: { word: 'PASSED', meaning: 'The score reaches the pass mark.' },
    failed: { word: 'FAILED', meaning: 'The score is below the pass mark.' },
    noScore: { word: 'NO SCORE', meaning: 'No criterion of this call could be scored.' },
    undecided: {
      word: 'NOT DECIDED',
      meaning: 'Below the pass mark, but what is unknown could lift it to the mark.',
    },
    unknown: (points: string) => `${points} points could not be judged`,
    unknownMeaning: {
      LEAVE_OUT: 'They are left out of the score.',
      NO_SCORE: 'The scorecard then gives the call no score.',
      COUNT_AS_FAILED: 'The scorecard counts them as failed.',
    },
    autoFail: 'Failed by an auto-fail criterion',
    autoFailBy: (names: string) =>
      `${names}. The call fails regardless of its other points; its percentage is 0.`,
    excluded: (count: number, points: string) =>
      enCount(count, {
        one: `# criterion does not apply: its ${points} points are not counted as possible.`,
        other: `# criteria do not apply: their ${points} points are not counted as possible.`,
      }),
    scorecard: 'Scorecard',
    revision: (revision: number) => `revision ${revision}`,
    criteria: 'Criteria',
    judged: 'Result of each criterion',
    column: {
      criterion: 'Criterion',
      result: 'Result',
      points: 'Points',
      source: 'Judged by',
      why: 'Why',
    },
    outcome: {
      PASS: { word: 'Pass', meaning: 'The criterion is kept.' },
      FAIL: { word: 'Fail', meaning: 'The criterion is not kept.' },
      NOT_APPLICABLE: { word: 'N/A', meaning: 'It does not apply to this call.' },
      UNKNOWN: { word: 'Unknown', meaning: 'It could not be judged.' },
    },
    source: { RULE: 'Rule', LLM: 'Model' },
    autoFailMark: 'auto-fail',
    pointsOf: (points: string, max: string) => `${points} of ${max}`,
  },
};
