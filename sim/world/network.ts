/**
 * The simulator's network: a channel per life of a process, requests that take their time and meet
 * the fate of `fate.ts`, and a check for what must never be on a wire: two requests of one lane at
 * once, or more than the limits allow. A crash ends no request that has left: it may still arrive,
 * and so may one whose permit ends. Must never answer a dead life.
 */
import { hash } from 'node:crypto';
import type { SendResult } from '../../src/core/delivery/outcome.ts';
import type { StoredState } from '../../src/core/delivery/state.ts';
import { SHARDS } from '../../src/core/endpoint/endpoint.ts';
import { parseId } from '../../src/core/id.ts';
import { isOpsTrigger } from '../../src/core/trigger/ops-trigger.ts';
import type { Channel, Permit, SendRequest } from '../../src/engine/ports/channel.ts';
import type { Connection } from '../../src/store/sqlite/connection.ts';
import { query } from '../../src/store/statement.ts';
import type { Recorder } from '../history.ts';
import { chanceOf } from '../script/random.ts';
import { type Fate, fateOf, resultOf } from './fate.ts';
import { latencyMs } from './latency.ts';
import { Permits } from './permits.ts';
import type { Receivers } from './receivers.ts';
import type { Roster } from './roster.ts';
import type { Life, Timeline } from './timeline.ts';

/** Percent of requests on the wire that arrive although their sender dies. */
const ARRIVES_PERCENT = 50;
/** Percent of requests that find no open connection. */
const CONNECTS_PERCENT = 30;
/** How many faults are kept; more say nothing new. */
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
  readonly receivers: Receivers;
  readonly inFlightMax: number;
  /** A receiver has acted on a request, and is about to answer with this status. */
  readonly onActed: (request: SendRequest, status: number) => void;
  /** Mean time to open a connection; 0 if one is always open. */
  readonly connectMs: number;
}

interface Flight {
  readonly send: number;
  readonly life: Life;
  readonly endpoint: number;
  readonly lane: string;
  readonly fate: Fate;
  readonly permit: Permit;
  /**
   * `hasArrived`: it is decided whether the receiver acts. `hasEnded`: the sender has its result.
   */
  hasArrived: boolean;
  hasEnded: boolean;
  isCut: boolean;
}

export class Network {
  readonly faults: string[] = [];
  readonly #parts: NetworkParts;
  readonly #flights = new Set<Flight>();
  /** How often a delivery was sent under one attempt number: more than once after crashes. */
  readonly #repeats = new Map<string, number>();
  /** The text of a body by its hash: one copy for all attempts. */
  readonly #bodies = new Map<string, string>();
  readonly #permits: Permits;
  #sends = 0;

  constructor(parts: NetworkParts) {
    this.#parts = parts;
    this.#permits = new Permits(parts.recorder);
  }

  channelOf(life: Life): Channel {
    const wire: Wire = { lanes: new Map(), busy: new Map() };
    return {
      send: (request) => {
        if (life.dead) return new Promise(() => {});
        return new Promise((resolve) => {
          const delayMs = this.#connectMs(request);
          const write = () => this.#write(life, request, wire, resolve);
          if (delayMs === 0) write();
          else this.#parts.timeline.tell(life, delayMs, write);
        });
      },
    };
  }

  /** The owner of these shards has changed: at most one life may hold the permit of each. */
  lookAtPermits(shards: readonly number[]): void {
    for (const shard of shards) this.#permits.look(shard);
  }

  /** The life gave these shards back in the database, and hears of it later. */
  forgetPermits(life: Life, shards: readonly number[]): void {
    for (const shard of shards) this.#permits.forget(shard, life);
  }

  /** The sender died: its requests that have not arrived yet may get lost. */
  senderDied(life: Life): void {
    for (const flight of this.#flights) {
      if (flight.life !== life) continue;
      this.#cut(flight);
      this.#flights.delete(flight);
    }
  }

