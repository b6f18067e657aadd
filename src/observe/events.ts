/**
 * Turns every engine event into log lines and metrics; `log-lines.ts` lists the lines, `meter.ts`
 * the metrics. It never throws and never waits, because the engine calls it on the hot path.
 */
import type { Logger } from 'pino';
import { formatId } from '../core/id.ts';
import type { EngineEvent } from '../engine/ports/emit.ts';
import { LOG_LINES, type LogLine, say } from './log-lines.ts';
import type { Meter } from './meter.ts';
import { createStoreFailureLog } from './store-failure-log.ts';

/** `monoMs`: the monotonic clock. */
export function createObserver(
  log: Logger,
  meter: Meter,
  monoMs: () => number,
): (event: EngineEvent) => void {
  const counts = countsOf(meter);
  const storeFailed = createStoreFailureLog(log, monoMs);
  return (event) => {
    if (isOfAlerts(event)) {
      if (event.name === 'notice.closed') {
        meter.noticesClosed.inc({ state: event.state, to: event.to });
      }
      say(log, lineOfAlerts(event), event);
      return;
    }
    counts(event);
    if (event.name === 'store.failed') storeFailed(event);
    else logOf(log, event);
  };
}

type OfAlerts = Extract<
  EngineEvent,
  { readonly name: 'alert.opened' | 'alert.recovered' | 'notice.closed' }
>;

/** Which alerts are open is read at each request of `/metrics`, so their edges are not counted. */
function isOfAlerts(event: EngineEvent): event is OfAlerts {
  return event.name.startsWith('alert.') || event.name === 'notice.closed';
}

function lineOfAlerts(event: OfAlerts): LogLine {
  switch (event.name) {
    case 'alert.opened':
      return LOG_LINES.alertOpened;
    case 'alert.recovered':
      return LOG_LINES.alertRecovered;
    case 'notice.closed':
      return event.state === 'failed' ? LOG_LINES.noticeGivenUp : LOG_LINES.noticeClosed;
  }
}

type Other = Exclude<EngineEvent, OfAlerts>;

function countsOf(meter: Meter): (event: Other) => void {
  return (event) => {
    switch (event.name) {
      case 'report.accepted':
        meter.reports.inc({ applied: String(event.applied), reason: event.reason ?? '' });
        return;
      case 'project.limited':
        meter.projectLimited.inc({ limit: event.limit }, event.count);
        return;
      case 'ingest.unmapped':
        meter.unmapped.inc({ adapter: event.adapter });
        return;
      case 'ingest.overloaded':
        meter.ingestOverloaded.inc();
        return;
      case 'ingest.lost':
        meter.ingestLost.inc({}, event.count);
        return;
      case 'delivery.made':
        meter.deliveriesMade.inc(event.count);
        return;
      case 'attempt.ended':
        countAttempt(meter, event);
        return;
      case 'delivery.closed':
        meter.deliveriesClosed.inc({ state: event.state });
        return;
      case 'endpoint.held':
      case 'endpoint.released':
      case 'endpoint.disabled':
        meter.endpointEvents.inc({ event: event.name });
        return;
      case 'run.ended': {
        const { kind, state, reason } = event;
        meter.runs.inc({ kind, state, reason: reason ?? '' });
        meter.runTime.observe({ kind }, event.durationMs / 1_000);
        return;
      }
      case 'run.faulted':
        meter.runFaults.inc();
        return;
      case 'project.counted':
      case 'shards.changed':
      case 'delivery.moved':
      case 'run.moved':
      case 'dashboard.missing':
      case 'request.failed':
        return;
      case 'lease.lapsed':
        meter.leasesLapsed.inc();
        return;
      case 'model.asked':
        meter.modelAsked.inc({ outcome: event.outcome });
        meter.modelTokens.inc(event.tokens);
        meter.modelTime.observe({ outcome: event.outcome }, event.ms / 1_000);
        return;
      case 'store.failed':
        meter.storeFailures.inc({ operation: event.operation });
        return;
      case 'seal.refused':
        meter.sealRefusals.inc({ kind: event.kind });
        return;
      case 'spans.exported':
        meter.spansExported.inc(event.count);
        return;
      case 'spans.dropped':
        meter.spansDropped.inc({ reason: event.reason }, event.count);
        return;
      case 'sweep.ended':
        meter.swept.inc({ sweep: event.sweep }, event.rows);
        return;
    }
  };
}

