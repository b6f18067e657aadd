/**
 * Receivers on real sockets that write down every webhook they have read, with a behaviour per
 * path: `/good` answers 200, `/slow` takes 30 ms, `/flaky` answers 503 and 429 with Retry-After,
 * `/reset` resets its connections at every stage and sometimes never answers, `/dead` is a port on
 * which no process listens until `heal`. What `/flaky` and `/reset` do wrong they do to the first
 * attempts of a delivery only: after seven it would rightly be given up and look lost. What follows
 * a behaviour, as in `/good/2`, tells endpoints apart.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Stream } from '../../sim/script/random.ts';

export interface Arrival {
  readonly path: string;
  readonly webhookId: string;
  readonly callId: string;
  readonly trigger: string;
  readonly sequence: number;
  readonly attempt: number;
  readonly bodyHash: string;
  /** The process that opened the connection of the request. */
  readonly life: number;
  /** Monotonic. */
  readonly atMs: number;
  /** The status decided, 200 also if the request was processed and its answer was lost. */
  readonly status: number;
  /** The receiver processed the request, and the sender cannot know. */
  readonly lostAnswer: boolean;
}

export const PATHS = ['/good', '/slow', '/flaky', '/reset', '/dead'] as const;
export type Path = (typeof PATHS)[number];

export interface RecordingReceiver {
  /** The target of an endpoint with this behaviour, at one of the ports. */
  target(path: Path, port?: number): string;
  readonly arrivals: readonly Arrival[];
  /** Requests whose connection was reset before they were read. */
  readonly unread: number;
  /** From now on every path answers 200 at once. */
  heal(): Promise<void>;
  close(): Promise<void>;
}

/** How many attempts of a delivery may be disturbed; a delivery has seven. */
const BAD_ATTEMPTS_MAX = 4;
const SLOW_MS = 30;
const BAD_PERCENT = 20;

type Reaction = 'ok' | '503' | '429' | 'reset-unread' | 'reset-read' | 'reset-answering' | 'hang';

/**
 * `lifeOf`: returns the number of the process behind a connection just accepted. On each of the
 * `ports` one connection is accepted per turn of the event loop.
 */
export async function startRecordingReceiver(
  chance: Stream,
  lifeOf: (connection: Socket) => number,
  ports = 1,
): Promise<RecordingReceiver> {
  const arrivals: Arrival[] = [];
  const lives = new WeakMap<Socket, number>();
  let healed = false;
  let unread = 0;
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const behaviour = behaviourOf(request);
    const attempt = Number(request.headers['webhook-attempt']);
    const may = !healed && attempt <= BAD_ATTEMPTS_MAX;
    const reaction = may ? reactionOf(behaviour, chance) : 'ok';
    if (reaction === 'reset-unread') {
      unread += 1;
      request.socket.resetAndDestroy();
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      arrivals.push(arrivalOf(request, body, reaction, lives.get(request.socket) ?? 0));
      if (!healed && behaviour === '/slow') setTimeout(() => react(reaction, response), SLOW_MS);
      else react(reaction, response);
    });
    // The sender was killed in the middle of the request.
    request.on('error', () => {});
  };
  const listen = async (server: Server, port: number): Promise<number> => {
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };
  const make = (): Server => {
    const server = createServer(serve);
    server.keepAliveTimeout = 60_000;
    server.on('connection', (socket: Socket) => lives.set(socket, lifeOf(socket)));
    return server;
  };
  const alive = Array.from({ length: ports }, make);
  const dead = make();
  const alivePorts = await Promise.all(alive.map((server) => listen(server, 0)));
  const deadPort = await listen(dead, 0);
  await closed(dead);
  return {
    target: (path, port = 0) => {
      const at = path === '/dead' ? deadPort : alivePorts[port % ports];
      return `http://127.0.0.1:${at}${path}`;
    },
    arrivals,
    get unread() {
      return unread;
    },
    async heal() {
      healed = true;
      await listen(dead, deadPort);
    },
    async close() {
      await Promise.all([...alive, dead].map(closed));
    },
  };
}

function behaviourOf({ url = '/' }: IncomingMessage): string {
  const end = url.indexOf('/', 1);
  return end === -1 ? url : url.slice(0, end);
}

function reactionOf(behaviour: string, chance: Stream): Reaction {
  if (!chance.chance(BAD_PERCENT)) return 'ok';
  if (behaviour === '/flaky') return chance.pick(['503', '429']);
  if (behaviour !== '/reset') return 'ok';
  // A hang costs its lane the whole timeout.
  if (chance.chance(5)) return 'hang';
  return chance.pick(['reset-unread', 'reset-read', 'reset-answering']);
}

function arrivalOf(
  request: IncomingMessage,
  body: Buffer,
  reaction: Reaction,
  life: number,
): Arrival {
  const { headers } = request;
  const content: { data: { callId: string } } = JSON.parse(body.toString());
  const refused = reaction === '503' || reaction === '429';
  return {
    path: request.url ?? '/',
    webhookId: String(headers['webhook-id']),
    callId: content.data.callId,
    trigger: String(headers['webhook-event']),
    sequence: Number(headers['webhook-sequence']),
    attempt: Number(headers['webhook-attempt']),
    bodyHash: createHash('sha256').update(body).digest('base64'),
    life,
    atMs: performance.now(),
    status: refused ? Number(reaction) : 200,
    lostAnswer: reaction !== 'ok' && !refused,
  };
}

function react(reaction: Reaction, response: ServerResponse): void {
  const { socket } = response;
  switch (reaction) {
    case 'ok':
      response.writeHead(200).end();
      return;
    case '503':
    case '429':
      response.writeHead(Number(reaction), { 'retry-after': '1' }).end();
      return;
    case 'reset-answering':
      socket?.write('HTTP/1.1 200 OK\r\ncontent-le', () => socket.resetAndDestroy());
      return;
    case 'reset-read':
    case 'reset-unread':
      socket?.resetAndDestroy();
      return;
    case 'hang':
      return;
  }
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
