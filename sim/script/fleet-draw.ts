/**
 * Several processes of a script: how many, where, how they hear of each other, and what happens to
 * one of them: it dies, stops, joins, stands still, is cut off from the database, hears nothing,
 * has its clock set.
 */

import { drawEndpoint, shortSchedule } from './endpoint-plan.ts';
import { drawDisk } from './process-trouble.ts';
import type { Stream } from './random.ts';
import type { DiskPlan, EndpointPlan, FleetPlan, MemberPlan, Role, Step } from './script.ts';
import { moments, scaled, weighted } from './streams.ts';

/** The product's lease. */
const LEASE_MS = 15_000;
const WORKERS_MAX = 4;
const APIS_MAX = 2;
/** How far apart the clocks of machines with good time are. */
const SKEW_MS = 2_000;
/** How far off a quartz may run. */
const PPM_MAX = 100;

/** From 1 to 4 processes that send, and 1 or 2 that take requests; sometimes one does both. */
export function drawFleet(stream: Stream, skewMsMax = SKEW_MS): FleetPlan {
  const workers = stream.between(1, WORKERS_MAX);
  const both = stream.chance(30);
  const roles: Role[] = Array.from({ length: workers }, (): Role => (both ? 'both' : 'worker'));
  if (!both) for (let left = stream.between(1, APIS_MAX); left > 0; left -= 1) roles.push('api');
  return {
    leaseMs: stream.chance(60) ? LEASE_MS : scaled(stream, 10_000, 30_000),
    newsMs: scaled(stream, 1, 200),
    lostPercent: stream.chance(50) ? 0 : stream.between(1, 40),
    connectMs: stream.chance(50) ? 0 : scaled(stream, 1, 500),
    members: roles.map((role) => drawMember(stream, role, skewMsMax)),
  };
}

/**
 * Often a slow disk, so that a query is under way when something happens, but never so slow that
 * leases run out for it.
 */
export function drawDatabase(stream: Stream): DiskPlan {
  if (stream.chance(60)) return drawDisk(stream);
  return { commitMs: scaled(stream, 20, 150), readMs: scaled(stream, 5, 50) };
}

/** At least this many processes that send, for troubles that take two. */
export function withWorkers(stream: Stream, fleet: FleetPlan, least: number): FleetPlan {
  const members = [...fleet.members];
  while (members.filter(({ role }) => role !== 'api').length < least) {
    members.push(drawMember(stream, 'worker', SKEW_MS));
  }
  return { ...fleet, members };
}

function drawMember(stream: Stream, role: Role, skewMsMax: number): MemberPlan {
  return {
    role,
    skewMs: stream.between(-skewMsMax, skewMsMax),
    ppm: stream.between(-PPM_MAX, PPM_MAX),
  };
}

/** Any endpoint, with short retries: days of virtual time with many processes show nothing new. */
export function fleetEndpoints(stream: Stream, count: number, calm = false): EndpointPlan[] {
  return Array.from({ length: count }, () => {
    const plan = drawEndpoint(stream, calm);
    return stream.chance(75) ? { ...plan, retryScheduleMs: shortSchedule(stream) } : plan;
  });
}

type Draw = (stream: Stream, fleet: FleetPlan, count: number, toMs: number) => Step[];

/** One of the members that exist from the start. */
function anyOf(stream: Stream, { members }: FleetPlan): number {
  return stream.between(0, members.length - 1);
}

export const drawEnds: Draw = (stream, fleet, count, toMs) =>
  moments(stream, count, 0, toMs).map((atMs): Step => {
    const downMs = scaled(stream, 10, 60_000);
    const member = anyOf(stream, fleet);
    return { atMs, do: stream.chance(60) ? 'crash' : 'stop', downMs, member };
  });

export const drawJoins: Draw = (stream, { members }, count, toMs) =>
  moments(stream, count, 0, toMs).map((atMs, index): Step => {
    const plan = drawMember(stream, stream.pick(['worker', 'worker', 'both']), SKEW_MS);
    return { atMs, do: 'join', member: members.length + index, plan };
  });

/** From a moment to several leases. */
export const drawPauses: Draw = (stream, fleet, count, toMs) =>
  moments(stream, count, 0, toMs).map((atMs): Step => {
    const forMs = drawSpan(stream, fleet);
    return { atMs, do: 'pause', member: anyOf(stream, fleet), forMs, asleep: stream.chance(25) };
  });

export const drawCuts: Draw = (stream, fleet, count, toMs) =>
  moments(stream, count, 0, toMs).map((atMs): Step => {
    const cut = stream.pick(['refused', 'silent']);
    return { atMs, do: 'cut', member: anyOf(stream, fleet), cut, forMs: drawSpan(stream, fleet) };
  });

export const drawDeafness: Draw = (stream, fleet, count, toMs) =>
  moments(stream, count, 0, toMs).map((atMs): Step => {
    return { atMs, do: 'deafen', member: anyOf(stream, fleet), forMs: scaled(stream, 100, 60_000) };
  });

export function drawMemberJumps(
  stream: Stream,
  fleet: FleetPlan,
  count: number,
  toMs: number,
  byMsMax: number,
): Step[] {
  return moments(stream, count, 0, toMs).map((atMs): Step => {
    const byMs = scaled(stream, 100, byMsMax);
    const member = anyOf(stream, fleet);
    return { atMs, do: 'jump', member, byMs: stream.chance(50) ? byMs : -byMs };
  });
}

/** Often around the end of a lease, where most faults live. */
function drawSpan(stream: Stream, { leaseMs }: FleetPlan): number {
  const kind = weighted(stream, [
    [3, 'short'],
    [4, 'around'],
    [3, 'long'],
  ]);
  switch (kind) {
    case 'short':
      return scaled(stream, 50, leaseMs);
    case 'around':
      return stream.between(Math.floor(leaseMs * 0.6), Math.floor(leaseMs * 1.4));
    case 'long':
      return stream.between(leaseMs, leaseMs * 5);
  }
}
