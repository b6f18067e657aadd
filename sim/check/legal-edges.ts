/**
 * Checker: an answer means what S6.8 says it means, and nothing else moves a delivery. Judges every
 * settled answer again with a table of its own; also checks that only heads on disk are sent, and
 * that only silence ends a call (S1.15).
 */
import type { AttemptOutcome, SendResult } from '../../src/core/delivery/outcome.ts';
import type { Checker, History, Violation } from '../history.ts';
import { staleAfterMs } from './call-rules.ts';
import { crosses } from './crossing.ts';
import {
  type Course,
  type Ledger,
  ledgerOf,
  lifeOf,
  nameOf,
  type Send,
  violation,
} from './ledger.ts';
import { troublesIn } from './troubles.ts';

const name = 'legal-edges';

/** A smaller jump of the wall clock counts as time that passed. */
const NOTICED_JUMP_MS = 60_000;

export const legalEdges: Checker = {
  name,
  promise: 'Each answer has the one outcome that the rules give it, and only heads are sent.',
  check,
};

function check(history: History): readonly Violation[] {
  const ledger = ledgerOf(history);
  const found: Violation[] = [];
  for (const course of ledger.courses) {
    for (const send of course.sends) {
      const says = wrongStart(ledger, course, send) ?? wrongEnd(ledger, send);
      if (says === null) continue;
      const { sent } = send;
      found.push(
        violation(name, `attempt ${sent.attempt} of ${nameOf(course.owed)} ${says}`, sent.ms, sent),
      );
    }
  }
  return [...found, ...hastySweeps(ledger)];
}

/** On disk the delivery is `due` or `retrying` when its request leaves. */
function wrongStart(ledger: Ledger, { owed }: Course, { sent }: Send): string | null {
  if (sent.stored === 'due' || sent.stored === 'retrying') return null;
  if (sent.stored === null) return 'was sent and is not on disk';
  const { moves } = lifeOf(ledger, owed.endpoint);
  const crossed = moves.some(({ since }) => crosses(ledger, since, sent));
  return crossed ? null : `was sent while it was ${sent.stored} on disk`;
}

function wrongEnd(ledger: Ledger, { sent, answered, settled }: Send): string | null {
  const attempt = settled?.argument.attempt;
  if (answered === null || settled === null || attempt === null || attempt === undefined) {
    return null;
  }
  const { next, disable } = settled.argument;
  const life = lifeOf(ledger, sent.endpoint);
  const versions = life.versions.filter(({ since }) => since.at <= answered.at);
  const switches = new Set(versions.map(({ settings }) => settings.retryOther4xx));
  const outcomes = [...switches].map((retries) => outcomeOf(answered.result, retries));
  if (!outcomes.includes(attempt.outcome)) {
    return `was answered ${textOf(answered.result)} and counts as ${attempt.outcome}`;
  }
  if (!statesAfter(attempt.outcome, attempt.manual).includes(next.state)) {
    return `was ${attempt.outcome} and became ${next.state}`;
  }
  if (attempt.outcome === 'gone' && disable !== 'gone') return 'was gone, and nothing was disabled';
  if (disable === 'gone' && attempt.outcome !== 'gone') return 'disabled its endpoint for nothing';
  const atEnd = life.versionAt(settled.at);
  const sameRevision = settled.argument.revision === null || settled.value.kind === 'settled';
  if (attempt.outcome === 'gone' && sameRevision && atEnd?.since.at === settled.at) {
    return atEnd.enabled ? 'was gone, and its endpoint is enabled' : null;
  }
  return null;
}

function outcomeOf(result: SendResult, retryOther4xx: boolean): AttemptOutcome {
  if (result.kind === 'blocked') return 'blocked';
  if (result.kind === 'error') return 'retryable';
  if (result.kind === 'done') return 'delivered';
  const { status } = result;
  if (status >= 200 && status < 300) return 'delivered';
  if (status >= 300 && status < 400) return 'rejected';
  if (status === 410) return 'gone';
  const isRefusal = status >= 400 && status < 500 && ![408, 425, 429].includes(status);
  return isRefusal && !retryOther4xx ? 'rejected' : 'retryable';
}

function statesAfter(outcome: AttemptOutcome, manual: boolean): readonly string[] {
  if (outcome === 'delivered') return ['delivered'];
  // Before its manual attempt it was closed in any way, or retrying.
  if (manual) return ['retrying', 'delivered', 'rejected', 'exhausted', 'blocked', 'cancelled'];
  if (outcome === 'blocked') return ['blocked'];
  return outcome === 'retryable' ? ['retrying', 'exhausted'] : ['rejected'];
}

function textOf(result: SendResult): string {
  if (result.kind === 'response') return String(result.status);
  return result.kind === 'error' ? result.error : 'blocked';
}

/** The sweep ends a call only after real silence, even if the wall clock was set meanwhile. */
function hastySweeps(ledger: Ledger): Violation[] {
  const found: Violation[] = [];
  const status = new Map<string, string | null>();
  for (const { item, committed, silence, applied } of ledger.oracle.answers) {
    const { callId, report, source } = item;
    const before = status.get(callId) ?? null;
    if (applied && report.status !== null) status.set(callId, report.status);
    if (source !== 'stale' || !applied || silence === null) continue;
    // The process that heard of the call and the one that ends it read different clocks.
    const needMs = staleAfterMs(before) - troublesIn(ledger.history).spreadMs;
    if (silence.ms >= needMs || isExcused(ledger, committed.ms - silence.ms, committed.ms))
      continue;
    const says = `call ${callId} was ended after ${silence.ms} ms of silence, not ${needMs}`;
    found.push({ checker: name, says, ms: committed.ms, endpoint: null, callId });
  }
  return found;
}

/** A small jump counts as time that passed; one while no process ran cannot be noticed. */
function isExcused({ jumps, lives }: Ledger, fromMs: number, toMs: number): boolean {
  const within = jumps.filter(({ ms }) => ms >= fromMs && ms <= toMs);
  if (within.length === 0) return false;
  const restarted = [...lives.values()].some(({ start }) => start.ms > fromMs && start.ms <= toMs);
  return restarted || within.some(({ byMs }) => Math.abs(byMs) <= NOTICED_JUMP_MS);
}
