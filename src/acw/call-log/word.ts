/**
 * Defines what a word is and where a text may be cut: a word is a segment of UAX 29 that holds a
 * letter or a digit (`Intl.Segmenter`, which also splits Japanese). Notes of a recogniser, such as
 * `[noise]` or `(laughs)`, are no words. Pure; 5 MiB of speech take about 0.25 s.
 */
import { cutAtCodePoints } from '../../core/text.ts';

const WORDS = new Intl.Segmenter('en', { granularity: 'word' });

/** The names that recognisers give to sounds, in brackets of any kind, alone or within a text. */
const SOUNDS = [
  'noise',
  'background noise',
  'static',
  'click',
  'beep',
  'dial tone',
  'ringing',
  'tone',
  'music',
  'hold music',
  'applause',
  'silence',
  'blank audio',
  'no speech',
  'pause',
  'laughter',
  'laughs',
  'laughing',
  'cough',
  'coughs',
  'coughing',
  'sigh',
  'sighs',
  'breath',
  'breathing',
  'sniff',
  'sneeze',
  'crying',
  'keyboard clicking',
  'dog barking',
].map((name) => name.replaceAll(' ', '[ _-]'));
const SOUND = new RegExp(`[[(<*](?:${SOUNDS.join('|')})[\\])>*]`, 'giu');

export function countWords(text: string): number {
  let count = 0;
  for (const segment of WORDS.segment(spokenPart(text))) if (segment.isWordLike) count += 1;
  return count;
}

/** Replaces the notes of sounds by spaces, so that the words around them stay apart. */
export function spokenPart(text: string): string {
  return text.replace(SOUND, ' ');
}

/**
 * Cuts a text to at most `points` code points: whole words, with an ellipsis if words were left
 * out.
 */
export function cutAtWord(text: string, points: number): string {
  const cut = cutAtCodePoints(text, points);
  if (cut === text) return text;
  const room = cutAtCodePoints(text, points - 1);
  // Drops the word in which the limit falls, unless it is the only word; then it is split.
  const last = WORDS.segment(text).containing(room.length);
  const end = last === undefined || last.index === 0 ? room.length : last.index;
  return `${text.slice(0, end).trimEnd()}…`;
}
