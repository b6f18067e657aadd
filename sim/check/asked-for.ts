/**
 * Whether an operator asked for the change that cancelled deliveries: only then may they end
 * unsent. Reads the steps of the script, so that a service that cancels by itself is not excused by
 * its own record of it (S6.22, S6.26: disable, trigger unticked).
 */
import type { EndpointLife, HandMove } from './endpoint-life.ts';
import type { Course, Ledger } from './ledger.ts';
import { lifeOf } from './ledger.ts';

/** Cancelled one by one, dropped with what was held, unticked, or its endpoint deleted. */
export function mayBeCancelled(ledger: Ledger, { owed, key }: Course): boolean {
  const life = lifeOf(ledger, owed.endpoint);
  const end = ledger.history.happenings.length;
  const isUnwanted = life
    .versionsBetween(owed.made.at, end)
    .some(({ deleted, settings }) => deleted || !settings.triggers.includes(owed.trigger));
  return life.moves.some((move) => {
    if (move.kind !== 'cancel' || move.since.at < owed.made.at) return false;
    if (move.by === 'cancelOpen') return isAskedFor(ledger, life, move, isUnwanted);
    if (move.delivery !== key) return false;
    // A settlement without an attempt is right only when it must not be sent any more.
    return move.by === 'cancelDelivery' || isUnwanted;
  });
}

function isAskedFor(
  { history }: Ledger,
  life: EndpointLife,
  { scope, since }: HandMove,
  isUnwanted: boolean,
): boolean {
  if (scope === 'unticked') return isUnwanted;
  if (scope === 'all' && life.versionAt(since.at)?.deleted) return true;
  const wanted = scope === 'all' ? 'drop' : 'newest';
  const name = life.versions[0]?.settings.name ?? '';
  return history.script.steps.some(
    (step) =>
      step.do === 'enable' &&
      step.held === wanted &&
      step.atMs <= since.ms &&
      name.endsWith(` ${step.endpoint}`),
  );
}
