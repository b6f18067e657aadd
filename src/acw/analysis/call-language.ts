/**
 * Determines the language of a call: the one that the log states, else the one that a detector
 * finds. If the detector contradicts the log, the result carries a warning and keeps the log's
 * language, since detectors confuse related languages. Pure: the detector is passed in.
 */
import { cutAtCodePoints } from '../../core/text.ts';
import { primarySubtag } from '../call-log/call-log.ts';
import type { SpokenTurn } from '../call-log/timeline.ts';
import { countWords, spokenPart } from '../call-log/word.ts';
import type { AnalysisWarning } from './analysis.ts';

/** Detects some languages, by their primary BCP 47 subtag; returns null if it is not sure. */
export interface LanguageDetector {
  readonly knows: (language: string) => boolean;
  readonly detect: (text: string) => string | null;
}

export interface CallLanguage {
  /** BCP 47; `und` if the language is unknown. */
  readonly language: string;
  readonly warning: Extract<AnalysisWarning, 'LANGUAGE_UNKNOWN' | 'LANGUAGE_MISMATCH'> | null;
}

/** How many code points a detector reads; more text does not make it surer. */
export const SAMPLE_POINTS = 4_000;
/** A detector needs at least so many words to contradict the log. */
export const MISMATCH_WORDS_MIN = 20;

/** Related languages that detectors confuse, each mapped to one common name. */
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

/** The first words of the parties. Announcements are left out; they may be in another language. */
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
    // Without a valid language tag the log states no language.
    return null;
  }
}

function family(language: string): string {
  return COUSINS[language] ?? language;
}
