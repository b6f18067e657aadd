/**
 * In which language a call was held: what the log says, else what a detector finds. A detector
 * that contradicts the log is a warning, never a correction, since languages have cousins. Pure:
 * the detector is passed in.
 */
import { cutAtCodePoints } from '../../core/text.ts';
import type { SpokenTurn } from '../call-log/timeline.ts';
import type { AnalysisWarning } from './analysis.ts';
import { countWords, spokenPart } from './word.ts';

/** Knows some languages by their primary BCP 47 subtag; null when it is not sure. */
export interface LanguageDetector {
  readonly knows: (language: string) => boolean;
  readonly detect: (text: string) => string | null;
}

export interface CallLanguage {
  /** BCP 47; `und` if it is unknown. */
  readonly language: string;
  readonly warning: Extract<AnalysisWarning, 'LANGUAGE_UNKNOWN' | 'LANGUAGE_MISMATCH'> | null;
}

/** More text does not make a detector surer. */
export const SAMPLE_POINTS = 4_000;
/** Fewer words cannot contradict what the log says. */
export const MISMATCH_WORDS_MIN = 20;

/** Languages that detectors take for each other, under the name of one of them. */
const COUSINS: Readonly<Record<string, string>> = {
  nb: 'no',
  nn: 'no',
  da: 'no',
  bs: 'hr',
  sr: 'hr',
  sh: 'hr',
  id: 'ms',
  fil: 'tl',
  yue: 'zh',
};

export function callLanguage(
  declared: string | undefined,
  turns: readonly Pick<SpokenTurn, 'speaker' | 'text'>[],
  detector: LanguageDetector | null,
): CallLanguage {
  const said = canonical(declared);
  const sample = sampleOf(turns);
  const heard = sample === '' ? null : (detector?.detect(sample) ?? null);
  if (said === null) {
    return { language: heard ?? 'und', warning: heard === null ? 'LANGUAGE_UNKNOWN' : null };
  }
  const primary = primarySubtag(said);
  const contradicts =
    heard !== null &&
    detector?.knows(primary) === true &&
    family(heard) !== family(primary) &&
    countWords(sample) >= MISMATCH_WORDS_MIN;
  return { language: said, warning: contradicts ? 'LANGUAGE_MISMATCH' : null };
}

/** `en` of `en-GB`. */
export function primarySubtag(language: string): string {
  return language.replace(/-.*$/, '');
}

/** What the parties said, from the beginning; announcements may be in another language. */
function sampleOf(turns: readonly Pick<SpokenTurn, 'speaker' | 'text'>[]): string {
  let sample = '';
  for (const { speaker, text } of turns) {
    if (sample.length >= SAMPLE_POINTS) break;
    if (speaker !== 'SYSTEM') sample += `${spokenPart(text)} `;
  }
  return cutAtCodePoints(sample, SAMPLE_POINTS).trim();
}

function canonical(tag: string | undefined): string | null {
  try {
    const [language = 'und'] = Intl.getCanonicalLocales(tag);
    return language === 'und' ? null : language;
  } catch {
    // Not a language tag: as if the log had said nothing.
    return null;
  }
}

function family(language: string): string {
  return COUSINS[language] ?? language;
}
