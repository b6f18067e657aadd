/**
 * The live stream: server-sent events that name what changed in a project, so that a page reads it
 * again (`engine/live`). Ids only, never content, so a slow reader is sent `resync` and never
 * waited for. Bounded: seats (`stream-seats.ts`), bytes that wait for one reader, and the time
 * until the listener's rights are checked again. Source: S12.19.
 */
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../core/error/service-error.ts';
import type { LiveMessage } from '../../engine/live/live-hub.ts';
import type { Timer } from '../../engine/ports/clock.ts';
import type { App } from '../app.ts';
import { replies, Type } from '../schema/shared.ts';
import type { Service } from '../service.ts';
import {
  ACTOR_STREAMS_MAX,
  PROJECT_STREAMS_MAX,
  STREAMS_MAX,
  type StreamSeats,
} from '../stream-seats.ts';

/** Most proxies close a connection that is silent for a minute. */
export const HEARTBEAT_MS = 15_000;
/** After this time the page reconnects, and the session is checked again. */
export const STREAM_MS_MAX = 600_000;
/** A sleeping page reads nothing; it is sent `resync` when it wakes up. */
const WAITING_BYTES_MAX = 64 * 1024;
const RETRY_MS = 2_000;

const Text = Type.String();

export function registerStreamRoutes(app: App, service: Service): void {
  app.addHook('preClose', async () => app.streamSeats.endAll());
  app.get(
    '/v1/stream',
    {
      config: { scope: 'calls:read' },
      schema: {
        operationId: 'streamEvents',
        summary: 'Changes as server-sent events: ids only',
        description:
          'Each event is `{t, id, callId, ep, state}`: ask the API for what `t` names. The event ' +
          '`resync` says that events were left out. `Last-Event-ID` goes on where a ' +
          'connection broke off, for five minutes. It ends after ten minutes; connect again. It ' +
          `ends at once when the key, the session or the role is gone. At most ${STREAMS_MAX} of ` +
          `a process, ${PROJECT_STREAMS_MAX} of a project and ${ACTOR_STREAMS_MAX} of one key or ` +
          'person (429).',
        tags: ['calls'],
        response: replies({
          200: {
            description: 'Lines of events',
            content: { 'text/event-stream': { schema: Text } },
          },
        }),
      },
    },
    (request, reply) => {
      const refusal = app.streamSeats.refusal(request.actor);
      if (refusal !== null) throw new ServiceError('RATE_LIMITED', refusal, { retryAfterS: 60 });
      stream(request, reply, service, app.streamSeats);
    },
  );
}

function stream(
  request: FastifyRequest,
  reply: FastifyReply,
  { live, clock }: Service,
  seats: StreamSeats,
): void {
  const { raw } = reply;
  reply.hijack();
  // The headers of every reply, which the first hook set.
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    // nginx would buffer the stream otherwise.
    'x-accel-buffering': 'no',
    connection: 'close',
  });
  if (request.method === 'HEAD') {
    raw.end();
    return;
  }
  const lines = new EventLines(raw);
  const subscription = live.subscribe(
    request.actor.projectKey,
    sequenceOf(request.headers['last-event-id']),
    (message) => lines.tell(message),
  );
  lines.begin(subscription.sequence);
  if (subscription.missed === 'resync') {
    lines.tell({ sequence: subscription.sequence, news: 'resync' });
  } else {
    for (const message of subscription.missed) lines.tell(message);
  }
  let heartbeat: Timer = clock.after(HEARTBEAT_MS, beat);
  const longest = clock.after(STREAM_MS_MAX, end);
  const seat = seats.take(request, end);
  function beat(): void {
    lines.beat();
    heartbeat = clock.after(HEARTBEAT_MS, beat);
    seat.judge();
  }
  function end(): void {
    if (!seat.leave()) return;
    subscription.end();
    heartbeat.cancel();
    longest.cancel();
    raw.end();
  }
  raw.once('close', end);
  raw.on('error', end);
}

/** Returns null for a text that is no sequence of this service. */
function sequenceOf(header: string | string[] | undefined): number | null {
  const sequence = typeof header === 'string' && /^[0-9]{1,15}$/.test(header) ? +header : null;
  return sequence;
}

class EventLines {
  readonly #raw: ServerResponse;
  /** Whether messages were dropped because the reader was too slow; it is then sent `resync`. */
  #behind = false;

  constructor(raw: ServerResponse) {
    this.#raw = raw;
  }

  begin(sequence: number): void {
    this.#raw.write(`retry: ${RETRY_MS}\nid: ${sequence}\nevent: hello\ndata: {}\n\n`);
  }

  tell({ sequence, news }: LiveMessage): void {
    if (this.#raw.writableLength > WAITING_BYTES_MAX) {
      this.#behind = true;
      return;
    }
    const isAll = this.#behind || news === 'resync';
    this.#behind = false;
    const event = isAll ? 'event: resync\ndata: {}' : `data: ${JSON.stringify(news)}`;
    this.#raw.write(`id: ${sequence}\n${event}\n\n`);
  }

  beat(): void {
    if (this.#raw.writableLength > WAITING_BYTES_MAX) return;
    this.#raw.write(this.#behind ? 'event: resync\ndata: {}\n\n' : ': still here\n\n');
    this.#behind = false;
  }
}
