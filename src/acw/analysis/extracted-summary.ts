/**
 * A summary without a model: the customer's first request and the end of the call, quoted from the
 * call. It is labelled EXTRACTIVE, because it selects sentences and understands none. Pure.
 */
import type { Direction } from '../../core/call/status.ts';
import type { SpokenTurn } from '../call-log/timeline.ts';
import { cutAtWord, spokenPart } from '../call-log/word.ts';
import { isCourtesy, isPurpose, isRequest } from '../phrase/phrase-hits.ts';
import type { Analysis } from './analysis.ts';

/** The longest of each of the three parts, in code points. */
export const SUMMARY_PART_POINTS_MAX = 280;
/** How many turns are searched for a request; later requests are not the reason for the call. */
const REQUEST_TURNS = 10;
/** A turn of at least so many words counts as a request even without a phrase of one. */
const STORY_WORDS_MIN = 10;
/** The shortest request, if no turn asks and none is long: greetings and names are shorter. */
const REQUEST_WORDS_MIN = 4;

/**
 * `turns`: at least one turn of the parties, in the order in which they began. `shown`: returns the
 * redacted text of a turn.
 */
export function extractedSummary(
  turns: readonly SpokenTurn[],
  language: string,
  shown: (turn: number) => string,
  direction: Direction = 'INBOUND',
): NonNullable<Analysis['summary']> {
  const request = requestIn(turns, language, direction);
  const told = turns.filter(({ text }) => !isCourtesy(text, language));
  const ending = (told.length === 0 ? turns : told)
    .slice(-2)
    .filter((turn) => !request.includes(turn));
  const lines = ending.map((turn) => line(turn, [turn], shown));
  const [first] = request;
  if (first === undefined) return { text: lines.join('\n'), method: 'EXTRACTIVE' };
  // In a call of two turns the request may come after the first of them.
  const before = ending.filter(({ startMs }) => startMs < first.startMs).length;
  return {
    text: lines.toSpliced(before, 0, line(first, request, shown)).join('\n'),
    method: 'EXTRACTIVE',
  };
}

/**
 * The customer's turn that asks for something, or, in an outbound call, the turn in which the agent
 * states the purpose; with the turns that the same speaker adds before the other party answers.
 */
function requestIn(
  turns: readonly SpokenTurn[],
  language: string,
  direction: Direction,
): SpokenTurn[] {
  const first =
    (direction === 'OUTBOUND' ? purposeIn(turns, language) : null) ?? askedIn(turns, language);
  if (first === null) return [];
  const from = turns.indexOf(first);
  const answer = turns.findIndex((turn, place) => place > from && turn.speaker !== first.speaker);
  return turns.slice(from, answer < 0 ? turns.length : answer);
}

function purposeIn(turns: readonly SpokenTurn[], language: string): SpokenTurn | null {
  const early = turns.filter(({ speaker }) => speaker === 'AGENT').slice(0, REQUEST_TURNS);
  return early.find(({ text }) => isPurpose(text, language)) ?? null;
}

function askedIn(turns: readonly SpokenTurn[], language: string): SpokenTurn | null {
  const own = turns.filter(({ speaker }) => speaker === 'CUSTOMER');
  const told = own.filter(({ text }) => !isCourtesy(text, language));
  const early = (told.length === 0 ? own : told).slice(0, REQUEST_TURNS);
  const asks = ({ text, words }: SpokenTurn) =>
    words >= STORY_WORDS_MIN || /[?？]/.test(text) || isRequest(text, language);
  return (
    early.find(asks) ?? early.find(({ words }) => words >= REQUEST_WORDS_MIN) ?? early[0] ?? null
  );
}

function line(
  { speaker }: SpokenTurn,
  turns: readonly SpokenTurn[],
  shown: (turn: number) => string,
): string {
  const said = turns.map(({ turn }) => spokenPart(shown(turn)).replace(/\s+/g, ' ').trim());
  return `${speaker}: ${cutAtWord(said.join(' '), SUMMARY_PART_POINTS_MAX)}`;
}