  /** Asks the permit at the first byte, and watches for its end from then on. */
  #write(
    life: Life,
    request: SendRequest,
    { lanes, busy }: Wire,
    resolve: (result: SendResult) => void,
  ): void {
    const { permit } = request;
    if (!permit.holds()) {
      resolve(ENDED);
      return;
    }
    const { timeline, recorder } = this.#parts;
    const flight = this.#takeOff(life, request);
    this.#watch(flight, request, lanes, busy);
    const end = (): void => {
      flight.hasEnded = true;
      this.#forget(flight);
      if (lanes.get(flight.lane) === flight) lanes.delete(flight.lane);
      busy.set(flight.endpoint, (busy.get(flight.endpoint) ?? 0) - 1);
    };
    const { endsAfterMs, answer } = flight.fate;
    const answered = timeline.tell(life, endsAfterMs, () => {
      unhear();
      end();
      const result = resultOf(answer, endsAfterMs);
      recorder.note({ what: 'answered', send: flight.send, result });
      resolve(result);
    });
    const unhear = permit.onEnd(() => {
      answered.cancel();
      this.#cut(flight);
      end();
      recorder.note({ what: 'withdrawn', send: flight.send });
      resolve(ENDED);
    });
  }

  /** A request whose sender no longer waits: it arrives or gets lost. */
  #cut(flight: Flight): void {
    const arrives = chanceOf(this.#parts.seed, 'wire', flight.send) * 100 < ARRIVES_PERCENT;
    if (!flight.hasArrived && !arrives) flight.isCut = true;
  }

  #connectMs({ endpoint, callId, sequence, attempt }: SendRequest): number {
    const { seed, connectMs, timeline } = this.#parts;
    if (connectMs === 0) return 0;
    const about = `${endpoint.key}|${callId}|${sequence}|${attempt}|${timeline.monoMs()}`;
    const fraction = (name: string) => chanceOf(seed, name, about);
    if (fraction('connects') * 100 >= CONNECTS_PERCENT) return 0;
    return latencyMs(connectMs, fraction('connect'));
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
      permit: request.permit,
      hasArrived: false,
      hasEnded: false,
      isCut: false,
    };
    this.#note(flight, request);
    this.#flights.add(flight);
    const { actsAfterMs } = flight.fate;
    if (actsAfterMs === null) flight.hasArrived = true;
    else timeline.after(actsAfterMs, () => this.#arrive(flight, request));
    return flight;
  }

  #arrive(flight: Flight, request: SendRequest): void {
    if (flight.isCut) return;
    flight.hasArrived = true;
    this.#forget(flight);
    this.#parts.recorder.note({
      what: 'processed',
      send: flight.send,
      status: flight.fate.status,
      late: flight.hasEnded || flight.life.dead || !flight.permit.holds(),
    });
    this.#parts.onActed(request, flight.fate.status);
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
    const present = this.#parts.receivers.modeOf(endpoint);
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
    if (isOpsTrigger(trigger)) throw new Error('the simulation opens no alerts');
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
    this.#watchOthers(flight);
    this.#permits.note(request.endpoint.key % SHARDS, flight);
    const now = (busy.get(endpoint) ?? 0) + 1;
    busy.set(endpoint, now);
    const { concurrency } = request.endpoint.pacing;
    if (now > concurrency) this.#fault(`send ${send}: ${now} at once, ${concurrency} allowed`);
    const { inFlightMax } = this.#parts;
    if (lanes.size > inFlightMax) this.#fault(`send ${send}: ${lanes.size} in flight`);
  }

  /** If another life has a request of the same lane on the wire, it must have lost its right. */
  #watchOthers({ life, lane, send }: Flight): void {
    for (const other of this.#flights) {
      if (other.life === life || other.lane !== lane || other.hasEnded) continue;
      if (other.permit.holds()) this.#fault(`sends ${other.send} and ${send}: two owners at once`);
    }
  }

  #fault(says: string): void {
    if (this.faults.length < FAULTS_MAX) this.faults.push(says);
  }
}

/** A life's requests on the wire: by lane, and their number by endpoint. */
interface Wire {
  readonly lanes: Map<string, Flight>;
  readonly busy: Map<number, number>;
}

/** As the real channel reports it. */
const ENDED: SendResult = {
  kind: 'error',
  error: 'network',
  detail: 'The right to send it ended.',
  durationMs: 0,
};
