/**
 * The network and the receivers of the simulator: a channel per process life, requests that take
 * their time and meet the fate of `fate.ts`, and a look at what must never be on a wire: two
 * requests of one lane at once, or more than the limits allow. A crash ends no request that has
 * left: it may still arrive. Must never tell a dead life anything.
 */
import { hash } from 'node:crypto';
import type { SendResult } from '../../src/core/delivery/outcome.ts';
import type { StoredState } from '../../src/core/delivery/state.ts';
import { type EndpointKey, parseId } from '../../src/core/id.ts';
import type { Channel, SendRequest } from '../../src/engine/ports/channel.ts';
import type { Connection } from '../../src/store/sqlite/connection.ts';
import { query } from '../../src/store/statement.ts';
import type { Recorder } from '../history.ts';
import { chanceOf } from '../script/random.ts';
import type { ReceiverMode } from '../script/script.ts';
import { type Answer, type Fate, fateOf } from './fate.ts';
import type { Roster } from './roster.ts';
import type { Life, Timeline } from './timeline.ts';

/** Of requests on the wire when their sender dies, so many in a hundred arrive all the same. */
const ARRIVES_PERCENT = 50;
/** More faults than these say nothing new. */
const FAULTS_MAX = 100;

/** Parameters: delivery. Primary key, then index deliveries_lane. */
const ON_DISK = query<{ state: StoredState; older_open: number }>(`
  select d.state, (
    select count(*) from deliveries o indexed by deliveries_lane
    where o.endpoint_key = d.endpoint_key and o.call_key = d.call_key
      and o.closed_at is null and o.sequence < d.sequence
  ) older_open from deliveries d where d.key = ?`);

export interface NetworkParts {
  readonly seed: number;
  readonly timeline: Timeline;
  readonly recorder: Recorder;
  readonly db: Connection;
  readonly roster: Roster;
  readonly inFlightMax: number;
}

interface Flight {
  readonly send: number;
  readonly life: Life;
  readonly endpoint: number;
  readonly lane: string;
  readonly fate: Fate;
  readonly sentAtMs: number;
  /** The receiver acts or will not; the sender has its result. */
  hasArrived: boolean;
  hasEnded: boolean;
  isCut: boolean;
}

export interface PresentMode {
  readonly mode: ReceiverMode;
  readonly key: EndpointKey;
  readonly sinceMs: number;
}

export class Network {
  readonly faults: string[] = [];
  readonly #parts: NetworkParts;
  readonly #modes = new Map<number, PresentMode>();
  readonly #flights = new Set<Flight>();
  /** How often a delivery was sent under one attempt number: more than once after crashes. */
  readonly #repeats = new Map<string, number>();
  /** The text of a body by its hash: one copy for all attempts. */
  readonly #bodies = new Map<string, string>();
  #sends = 0;

  constructor(parts: NetworkParts) {
    this.#parts = parts;
  }

  /** From now on; `endMode` ends it, unless another took its place. Of a known receiver only. */
  setMode(endpoint: number, mode: ReceiverMode): PresentMode | null {
    const { timeline, roster, recorder } = this.#parts;
    const known = roster.find(endpoint);
    if (known === null) return null;
    const present = { mode, sinceMs: timeline.monoMs(), key: known.key };
    this.#modes.set(endpoint, present);
    recorder.note({ what: 'receiver', endpoint: known.key, mode });
    return present;
  }

