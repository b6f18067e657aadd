/**
 * What must hold of alerts whatever fails: each is told once at each edge and in order; its end is
 * told, and not while the same condition goes on; no alert is told to the endpoint it is about,
 * while it is muted or within a maintenance window; no notice waits for slow receivers of another
 * project; and a failure to tell an alert opens none (S17.4 to S17.12).
 */
import type { AlertHistory, Arrival, Mute, StoredAlert } from './alert-history.ts';

/**
 * One sentence for each broken promise, beginning with the checker's name; empty if all are kept.
 */
export function alertFaults(history: AlertHistory): readonly string[] {
  return [
    ...looping(history),
    ...unrested(history),
    ...toldTwice(history),
    ...repeated(history),
    ...disordered(history),
    ...untold(history),
    ...tooEarly(history),
    ...toldOfItself(history),
    ...loud(history),
    ...unmuted(history),
    ...delayed(history),
  ];
}

function unrested({ rested }: AlertHistory): readonly string[] {
  return rested ? [] : ['rest: something was left to tell at the end'];
}

/** A receiver gets one notice for each alert and edge, and every notice that arrives is stored. */
function toldTwice({ told, arrivals }: AlertHistory): readonly string[] {
  const seen = new Set<string>();
  const twice = told.flatMap(({ alert, to, edge }) => {
    const name = `${alert} ${edge} to ${to}`;
    if (seen.has(name)) return [`once: ${name} twice`];
    seen.add(name);
    return [];
  });
  const stored = new Set(told.map(({ notice, to }) => `${notice} to ${to}`));
  const unknown = arrivals.filter(({ id, to }) => !stored.has(`${id} to ${to}`));
  return [...twice, ...unknown.map(({ id, to }) => `once: ${id} to ${to} was never stored`)];
}

/** How long a process may take to store an outcome that it has heard. */
const SETTLE_MS = 1_000;

/** A repeat has the same bytes, and a reason: it was not accepted, or its outcome was lost. */
function repeated({ arrivals, deaths, outages }: AlertHistory): readonly string[] {
  const before = new Map<string, Arrival>();
  return arrivals.flatMap((each) => {
    const name = `${each.id} to ${each.to}`;
    const former = before.get(name);
    before.set(name, each);
    if (former === undefined) return [];
    if (former.body !== each.body) return [`bytes: ${name} changed at ${each.atMs}`];
    return former.takenAtMs === null || isLost(former, former.takenAtMs)
      ? []
      : [`repeat: ${name} at ${each.atMs}, though it was taken at ${former.takenAtMs}`];
  });

  function isLost({ life }: Arrival, takenAtMs: number): boolean {
    const untilMs = takenAtMs + SETTLE_MS;
    const diedAtMs = deaths.get(life);
    if (diedAtMs !== undefined && diedAtMs <= untilMs) return true;
    return outages.some((each) => each.fromMs <= untilMs && each.untilMs >= takenAtMs);
  }
}

/** Notices reach a receiver in order, and the end of an alert comes after its beginning. */
function disordered({ arrivals, told }: AlertHistory): readonly string[] {
  const alertsOf = new Map<string, string[]>();
  for (const { notice, alert, to, edge } of told) {
    const name = `${notice} to ${to}`;
    alertsOf.set(name, [...(alertsOf.get(name) ?? []), `${edge} ${alert} to ${to}`]);
  }
  const last = new Map<string, number>();
  const came = new Set<string>();
  return arrivals.flatMap(({ id, to, sequence, atMs }) => {
    const names = alertsOf.get(`${id} to ${to}`) ?? [];
    const orphans = names.filter((name) => {
      came.add(name);
      return name.startsWith('recovered') && !came.has(name.replace('recovered', 'opened'));
    });
    const former = last.get(to) ?? 0;
    if (sequence !== null) last.set(to, sequence);
    const isNext = sequence === null || sequence === former || sequence === former + 1;
    return [
      ...orphans.map((name) => `order: ${name} at ${atMs} before its beginning`),
      ...(isNext ? [] : [`order: ${to} got sequence ${sequence} after ${former} at ${atMs}`]),
    ];
  });
}

/**
 * Every receiver hears of the low disk and of `Orders` while both certainly last, and of the end of
 * every alert that it was told of.
 */
