/**
 * Defines a word, and the places where a text may be cut: a segment of UAX 29 that holds a letter
 * or a digit (`Intl.Segmenter`, which knows Japanese). What a recogniser writes for sounds, such as
 * `[noise]` or `(laughs)`, is no word. Pure; 5 MiB of speech take about 0.25 s.
 */
import { cutAtCodePoints } from '../../core/text.ts';

const WORDS = new Intl.Segmenter('en', { granularity: 'word' });

/** The names recognisers give to what is no speech, in brackets of any kind, alone or in a text. */
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

/** Without the sounds: each becomes a space, so that what stood around it stays apart. */
export function spokenPart(text: string): string {
  return text.replace(SOUND, ' ');
}

/** At most `points` code points: whole words and an ellipsis when something had to go. */
export function cutAtWord(text: string, points: number): string {
  const cut = cutAtCodePoints(text, points);
  if (cut === text) return text;
  const room = cutAtCodePoints(text, points - 1);
  // The segment in which the room ends is cut off; when it is all there is, it is broken.
  const last = WORDS.segment(text).containing(room.length);
  const end = last === undefined || last.index === 0 ? room.length : last.index;
  return `${text.slice(0, end).trimEnd()}…`;
}
