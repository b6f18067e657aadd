/**
 * A history arranged by delivery: what the oracle says must be, what was sent and answered, what
 * was settled, and how it ended. Made once per history and read by every checker. Judges nothing.
 */
import type { DeliveryKey, EndpointKey } from '../../src/core/id.ts';
import type { Happening, History, RestDelivery, Violation } from '../history.ts';
import { type Change, type ChangeOf, changesOf, type Moment } from './change.ts';
import { deliveryKeyOf, EndpointLife, endpointLives, momentOf } from './endpoint-life.ts';
import { type Oracle, type OwedDelivery, oracleOf } from './oracle.ts';

type Told<What extends Happening['what']> = Moment & Extract<Happening, { what: What }>;

/** One request. `withdrawn`: its sender lost the right to send. */
export interface Send {
  readonly sent: Told<'sent'>;
  processed: Told<'processed'>[];
  answered: Told<'answered'> | null;
  withdrawn: Told<'withdrawn'> | null;
  settled: ChangeOf<'settle'> | null;
}

export interface Course {
  readonly owed: OwedDelivery;
  readonly rest: RestDelivery | null;
  readonly key: DeliveryKey | null;
  readonly sends: Send[];
  /** All its settlements, with an attempt or without. */
  readonly settles: ChangeOf<'settle'>[];
}

/** A process: `endMs` is infinite while it runs on; `isCrash` says how it ended. */
export interface Life {
  readonly life: number;
  readonly start: Moment;
  readonly end: Moment | null;
  readonly isCrash: boolean;
}

export interface Ledger {
  readonly history: History;
  readonly changes: readonly Change[];
  readonly oracle: Oracle;
  readonly endpoints: ReadonlyMap<EndpointKey, EndpointLife>;
  readonly courses: readonly Course[];
  /** Courses of one lane, by sequence. */
  readonly lanes: ReadonlyMap<string, readonly Course[]>;
  readonly byPlace: ReadonlyMap<string, Course>;
  readonly bySend: ReadonlyMap<number, Course>;
  /** Sent to a place of a lane where no delivery is owed. */
  readonly strays: readonly Send[];
  readonly sends: readonly Send[];
  readonly lives: ReadonlyMap<number, Life>;
  readonly jumps: readonly Told<'jumped'>[];
}

const KNOWN = new WeakMap<History, Ledger>();

export function ledgerOf(history: History): Ledger {
  const known = KNOWN.get(history) ?? buildLedger(history);
  KNOWN.set(history, known);
  return known;
}

export function laneOf(of: { readonly endpoint: EndpointKey; readonly callId: string }): string {
  return `endpoint ${of.endpoint}, ${of.callId}`;
}

export function placeOf(of: Parameters<typeof laneOf>[0] & { readonly sequence: number }): string {
  return `${laneOf(of)} ${of.sequence}`;
}

export function lifeOf(ledger: Ledger, endpoint: EndpointKey): EndpointLife {
  return ledger.endpoints.get(endpoint) ?? new EndpointLife();
}

/** Where the process of a send ended; null if it outlived the run. */
export function endOfLife(ledger: Ledger, send: Send): Moment | null {
  return ledger.lives.get(send.sent.life)?.end ?? null;
}

/**
 * Whether an outcome certainly counts for the health of its endpoint. An outcome that is not on
 * disk, or was sent with older settings, may be forgotten: such a success leaves the failures
 * before it standing.
 */
export function isNoted(ledger: Ledger, { sent, settled }: Send): boolean {
  const { revision } = lifeOf(ledger, sent.endpoint).versionAt(settled?.at ?? 0) ?? {};
  return settled !== null && settled.argument.revision === revision;
}

export function violation(
  checker: string,
  says: string,
  ms: number,
  of: { readonly endpoint: EndpointKey; readonly callId: string } | null,
): Violation {
  return { checker, says, ms, endpoint: of?.endpoint ?? null, callId: of?.callId ?? null };
}