function countAttempt(meter: Meter, event: Extract<Other, { readonly name: 'attempt.ended' }>) {
  const { outcome } = event;
  const status = event.status === null ? '' : `${Math.floor(event.status / 100)}xx`;
  meter.attempts.inc({ outcome, status, error: event.error ?? '' });
  meter.attemptTime.observe({ outcome }, event.durationMs / 1_000);
  if (event.attention) meter.endpointEvents.inc({ event: 'endpoint.attention' });
  if (outcome === 'delivered') meter.deliveryAge.observe(event.ageMs / 1_000);
}

function logOf(log: Logger, event: Exclude<Other, { readonly name: 'store.failed' }>): void {
  const found = lineOf(event);
  if (found === LOG_LINES.givenUp && event.name === 'delivery.closed') giveUp(log, event);
  else if (found === LOG_LINES.requestFailed && event.name === 'request.failed') {
    say(log, found, { requestId: event.requestId, err: event.error });
  } else if (found !== null) {
    say(log, found, event, 'text' in event ? event.text : '');
  }
}

/** Null: the event is not logged. */
function lineOf(event: Exclude<Other, { readonly name: 'store.failed' }>): LogLine | null {
  switch (event.name) {
    case 'report.accepted':
    case 'delivery.made':
    case 'delivery.moved':
    case 'run.moved':
    case 'project.limited':
    case 'ingest.overloaded':
    case 'spans.exported':
      return null;
    case 'project.counted':
      return event.full ? LOG_LINES.projectFull : LOG_LINES.projectRoomy;
    case 'dashboard.missing':
      return LOG_LINES.dashboardMissing;
    case 'request.failed':
      return LOG_LINES.requestFailed;
    case 'ingest.unmapped':
      return LOG_LINES.unmapped;
    case 'ingest.lost':
      return LOG_LINES.ingestLost;
    case 'attempt.ended':
      if (event.attention) return LOG_LINES.attemptHopeless;
      return event.outcome === 'delivered' ? LOG_LINES.attemptDelivered : LOG_LINES.attemptFailed;
    case 'delivery.closed':
      return event.state === 'delivered' || event.state === 'cancelled' ? null : LOG_LINES.givenUp;
    case 'endpoint.held':
      return LOG_LINES.endpointHeld;
    case 'endpoint.released':
      return LOG_LINES.endpointReleased;
    case 'endpoint.disabled':
      return LOG_LINES.endpointDisabled;
    case 'run.ended':
      return event.reason === null ? LOG_LINES.runEnded : LOG_LINES.runFailed;
    case 'run.faulted':
      return LOG_LINES.runFaulted;
    case 'shards.changed':
      return LOG_LINES.shardsChanged;
    case 'lease.lapsed':
      return LOG_LINES.leaseLapsed;
    case 'model.asked':
      if (event.outcome === 'answer') return LOG_LINES.modelAnswered;
      return event.outcome === 'MISCONFIGURED'
        ? LOG_LINES.modelMisconfigured
        : LOG_LINES.modelSilent;
    case 'seal.refused':
      return event.repeated ? null : LOG_LINES.sealRefused;
    case 'spans.dropped':
      return LOG_LINES.spansDropped;
    case 'sweep.ended':
      return event.rows > 0 && event.sweep !== 'backlog' ? LOG_LINES.swept : LOG_LINES.sweptNothing;
  }
}

/** Its id is made only here: all deliveries close, and few are given up. */
function giveUp(log: Logger, event: EngineEvent & { readonly name: 'delivery.closed' }): void {
  const { delivery, createdAtMs, callId, endpointId, state } = event;
  const deliveryId = formatId('dlv', createdAtMs, delivery);
  say(log, LOG_LINES.givenUp, { deliveryId, callId, endpointId, state });
}
