/**
 * The built-in analyzer without a model (S11.2, S11.7). It reports what it can measure, find by its
 * form or quote. Mood, topics and outcome stay null, because they need a model. Pure and total; the
 * result always fits the size of a result. Definitions: docs/reference/analysis.md.
 */
import type { Direction } from '../../core/call/status.ts';
import type { CallLog } from '../call-log/call-log.ts';
import { timelineOf } from '../call-log/timeline.ts';
import { phraseHits, QUOTE_POINTS_MAX } from '../phrase/phrase-hits.ts';
import { redactionOf } from '../redaction/redaction.ts';
import type { Analysis, AnalysisWarning } from './analysis.ts';
import { callLanguage, type LanguageDetector } from './call-language.ts';
import { callMetrics } from './call-metrics.ts';
import { secondsSuspected } from './clock-check.ts';
import { entitiesOf } from './entity.ts';
import { extractedSummary } from './extracted-summary.ts';

export interface AnalysisTask {
  readonly log: CallLog;
  /** The direction in which the call was reported. */
  readonly direction: Direction;
  /** The version of this program. */
  readonly version: string;
  /** Null: only the language that the log states is used. */
  readonly detector: LanguageDetector | null;
}

export const ANALYZER = 'ringpost-analyzer';

/** A log with fewer spoken turns holds no conversation, so the result holds only figures. */
export const SPOKEN_TURNS_MIN = 2;

export function analyzeLog({ log, direction, version, detector }: AnalysisTask): Analysis {
  const timeline = timelineOf(log);
  const party = timeline.turns.filter(({ speaker }) => speaker !== 'SYSTEM');
  const tooShort = party.length < SPOKEN_TURNS_MIN;
  const { language, warning } = callLanguage(log.language, timeline.turns, detector);
  const { metrics, skewed, segmentsCut } = callMetrics(timeline);
  const none = { found: [], hits: [], cut: false };
  const phrases = tooShort ? none : phraseHits(timeline.turns, language);
  const shown = redactionOf(log.turns, language);
  const entities = tooShort ? none : entitiesOf(timeline.turns, shown.hides);
  const warnings: readonly (AnalysisWarning | false | null)[] = [
    tooShort && 'TOO_SHORT',
    skewed && 'CLOCK_SKEW_SUSPECTED',
    secondsSuspected(timeline.turns) && 'TIMES_IN_SECONDS_SUSPECTED',
    timeline.endsMissing && 'END_TIMES_MISSING',
    log.direction !== direction && 'DIRECTION_MISMATCH',
    warning,
    phrases === null && 'PHRASES_NOT_AVAILABLE',
    (segmentsCut || phrases?.cut === true || entities.cut) && 'LISTS_CUT',
  ];
  return {
    schemaVersion: '1',
    engine: { name: ANALYZER, version, mode: 'METRICS' },
    language,
    metrics,
    summary: tooShort ? null : extractedSummary(party, language, shown.text, direction),
    sentiment: null,
    topics: null,
    phrases:
      phrases?.hits.map((hit) => ({
        ...hit,
        quote: shown.quote(hit.turn, hit.quote, QUOTE_POINTS_MAX),
      })) ?? [],
    entities: entities.found,
    actionItems: null,
    outcome: null,
    warnings: warnings.filter((told) => told !== false && told !== null),
  };
}
