/**
 * Turns every engine event into log lines and metrics: this switch is the catalogue of what the
 * service reports about itself. It never throws and never waits, because the engine calls it on the
 * hot path.
 */
import type { Logger } from 'pino';
import { formatId } from '../core/id.ts';
import type { EngineEvent } from '../engine/ports/emit.ts';
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
    counts(event);
    if (event.name === 'store.failed') storeFailed(event);
    else logOf(log, event);
  };
}

function countsOf(meter: Meter): (event: EngineEvent) => void {
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
      case 'delivery.made':
        meter.deliveriesMade.inc(event.count);
        return;
      case 'attempt.ended': {
        const { outcome } = event;
        const status = event.status === null ? '' : `${Math.floor(event.status / 100)}xx`;
        meter.attempts.inc({ outcome, status, error: event.error ?? '' });
        meter.attemptTime.observe({ outcome }, event.durationMs / 1_000);
        if (event.attention) meter.endpointEvents.inc({ event: 'endpoint.attention' });
        if (outcome === 'delivered') meter.deliveryAge.observe(event.ageMs / 1_000);
        return;
      }
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
      case 'sweep.ended':
        meter.swept.inc({ sweep: event.sweep }, event.rows);
        return;
    }
  };
}

function logOf(log: Logger, event: Exclude<EngineEvent, { readonly name: 'store.failed' }>): void {
  switch (event.name) {
    case 'report.accepted':
    case 'delivery.made':
    case 'delivery.moved':
    case 'run.moved':
    case 'project.limited':
      return;
    case 'project.counted':
      if (event.full) log.warn(event, 'a project is at its limit of calls; it takes no new ones');
      else log.info(event, 'a project has room for calls again');
      return;
    case 'ingest.unmapped':
      log.warn(event, 'a provider sent a value without a mapping');
      return;
    case 'attempt.ended':
      if (event.attention) log.error(event, 'attempt ended; an operator must look at the endpoint');
      else if (event.outcome === 'delivered') log.debug(event, 'attempt ended');
      else log.info(event, 'attempt ended');
      return;
    case 'delivery.closed':
      if (event.state !== 'delivered' && event.state !== 'cancelled') giveUp(log, event);
      return;
    case 'endpoint.held':
      log.warn(event, 'endpoint on hold after failures');
      return;
    case 'endpoint.released':
      log.info(event, 'endpoint recovered');
      return;
    case 'endpoint.disabled':
      log.error(event, 'endpoint disabled; its deliveries are held');
      return;
    case 'run.ended':
      if (event.reason === null) log.debug(event, 'run ended');
      else log.warn(event, 'run failed');
      return;
    case 'run.faulted':
      log.error(event, 'the work on a run failed; this is a fault of the service');
      return;
    case 'shards.changed':
      log.info(event, 'this process sends for other shards now');
      return;
    case 'lease.lapsed':
      log.error(event, 'the database did not answer in time; nothing is sent until it does');
      return;
    case 'model.asked':
      if (event.outcome === 'answer') log.debug(event, 'the language model answered');
      else if (event.outcome === 'MISCONFIGURED') log.error(event, MODEL_MISCONFIGURED);
      else log.warn(event, 'the language model gave no answer');
      return;
    case 'seal.refused':
      if (!event.repeated) log.error(event, SEAL_REFUSED);
      return;
    case 'sweep.ended':
      if (event.rows > 0 && event.sweep !== 'backlog') log.info(event, 'sweep ended');
      else log.debug(event, 'sweep ended');
      return;
  }
}

/** Its id is made only here: all deliveries close, and few are given up. */
function giveUp(log: Logger, event: EngineEvent & { readonly name: 'delivery.closed' }): void {
  const { name, delivery, createdAtMs, callId, endpointId, state } = event;
  const id = formatId('dlv', createdAtMs, delivery);
  log.warn({ name, deliveryId: id, callId, endpointId, state }, 'delivery given up');
}

const SEAL_REFUSED =
  'a sealed text was refused: it was altered, moved, or sealed by another master key';

const MODEL_MISCONFIGURED = 'the language model cannot be asked with these settings';
