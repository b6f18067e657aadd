/**
 * Checker: endpoints do not delay each other. In a run in which only receivers misbehave, a healthy
 * endpoint gets the first delivery of a call soon, whatever the others do (design/reliability,
 * promise 13).
 */

import { SHARDS } from '../../src/core/endpoint/endpoint.ts';
import type { EndpointKey } from '../../src/core/id.ts';
import { DISPATCHER_LIMITS } from '../../src/engine/dispatch/limits.ts';
import type { Checker, History, Violation } from '../history.ts';
import { type Course, type Ledger, ledgerOf, lifeOf, nameOf, violation } from './ledger.ts';
import { longestGapMs, merged } from './spans.ts';
import { tenuresIn } from './tenures.ts';
import { endOfSendMs, patienceMs } from './waits.ts';

const name = 'isolation';

export const isolation: Checker = {
  name,
  promise: 'How long a healthy endpoint waits does not depend on the others.',
  check,
};

function check(history: History): readonly Violation[] {
  if (isDisturbed(history)) return [];
  const ledger = ledgerOf(history);
  const mostMs = patienceMs(ledger);
  const isFleet = history.script.fleet !== undefined;
  const found: Violation[] = [];
  for (const [endpoint, courses] of Map.groupBy(ledger.courses, ({ owed }) => owed.endpoint)) {
    if (!isHealthy(ledger, endpoint, courses)) continue;
    const busy = merged(
      courses.flatMap(({ sends }) =>
        sends.map((send) => ({ fromMs: send.sent.ms, toMs: endOfSendMs(ledger, send) })),
      ),
    );
    const away = isFleet ? tenuresIn(history).unserved(endpoint % SHARDS) : [];
    const own = merged([...busy, ...away]);
    for (const { owed, sends } of courses) {
      const [first] = sends;
      if (owed.sequence !== 1 || first === undefined) continue;
      const waitedMs = longestGapMs(own, owed.made.ms, first.sent.ms);
      if (waitedMs <= mostMs) continue;
      const says = `${nameOf(owed)} waited ${waitedMs} ms at a healthy endpoint that had nothing`;
      found.push(violation(name, `${says} in flight`, first.sent.ms, owed));
    }
  }
  return found;
}

/**
 * If there are more endpoints than reserved slots, bad ones can hold every slot for a moment: then
 * only the limit on suspects' slots protects the healthy one.
 */
function isDisturbed({ script, happenings }: History): boolean {
  const { limits, endpoints } = script;
  const inFlightMax = limits.inFlightMax ?? DISPATCHER_LIMITS.inFlightMax;
  const reserve = limits.reserve ?? Math.floor(inFlightMax / 4);
  const created = script.steps.filter((step) => step.do === 'create').length;
  if (reserve < endpoints.length + created) return true;
  return happenings.some(({ what, ...told }) => {
    if (what === 'started') return 'life' in told && told.life !== 1;
    return what === 'crashed' || what === 'stopping' || what === 'disk' || what === 'jumped';
  });
}

/** Unedited and unpaced for the whole run, and it answered every request with 200. */
function isHealthy(ledger: Ledger, endpoint: EndpointKey, courses: readonly Course[]): boolean {
  const { versions, moves } = lifeOf(ledger, endpoint);
  const [version] = versions;
  if (versions.length !== 1 || version?.enabled !== true || moves.length > 0) return false;
  if (version.settings.pacing.ratePerS !== null) return false;
  return courses.every(({ sends }) =>
    sends.every(({ answered }) => {
      const result = answered?.result;
      return result === undefined || (result.kind === 'response' && result.status === 200);
    }),
  );
}
