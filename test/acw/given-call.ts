/** A call log and an analysis for tests of the evaluator; each test changes what it is about. */
import type { Analysis, Metrics } from '../../src/acw/analysis/analysis.ts';
import type { CallLog, Speaker, Turn } from '../../src/acw/call-log/call-log.ts';
import { conversationOf } from '../../src/acw/evaluation/conversation.ts';
import { type ReadCall, readCall } from '../../src/acw/evaluation/read-call.ts';
import type { Criterion, Rule, Scorecard } from '../../src/acw/evaluation/scorecard.ts';
import { asKey } from '../../src/core/id.ts';

export type Said = readonly [speaker: Speaker, text: string, startMs: number, endMs: number];

export function givenLog(said: readonly Said[], changes: Partial<CallLog> = {}): CallLog {
  const turns = said.map(
    ([speaker, text, startMs, endMs]): Turn => ({ speaker, text, startMs, endMs }),
  );
  return { direction: 'INBOUND', startedAt: '2026-11-20T11:17:00.000Z', turns, ...changes };
}

const TALK = { ms: 60_000, ratio: 0.5, words: 150, wpm: 150, turns: 10 };

export const METRICS: Metrics = {
  durationMs: 120_000,
  talk: { AGENT: { ...TALK, ratio: 0.6, wpm: 160 }, CUSTOMER: { ...TALK, ratio: 0.4, wpm: 140 } },
  silence: { totalMs: 6_000, ratio: 0.05, longestMs: 4_250, segments: [] },
  interruptions: { AGENT: 2, CUSTOMER: 1, overlapMs: 900 },
  responseLatencyMs: { AGENT: { p50: 800, p95: 2_400 }, CUSTOMER: { p50: 500, p95: 1_200 } },
};

export function givenAnalysis(changes: Partial<Analysis> = {}): Analysis {
  return {
    schemaVersion: '1',
    engine: { name: 'ringpost-analyzer', version: '1.0.0', mode: 'METRICS' },
    language: 'en',
    metrics: METRICS,
    summary: null,
    sentiment: null,
    topics: null,
    phrases: [],
    entities: [],
    actionItems: null,
    outcome: null,
    warnings: [],
    ...changes,
  };
}

export function givenCall(
  said: readonly Said[],
  changes: { readonly log?: Partial<CallLog>; readonly analysis?: Partial<Analysis> } = {},
): ReadCall {
  const conversation = conversationOf(givenLog(said, changes.log));
  return readCall(conversation, givenAnalysis(changes.analysis));
}

type PhraseRule = Extract<Rule, { readonly type: 'PHRASE' }>;

export function givenPhrases(
  phrases: readonly string[],
  changes: Partial<PhraseRule> = {},
): PhraseRule {
  const anywhere = { speaker: null, within: null, languages: null } as const;
  return { type: 'PHRASE', match: 'ANY', phrases, ...anywhere, ...changes };
}

export function givenCriterion(id: string, changes: Partial<Criterion> = {}): Criterion {
  return {
    id,
    question: 'Did the agent greet?',
    guidance: '',
    points: 10,
    autoFail: false,
    rule: givenPhrases(['hello']),
    speaker: null,
    appliesWhen: null,
    ...changes,
  };
}

export function givenScorecard(criteria: readonly Criterion[]): Scorecard {
  return {
    key: asKey(1),
    id: 'sc_01KA9Z00000000000001',
    revision: 3,
    name: 'Support',
    passMark: 80,
    unknownCriteria: 'LEAVE_OUT',
    criteria,
    isDefault: true,
    createdAtMs: 0,
    updatedAtMs: 0,
    deletedAtMs: null,
  };
}