  endMode(endpoint: number, present: PresentMode | null): void {
    if (present === null || this.#modes.get(endpoint) !== present) return;
    this.#modes.delete(endpoint);
    this.#parts.recorder.note({ what: 'receiver', endpoint: present.key, mode: null });
  }

  heal(): void {
    for (const [endpoint, present] of [...this.#modes]) this.endMode(endpoint, present);
  }

  channelOf(life: Life): Channel {
    const lanes = new Map<string, Flight>();
    const busy = new Map<number, number>();
    return {
      send: (request) => {
        if (life.dead) return new Promise(() => {});
        const flight = this.#takeOff(life, request);
        this.#watch(flight, request, lanes, busy);
        return new Promise((resolve) => {
          const { endsAfterMs, answer } = flight.fate;
          this.#parts.timeline.clockOf(life).after(endsAfterMs, () => {
            flight.hasEnded = true;
            this.#forget(flight);
            if (lanes.get(flight.lane) === flight) lanes.delete(flight.lane);
            busy.set(flight.endpoint, (busy.get(flight.endpoint) ?? 0) - 1);
            const result = resultOf(answer, endsAfterMs);
            this.#parts.recorder.note({ what: 'answered', send: flight.send, result });
            resolve(result);
          });
        });
      },
    };
  }

  /** After its sender died: what has not arrived yet may be lost with it. */
  senderDied(life: Life): void {
    for (const flight of this.#flights) {
      if (flight.life !== life) continue;
      const arrives = chanceOf(this.#parts.seed, 'wire', flight.send) * 100 < ARRIVES_PERCENT;
      if (!flight.hasArrived && !arrives) flight.isCut = true;
      this.#flights.delete(flight);
    }
  }

  #takeOff(life: Life, request: SendRequest): Flight {
    const { timeline, roster } = this.#parts;
    this.#sends += 1;
    const endpoint = roster.numberOf(request.endpoint);
    const flight: Flight = {
      send: this.#sends,
      life,
      endpoint,
      lane: `${endpoint} ${request.callId}`,
      fate: this.#fateOf(endpoint, request),
      sentAtMs: timeline.monoMs(),
      hasArrived: false,
      hasEnded: false,
      isCut: false,
    };
    this.#note(flight, request);
    this.#flights.add(flight);
    const { actsAfterMs } = flight.fate;
    if (actsAfterMs === null) flight.hasArrived = true;
    else timeline.after(actsAfterMs, () => this.#arrive(flight));
    return flight;
  }

  #arrive(flight: Flight): void {
    if (flight.isCut) return;
    flight.hasArrived = true;
    this.#forget(flight);
    this.#parts.recorder.note({
      what: 'processed',
      send: flight.send,
      status: flight.fate.status,
      late: flight.hasEnded || flight.life.dead,
    });
  }

  #forget(flight: Flight): void {
    if (flight.hasArrived && flight.hasEnded) this.#flights.delete(flight);
  }

  #fateOf(endpoint: number, request: SendRequest): Fate {
    const { seed, timeline, roster } = this.#parts;
    const { callId, sequence, attempt } = request;
    const about = `${endpoint}|${callId}|${sequence}|${attempt}`;
    const repeat = this.#repeats.get(about) ?? 0;
    this.#repeats.set(about, repeat + 1);
    const present = this.#modes.get(endpoint);
    return fateOf({
      mode: present?.mode ?? null,
      sinceMs: present?.sinceMs ?? 0,
      nowMs: timeline.monoMs(),
      latencyMs: roster.plans[endpoint]?.latencyMs ?? 0,
      timeoutMs: request.endpoint.timeoutMs,
      fraction: (name) => chanceOf(seed, 'net', about, repeat, name),
    });
  }

  #note(flight: Flight, request: SendRequest): void {
    const { db, recorder } = this.#parts;
    const { deliveryId, webhookId, callId, sequence, trigger, attempt } = request;
    const onDisk = db.one(ON_DISK, parseId('dlv', deliveryId)?.key ?? 0);
    const bodyHash = hash('sha256', request.body, 'hex');
    const body = this.#bodies.get(bodyHash) ?? request.body;
    this.#bodies.set(bodyHash, body);
    recorder.note({
      what: 'sent',
      send: flight.send,
      life: flight.life.number,
      endpoint: request.endpoint.key,
      callId,
      sequence,
      deliveryId,
      webhookId,
      trigger,
      attempt,
      bodyHash,
      body,
      olderOpen: onDisk?.older_open ?? 0,
      stored: onDisk?.state ?? null,
    });
  }

  #watch(
    flight: Flight,
    request: SendRequest,
    lanes: Map<string, Flight>,
    busy: Map<number, number>,
  ): void {
    const { endpoint, lane, send } = flight;
    const other = lanes.get(lane);
    if (other !== undefined) this.#fault(`sends ${other.send} and ${send}: one lane at once`);
    lanes.set(lane, flight);
    const now = (busy.get(endpoint) ?? 0) + 1;
    busy.set(endpoint, now);
    const { concurrency } = request.endpoint.pacing;
    if (now > concurrency) this.#fault(`send ${send}: ${now} at once, ${concurrency} allowed`);
    const { inFlightMax } = this.#parts;
    if (lanes.size > inFlightMax) this.#fault(`send ${send}: ${lanes.size} in flight`);
  }

  #fault(says: string): void {
    if (this.faults.length < FAULTS_MAX) this.faults.push(says);
  }
}

function resultOf(answer: Answer, durationMs: number): SendResult {
  switch (answer.kind) {
    case 'response':
      return { ...answer, excerpt: null, durationMs };
    case 'error':
      return { ...answer, detail: 'The simulator says so.', durationMs };
    case 'blocked':
      return { ...answer, detail: 'The address is not allowed.', durationMs };
  }
}