/** A delivery's name for people. */
export function nameOf(of: OwedDelivery): string {
  return `${of.trigger} (sequence ${of.sequence} of ${of.callId} to endpoint ${of.endpoint})`;
}

function buildLedger(history: History): Ledger {
  const changes = changesOf(history);
  const oracle = oracleOf(changes);
  const rest = new Map(history.rest.deliveries.map((each) => [placeOf(each), each]));
  const byPlace = new Map<string, Course>();
  const byKey = new Map<DeliveryKey, Course>();
  const lanes = new Map<string, Course[]>();
  for (const owed of oracle.deliveries) {
    const place = placeOf(owed);
    const row = rest.get(place) ?? null;
    // The id of a row holds its key; both were made by the store.
    const key = row === null ? null : (deliveryKeyOf(row.deliveryId) as DeliveryKey);
    const course: Course = { owed, rest: row, key, sends: [], settles: [] };
    byPlace.set(place, course);
    if (key !== null) byKey.set(key, course);
    const lane = lanes.get(laneOf(owed)) ?? [];
    lanes.set(laneOf(owed), [...lane, course]);
  }
  const { bySend, strays, sends } = addSends(history, byPlace);
  for (const change of changes) if (change.name === 'settle') addSettle(byKey, change);
  return {
    history,
    changes,
    oracle,
    endpoints: endpointLives(changes),
    courses: [...byPlace.values()],
    lanes,
    byPlace,
    bySend,
    strays,
    sends,
    lives: livesOf(history),
    jumps: history.happenings.flatMap((told, at) =>
      told.what === 'jumped' ? [{ ...told, at }] : [],
    ),
  };
}

function addSends({ happenings }: History, byPlace: ReadonlyMap<string, Course>) {
  const bySend = new Map<number, Course>();
  const strays: Send[] = [];
  const all = new Map<number, Send>();
  for (const [at, told] of happenings.entries()) {
    if (told.what === 'sent') {
      const none = { answered: null, withdrawn: null, settled: null };
      const send: Send = { sent: { ...told, at }, processed: [], ...none };
      all.set(told.send, send);
      const course = byPlace.get(placeOf(told));
      if (course === undefined) strays.push(send);
      else {
        course.sends.push(send);
        bySend.set(told.send, course);
      }
    } else if (told.what === 'processed') {
      all.get(told.send)?.processed.push({ ...told, at });
    } else if (told.what === 'answered') {
      const send = all.get(told.send);
      if (send !== undefined) send.answered = { ...told, at };
    } else if (told.what === 'withdrawn') {
      const send = all.get(told.send);
      if (send !== undefined) send.withdrawn = { ...told, at };
    }
  }
  return { bySend, strays, sends: [...all.values()] };
}

/** A settlement belongs to the last earlier request of its delivery by the same process. */
function addSettle(byKey: ReadonlyMap<DeliveryKey, Course>, change: ChangeOf<'settle'>): void {
  if (change.value.kind === 'fenced') return;
  const course = byKey.get(change.argument.delivery);
  if (course === undefined) return;
  course.settles.push(change);
  if (change.argument.attempt === null) return;
  const send = course.sends.findLast(
    ({ sent }) => sent.at < change.at && sent.life === change.life,
  );
  if (send?.settled === null) send.settled = change;
}

function livesOf({ happenings }: History): Map<number, Life> {
  const lives = new Map<number, Life>();
  for (const [at, told] of happenings.entries()) {
    if (told.what === 'started') {
      const start = momentOf({ ...told, at });
      lives.set(told.life, { life: told.life, start, end: null, isCrash: false });
    }
    if (told.what !== 'crashed' && told.what !== 'stopped') continue;
    const begun = lives.get(told.life);
    const end = momentOf({ ...told, at });
    const start = begun?.start ?? { at: 0, ms: 0, wallMs: 0 };
    lives.set(told.life, { life: told.life, start, end, isCrash: told.what === 'crashed' });
  }
  return lives;
}