function untold(history: AlertHistory): readonly string[] {
  const { told, arrivals, alerts, receivers, sure } = history;
  const first = new Map<string, number>();
  for (const { id, to, atMs } of arrivals) {
    const name = `${id} to ${to}`;
    if (!first.has(name)) first.set(name, atMs);
  }
  const sureOnes = alerts.filter(isSure);
  const faults: string[] = [];
  for (const [what, ones] of [
    ['the disk', sureOnes.filter(({ trigger }) => trigger === 'OPS_DISK_LOW')],
    ['Orders', sureOnes.filter(({ about }) => about === 'Orders')],
  ] as const) {
    for (const to of receivers) {
      const isTold = ones.some(({ id }) => came(id, to, 'opened') < sure.untilMs);
      if (!isTold) faults.push(`told: ${to} did not hear of ${what}`);
    }
  }
  for (const { alert, to, edge } of told) {
    const at = came(alert, to, edge);
    if (at === Number.POSITIVE_INFINITY) faults.push(`told: ${edge} ${alert} never came to ${to}`);
    if (edge === 'opened' && came(alert, to, 'recovered') === Number.POSITIVE_INFINITY) {
      faults.push(`told: ${to} did not hear that ${alert} is over`);
    }
  }
  return faults;

  function isSure({ recoveredAtMs }: StoredAlert): boolean {
    return recoveredAtMs === null || recoveredAtMs >= sure.untilMs;
  }

  function came(alert: string, to: string, edge: string): number {
    const found = told.find((each) => each.alert === alert && each.to === to && each.edge === edge);
    return first.get(`${found?.notice} to ${to}`) ?? Number.POSITIVE_INFINITY;
  }
}

function tooEarly({ alerts, recoverAfterMs }: AlertHistory): readonly string[] {
  return alerts.flatMap(({ id, clearSinceMs, recoveredAtMs }) => {
    if (recoveredAtMs === null) return [`told: ${id} is open at the end`];
    const restMs = recoveredAtMs - (clearSinceMs ?? recoveredAtMs);
    return restMs >= recoverAfterMs ? [] : [`rest: ${id} ended after ${restMs} ms`];
  });
}

function toldOfItself({ told, alerts }: AlertHistory): readonly string[] {
  const about = new Map(alerts.map((each) => [each.id, each.about]));
  return told.flatMap(({ alert, to, notice }) =>
    about.get(alert) === to ? [`itself: ${to} was told of itself by ${notice}`] : [],
  );
}

/** Only deliveries of calls make an endpoint fail; an alert about any other endpoint is a fault. */
function looping({ alerts, failedAt }: AlertHistory): readonly string[] {
  return alerts.flatMap(({ id, trigger, about }) =>
    about !== null && (failedAt.get(about) ?? 0) === 0
      ? [`loop: ${id}, ${trigger}, is about ${about}, where no call failed`]
      : [],
  );
}

function loud({ arrivals, window }: AlertHistory): readonly string[] {
  return arrivals.flatMap(({ id, to, firedAtMs }) =>
    firedAtMs >= window.fromMs && firedAtMs < window.untilMs
      ? [`silence: ${id} was told to ${to} within the window`]
      : [],
  );
}

/** How long after a round its notice may take to reach a receiver that answers at once. */
const PROMPT_MS = 3_000;

/**
 * While nothing else is wrong, slow receivers of one project delay no other project's notices, and
 * the retries to them delay no notice of their own project.
 */
function delayed({ arrivals, receivers, besideSlow, sure }: AlertHistory): readonly string[] {
  return arrivals.flatMap(({ id, to, firedAtMs, atMs }) => {
    const mostMs = to === besideSlow.name ? besideSlow.waitMs : PROMPT_MS;
    const isPrompt = atMs - firedAtMs <= mostMs;
    const isSure = firedAtMs >= sure.fromMs && receivers.includes(to);
    const isJudged = firedAtMs < sure.untilMs && (isSure || to === besideSlow.name);
    return isPrompt || !isJudged ? [] : [`slow: ${id} came to ${to} ${atMs - firedAtMs} ms late`];
  });
}

/** No notice tells a muted alert, or the end of an alert that is open again. */
function unmuted({ arrivals, told, alerts, mutes }: AlertHistory): readonly string[] {
  const byId = new Map(alerts.map((each) => [each.id, each]));
  const firedAt = new Map(arrivals.map(({ id, firedAtMs }) => [id, firedAtMs]));
  return told.flatMap(({ alert: id, notice, to, edge }) => {
    const [alert, atMs] = [byId.get(id), firedAt.get(notice)];
    if (alert === undefined || atMs === undefined) return [];
    const isSame = ({ trigger, about }: StoredAlert | Mute) =>
      trigger === alert.trigger && about === alert.about;
    const mute = mutes.find((each) => isSame(each) && each.fromMs <= atMs && atMs < each.untilMs);
    const goesOn =
      edge === 'recovered' &&
      alerts.some(
        (each) =>
          isSame(each) &&
          each.openedAtMs < atMs &&
          (each.recoveredAtMs === null || each.recoveredAtMs > atMs),
      );
    return [
      ...(mute === undefined ? [] : [`muted: ${notice} told ${id} to ${to} at ${atMs}`]),
      ...(goesOn ? [`muted: ${notice} told the end of ${id} to ${to}, which goes on`] : []),
    ];
  });
}
