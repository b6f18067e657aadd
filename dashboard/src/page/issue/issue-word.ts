/**
 * The status of an issue as a badge. Pure: takes the messages as an argument.
 * Each has a tone, a word and a sentence.
 */
import type { StateWord, Tone } from '../../kit/state-badge.tsx';
import type { IssueRecord } from './issue-query.ts';
import type { IssueText } from './text.ts';

const TONES: Readonly<Record<IssueRecord['status'], Tone>> = {
  open: 'bad',
  acknowledged: 'warn',
  muted: 'off',
  resolved: 'good',
};

export function issueWord(status: IssueRecord['status'], t: IssueText): StateWord {
  return { tone: TONES[status], ...t.status[status] };
}
