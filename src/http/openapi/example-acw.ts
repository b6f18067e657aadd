/**
 * The hand-written texts of the OpenAPI document about after-call work: call logs, results, runs
 * and scorecards. As with `example.ts`, tests post every request to a real service.
 */
import type { Described } from './described.ts';

const AT = '2026-11-20T11:19:00.125Z';
const AGENT = 'ep_01M7WRXSYE000000004';
const RUN = 'run_01M7WRXSYE000000005';

const TURNS = [
  { speaker: 'AGENT', text: 'Acme, good morning. How can I help?', startMs: 400, endMs: 2_900 },
  { speaker: 'CUSTOMER', text: 'My order 4712 has not arrived.', startMs: 3_300, endMs: 5_600 },
  { speaker: 'AGENT', text: 'It will be there tomorrow.', startMs: 6_100, endMs: 8_000 },
];

const GREETING = {
  type: 'PHRASE',
  match: 'ANY',
  phrases: ['good morning', 'hello'],
  speaker: 'AGENT',
  within: { edge: 'FIRST', seconds: 15 },
};
const CRITERIA = [
  { id: 'greeting', question: 'Did the agent greet?', points: 10, rule: GREETING },
  {
    id: 'patience',
    question: 'Was there no long wait?',
    points: 5,
    autoFail: true,
    rule: { type: 'METRIC', metric: 'silence.longestMs', max: 30_000 },
  },
];
const SCORECARD = { name: 'Service calls', passMark: 80, criteria: CRITERIA };

const SHOWN_SCORECARD = {
  id: 'sc_01M7WRXSYE000000006',
  revision: 1,
  isDefault: false,
  name: 'Service calls',
  passMark: 80,
  unknownCriteria: 'LEAVE_OUT',
  criteria: [
    {
      id: 'greeting',
      question: 'Did the agent greet?',
      guidance: '',
      points: 10,
      autoFail: false,
      rule: { ...GREETING, languages: null },
      speaker: null,
      appliesWhen: null,
    },
    {
      id: 'patience',
      question: 'Was there no long wait?',
      guidance: '',
      points: 5,
      autoFail: true,
      rule: { type: 'METRIC', metric: 'silence.longestMs', min: null, max: 30_000 },
      speaker: null,
      appliesWhen: null,
    },
  ],
  createdAt: AT,
  updatedAt: AT,
  deletedAt: null,
};

const SHOWN_RUN = {
  acwRunId: RUN,
  acwAgentId: AGENT,
  agentName: 'My agent',
  agentKind: 'SELF_PROVIDED',
  callId: 'call-1',
  trigger: 'CALL_LOG_CREATED',
  state: 'QUEUED',
  launchCancelled: false,
  deliveryId: 'dlv_01M7WRXSYE000000005',
  createdAt: AT,
  startedAt: null,
  finishedAt: null,
  giveUpAt: null,
  reason: null,
  acwResultId: null,
};

export const ACW_DESCRIBED: Readonly<Record<string, Described>> = {
  putCallLog: {
    success: 'Stored; the version is also the ETag. 201 when there was none, 200 when it replaced',
    request: {
      direction: 'OUTBOUND',
      startedAt: '2026-11-20T11:17:00.000Z',
      endedAt: '2026-11-20T11:18:52.000Z',
      language: 'en',
      turns: TURNS,
    },
    answer: { callId: 'call-1', version: 1, turns: TURNS.length },
  },
  getCallLog: { success: 'The log as it was sent, with its version' },
  deleteCallLog: {
    success: 'Removed, with what the built-in agents quoted; its version is remembered',
  },
  createAcwResult: {
    success: 'Recorded, with ACW_COMPLETED on its way. 200: it had been recorded before',
    request: {
      callId: 'call-1',
      acwAgentId: AGENT,
      acwRunId: RUN,
      isError: false,
      result: { mood: 'satisfied', followUp: { orderId: '4712', due: '2026-11-21' } },
      engine: 'my-agent 1.4',
    },
    answer: {
      acwResultId: 'acwr_01M7WRXSYE000000007',
      acwRunId: RUN,
      callId: 'call-1',
      acwAgentId: AGENT,
      isError: false,
      createdAt: AT,
    },
  },
  getAcwResult: { success: 'The result with the object that the agent sent' },
  listAcwResults: { success: 'A page of results' },
  listAcwRuns: { success: 'A page of runs' },
  getAcwRun: { success: 'The run' },
  rerunAcwRun: { success: 'The new run; its launch is on its way' },
  launchAcwRun: {
    success: 'The new run; its launch is on its way',
    request: { acwAgentId: AGENT },
    answer: SHOWN_RUN,
  },
  listScorecards: { success: 'A page of scorecards' },
  getScorecard: { success: 'The scorecard; its revision is also the ETag' },
  createScorecard: {
    success: 'The scorecard in its first revision',
    request: SCORECARD,
    answer: SHOWN_SCORECARD,
  },
  updateScorecard: {
    success: 'The scorecard in its new revision',
    request: { ...SCORECARD, passMark: 70, revision: 1 },
    answer: { ...SHOWN_SCORECARD, passMark: 70, revision: 2 },
  },
  setDefaultScorecard: { success: 'The scorecard, now the default one' },
  deleteScorecard: { success: 'Removed; its revisions stay readable' },
  tryScorecard: {
    success: 'What an evaluator would record, by rules alone',
    request: { scorecard: SCORECARD, callId: 'call-1' },
  },
};
