/**
 * A history as a story for people: one line for each event, with when, who and what; only what
 * concerns the violated lane or endpoint, and what disturbed the whole run. Bounded: of a long
 * story, the beginning and the events that led to the violation are told. Pure: reads a history,
 * prints nothing.
 */
import type { Happening, History, Violation } from './history.ts';
import { concerns } from './story-concern.ts';
import { wordsOf } from './story-words.ts';

export const STORY_LINES_MAX = 160;
/** Lines from the beginning; the others end with the violation. */
const OPENING_LINES = 30;
/**
 * How many lines after the violation are told: some violations carry the time of the loss, long
 * before it shows.
 */
const AFTERMATH_LINES = 40;
const LINE_COLUMNS_MAX = 150;

export function storyOf(history: History, violation: Violation): readonly string[] {
  const told = history.happenings.filter(concerns(history, violation));
  const until = told.filter(({ ms }) => ms <= violation.ms);
  const after = told.filter(({ ms }) => ms > violation.ms).slice(0, AFTERMATH_LINES);
  return [
    ...shortened(until.map(lineOf)),
    `${timeOf(violation.ms)}  ==> ${violation.checker}: ${violation.says}`,
    ...after.map(lineOf),
  ];
}

function shortened(lines: readonly string[]): readonly string[] {
  if (lines.length <= STORY_LINES_MAX) return lines;
  const closing = STORY_LINES_MAX - OPENING_LINES;
  return [
    ...lines.slice(0, OPENING_LINES),
    `${' '.repeat(12)}… ${lines.length - STORY_LINES_MAX} lines left out`,
    ...lines.slice(-closing),
  ];
}

export function lineOf(happening: Happening): string {
  const [who, what] = wordsOf(happening);
  const text = `${timeOf(happening.ms)}  ${who.padEnd(8)}  ${what}`;
  return text.length <= LINE_COLUMNS_MAX ? text : `${text.slice(0, LINE_COLUMNS_MAX - 1)}…`;
}

/** Hours, minutes, seconds and milliseconds since the start. */
export function timeOf(ms: number): string {
  const whole = Math.round(ms);
  const part = (value: number, digits: number) => String(value).padStart(digits, '0');
  const hours = String(Math.floor(whole / 3_600_000)).padStart(3);
  const minutes = part(Math.floor(whole / 60_000) % 60, 2);
  const seconds = part(Math.floor(whole / 1_000) % 60, 2);
  return `${hours}:${minutes}:${seconds}.${part(whole % 1_000, 3)}`;
}
