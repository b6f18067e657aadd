/**
 * Executes one task of the analyst in this thread: parses the stored call log and lets `src/acw`
 * analyse it, or redact it for a model. The worker thread and the inline analyst both run this
 * code, so they cannot differ. Must never trust that a stored text is a call log.
 */
import type { Analysis } from '../acw/analysis/analysis.ts';
import { analyzeLog } from '../acw/analysis/analyze.ts';
import { callLanguage, type LanguageDetector } from '../acw/analysis/call-language.ts';
import { type CallLog, SPEAKERS } from '../acw/call-log/call-log.ts';
import { beginsAtMs } from '../acw/call-log/timeline.ts';
import { evaluateByRules } from '../acw/evaluation/evaluate.ts';
import type { Evaluation } from '../acw/evaluation/evaluation.ts';
import type { Scorecard } from '../acw/evaluation/scorecard.ts';
import { redactedAnswer } from '../acw/model-answer/model-redaction.ts';
import { transcriptOf, turnsInReach } from '../acw/model-answer/model-transcript.ts';
import { redactedTurns } from '../acw/redaction/redact.ts';
import { redactedEvaluation, redactionOf } from '../acw/redaction/redaction.ts';
import {
  AnalystFailure,
  type AnalystTask,
  type ConcealTask,
  type ReadTranscript,
  type TranscriptTask,
} from '../engine/ports/analyst.ts';

export function analyze(task: AnalystTask, detector: LanguageDetector | null): Analysis {
  return analysisOf(readLog(task.body), task, detector);
}

export function evaluate(
  task: AnalystTask,
  scorecard: Scorecard,
  detector: LanguageDetector | null,
): Evaluation {
  const log = readLog(task.body);
  const analysis = analysisOf(log, task, detector);
  const { version, status = null } = task;
  const evaluation = evaluateByRules({ log, analysis, scorecard, version, status });
  return redactedEvaluation(evaluation, redactionOf(log.turns, analysis.language));
}

/** With hostile text the redaction takes 1 s for the usual windows, and 4 s for the largest. */
export function transcribe(
  { body, windowTokens, redact }: TranscriptTask,
  detector: LanguageDetector | null,
): ReadTranscript {
  const log = readLog(body);
  const turns = log.turns.slice(0, turnsInReach(log.turns, windowTokens));
  const { language } = callLanguage(log.language, turns, detector);
  const said = redact ? redactedTurns(turns, language) : turns;
  const transcript = transcriptOf(said, windowTokens);
  const isCut = transcript.isCut || turns.length < log.turns.length;
  return { transcript: { ...transcript, isCut }, beginsAtMs: beginsAtMs(log) };
}

/** Redacts results of a model; results computed here are redacted when they are made. */
export function conceal({ body, result }: ConcealTask): Analysis | Evaluation {
  return redactedAnswer(result, redactionOf(readLog(body).turns, result.language));
}

function analysisOf(
  log: CallLog,
  { direction, version }: AnalystTask,
  detector: LanguageDetector | null,
): Analysis {
  return analyzeLog({ log, direction, version, detector });
}

function readLog(body: string): CallLog {
  const log = parsed(body);
  if (!isCallLog(log)) {
    const detail = 'The stored call log cannot be read. Send it again.';
    throw new AnalystFailure('CALL_LOG_INVALID', detail);
  }
  return log;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** Checks the fields that the analysis needs; the others were checked when the log was sent. */
function isCallLog(log: unknown): log is CallLog {
  return isRecord(log) && Array.isArray(log.turns) && log.turns.every(isTurn);
}

function isTurn(turn: unknown): boolean {
  if (!isRecord(turn) || typeof turn.text !== 'string') return false;
  const speakers: readonly unknown[] = SPEAKERS;
  const { speaker, startMs, endMs } = turn;
  return speakers.includes(speaker) && isTime(startMs) && (endMs === undefined || isTime(endMs));
}

function isTime(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
