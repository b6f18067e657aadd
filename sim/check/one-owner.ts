/**
 * Checker: at most one process may send for a shard at any moment, it knows that it may, and its
 * work in progress changes nothing once it lost the shard; only one process sweeps. At rest every
 * shard has a living owner, and no owner has more than its part (docs/internals/design).
 */
import { SHARDS } from '../../src/core/endpoint/endpoint.ts';
import type { Checker, History, Violation } from '../history.ts';
import { type Ledger, ledgerOf, type Send, violation } from './ledger.ts';
import { whyLapsed } from './lost-right.ts';
import { type Tenures, tenuresIn } from './tenures.ts';

const name = 'one-owner';

/** Only the owner of this shard runs the sweeps. */
const LEADING_SHARD = 0;

export const oneOwner: Checker = {
  name,
  promise: 'One process at a time sends for a shard, and a former owner settles nothing.',
  check,
};

function check(history: History): readonly Violation[] {
  if (history.script.fleet === undefined) return [];
  const ledger = ledgerOf(history);
  const tenures = tenuresIn(history);
  const found: Violation[] = [];
  for (const told of history.happenings) {
    if (told.what !== 'clash') continue;
    const says = `lives ${told.lives.join(' and ')} may both send for shard ${told.shard}`;
    found.push(violation(name, says, told.ms, null));
  }
  for (const send of ledger.sends) found.push(...wrongsOf(tenures, send));
  found.push(...lapses(ledger, tenures), ...strangeSweeps(ledger, tenures), ...shares(history));
  return found;
}

/** A request is sent and settled under a right that its life held in the database throughout. */
function wrongsOf(tenures: Tenures, { sent, settled, withdrawn }: Send): Violation[] {
  const { life, endpoint, at, ms } = sent;
  const shard = endpoint % SHARDS;
  const tenure = tenures.tenureAt(shard, at);
  const isOver = tenure?.until !== null && (tenure?.until.at ?? 0) < at;
  const found: Violation[] = [];
  if (tenure?.life !== life || isOver) {
    const owner = tenure === null || isOver ? 'no process' : `life ${tenure.life}`;
    const what = `made send ${sent.send} for shard ${shard}`;
    const says = `life ${life} ${what}, which ${owner} owned`;
    found.push(violation(name, says, ms, sent));
  }
  if (settled !== null && withdrawn !== null) {
    const says = `send ${sent.send} of life ${life} was withdrawn, and counts all the same`;
    found.push(violation(name, says, settled.ms, sent));
  }
  const next = settled === null ? null : tenures.nextBetween(shard, at, settled.at);
  if (settled !== null && next !== null) {
    const says = `send ${sent.send} of life ${life} was settled after life ${next.life} took over`;
    found.push(violation(name, says, settled.ms, sent));
  }
  return found;
}

/** A lease that runs out, and a request withdrawn for it, have a cause outside the process. */
function lapses(ledger: Ledger, tenures: Tenures): Violation[] {
  const found: Violation[] = [];
  const { happenings, script } = ledger.history;
  const leaseMs = script.fleet?.leaseMs ?? 0;
  for (const { shard, from, expired } of tenures.byShard.flat()) {
    if (expired === null) continue;
    if (whyLapsed(ledger, expired, from.ms - leaseMs, from.ms) !== null) continue;
    const whose = `the lease of life ${expired} for shard ${shard}`;
    const says = `${whose} ran out, and nothing disturbed it`;
    found.push(violation(name, says, from.ms, null));
  }
  for (const { sent, withdrawn } of ledger.sends) {
    if (withdrawn === null) continue;
    if (happenings.some((told) => told.what === 'stopping' && told.life === sent.life)) continue;
    if (whyLapsed(ledger, sent.life, sent.ms, withdrawn.ms) !== null) continue;
    const says = `send ${sent.send} of life ${sent.life} was withdrawn, and nothing disturbed it`;
    found.push(violation(name, says, withdrawn.ms, sent));
  }
  return found;
}

/** Work of the leading process alone, done by another. */
function strangeSweeps(ledger: Ledger, tenures: Tenures): Violation[] {
  const leaseMs = ledger.history.script.fleet?.leaseMs ?? 0;
  const found: Violation[] = [];
  for (const { name: what, life, at, ms, argument } of ledger.changes) {
    const isStale = what === 'accept' && argument.some(({ source }) => source === 'stale');
    if (what !== 'removeExpired' && what !== 'keepBacklogs' && !isStale) continue;
    const mine = (tenures.byShard[LEADING_SHARD] ?? []).some(
      (tenure) =>
        tenure.life === life &&
        tenure.from.at < at &&
        (tenure.until === null || tenure.until.ms > ms - leaseMs),
    );
    if (mine || whyLapsed(ledger, life, ms - leaseMs, ms) !== null) continue;
    found.push(violation(name, `life ${life} sweeps (${what}) and does not lead`, ms, null));
  }
  return found;
}

function shares({ rest, happenings }: History): Violation[] {
  const { shards = [], workers = [] } = rest;
  const ms = happenings.at(-1)?.ms ?? 0;
  const found: Violation[] = [];
  const most = Math.ceil(SHARDS / Math.max(1, workers.length));
  const orphans = shards.filter((life) => life === null || !workers.includes(life)).length;
  if (workers.length > 0 && orphans > 0) {
    found.push(violation(name, `${orphans} shards have no living owner at the end`, ms, null));
  }
  for (const worker of workers) {
    const owned = shards.filter((life) => life === worker).length;
    if (owned <= most) continue;
    const says = `life ${worker} owns ${owned} shards at the end, ${most} are its part`;
    found.push(violation(name, says, ms, null));
  }
  return found;
}
