/**
 * Formats a transcript for a language model: numbered turns such as `#7 CUSTOMER 00:17 text`, in
 * windows of bounded size. Speech is untrusted: it stays on its line and cannot end the transcript.
 * Turns keep their position in the log, by which a model cites them.
 */
import { cutAtCodePoints, showable } from '../../core/text.ts';
import type { Turn } from '../call-log/call-log.ts';
import { PLAIN_UNITS, tokensOf } from './model-tokens.ts';

export interface TranscriptWindow {
  /** The first turn of the window, and the turn after its last. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export interface Transcript {
  readonly windows: readonly TranscriptWindow[];
  /**
   * The turns as they were sent, by their position in the log; those that were not sent are empty.
   */
  readonly turns: readonly Turn[];
  /** Whether any part of the log is in no window. */
  readonly isCut: boolean;
}

/** The largest window: enough for a quarter of an hour of talk. */
export const WINDOW_TURNS_MAX = 200;
/** With more windows a run would take longer and cost more than an operator expects. */
export const WINDOWS_MAX = 20;
/** The largest share of a window that one turn may take; the rest of the turn is cut. */
const TURN_SHARE = 0.5;

/** `turns`: redacted. `windowTokens`: the largest number of tokens in the text of one window. */
export function transcriptOf(turns: readonly Turn[], windowTokens: number): Transcript {
  const turnTokens = Math.max(1, Math.floor(windowTokens * TURN_SHARE));
  const windows: TranscriptWindow[] = [];
  const sent: Turn[] = [];
  let lines: string[] = [];
  let tokens = 0;
  let from = 0;
  let isCut = false;
  const close = (to: number): void => {
    if (lines.length > 0) windows.push({ from, to, text: lines.join('\n') });
    lines = [];
    tokens = 0;
    from = to;
  };
  for (const [index, turn] of turns.entries()) {
    const text = spoken(turn.text, turnTokens);
    const line = `#${index} ${turn.speaker} ${clockOf(turn.startMs)} ${text}`;
    const size = tokensOf(line) + 1;
    if (lines.length === WINDOW_TURNS_MAX || (lines.length > 0 && tokens + size > windowTokens)) {
      close(index);
    }
    if (windows.length === WINDOWS_MAX) {
      return { windows, turns: sent, isCut: true };
    }
    lines.push(line);
    tokens += size;
    sent.push({ ...turn, text });
    isCut ||= text.length < spoken(turn.text, Number.POSITIVE_INFINITY).length;
  }
  close(turns.length);
  return { windows, turns: sent, isCut };
}

/** How many turns all windows can hold at most; later turns need not be redacted. */
export function turnsInReach(turns: readonly Turn[], windowTokens: number): number {
  const unitsMax = WINDOWS_MAX * windowTokens * PLAIN_UNITS;
  const turnsMax = Math.min(turns.length, WINDOWS_MAX * WINDOW_TURNS_MAX);
  let units = 0;
  let count = 0;
  while (count < turnsMax && units <= unitsMax) {
    units += turns[count]?.text.length ?? 0;
    count += 1;
  }
  return count;
}

/**
 * The text on one line, without anything that reads as another turn or as the end of the
 * transcript.
 */
export function spoken(text: string, tokensMax: number): string {
  const tame = tamed(text);
  // A character takes at most one token.
  return tokensOf(tame) <= tokensMax ? tame : cutAtCodePoints(tame, tokensMax);
}

/**
 * One line without markup that means something to a model: the end of the transcript in any
 * spelling, and the tokens of chat templates, such as `<|im_end|>`, `<start_of_turn>` and
 * `[/INST]`, which some servers obey wherever they stand. Speech has no angle brackets.
 */
export function tamed(text: string): string {
  return showable(text)
    .replace(/[<＜﹤]/g, '‹')
    .replace(/[>＞﹥]/g, '›')
    .replace(SQUARE_MARK, '($1)')
    .replace(/\s+/g, ' ')
    .trim();
}

const SQUARE_MARK =
  /\[(\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_(?:CALLS|RESULTS|CONTENT)|ARGS|THINK))\]/gi;

/** `00:17`; from an hour on `1:02:03`. */
export function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  const hours = Math.floor(seconds / 3_600);
  const shown = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return hours === 0 ? shown : `${hours}:${shown}`;
}
