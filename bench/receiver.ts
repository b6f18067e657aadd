/**
 * The receiver of the benchmarks, a process of its own on a plain socket, because Node's HTTP
 * server would be slower than the service. It checks that each request has the Bearer token or a
 * signature (the channel's tests verify their values) and that no lane goes backwards, answers as
 * its path says, and reports over IPC how many requests it answered 200; on request also when the
 * first byte of each call came, by the clock that all processes of a machine share.
 */

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { FAIL_ONE_OF_20, FLAPPING, HEALTHY, SLOW, SLOW_MS } from './receiver-path.ts';

const PROOF = /\r\n(authorization: Bearer bench-token\r\n|webhook-signature: v|signature: \w+=:)/i;
const LENGTH = /\r\ncontent-length: (\d+)\r\n/i;
const SEQUENCE = /\r\nwebhook-sequence: (\d+)\r\n/i;
const CALL = /"callId":"([^"]+)"/;
const ANSWER = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
const REFUSAL = Buffer.from('HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n');
const HEADER_END = Buffer.from('\r\n\r\n');

export interface Counts {
  /** Requests answered 200. */
  received: number;
  /** Requests answered 503. */
  refused: number;
  unverified: number;
  outOfOrder: number;
}

export type Question = 'counts' | 'reset' | 'watch' | 'arrivals';

/** Call, and milliseconds of the monotonic clock. */
export type Arrivals = readonly (readonly [call: string, atMs: number])[];

let arrivals: [string, number][] | null = null;
let counts: Counts = { received: 0, refused: 0, unverified: 0, outOfOrder: 0 };
const turns = new Map<string, number>();
let lanes = new Map<string, number>();

const server = createServer((socket) => {
  socket.setNoDelay(true);
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    const atMs = arrivals === null ? 0 : Number(process.hrtime.bigint()) / 1e6;
    rest = readRequests(socket, rest.length === 0 ? chunk : Buffer.concat([rest, chunk]), atMs);
  });
  socket.on('error', () => socket.destroy());
});

function readRequests(socket: Socket, bytes: Buffer, atMs: number): Buffer {
  let start = 0;
  for (;;) {
    const end = bytes.indexOf(HEADER_END, start);
    if (end < 0) return bytes.subarray(start);
    const head = bytes.toString('latin1', start, end + 2);
    const bodyStart = end + HEADER_END.length;
    const bodyEnd = bodyStart + Number(LENGTH.exec(head)?.[1] ?? 0);
    if (bytes.length < bodyEnd) return bytes.subarray(start);
    answer(socket, { head, body: bytes.toString('latin1', bodyStart, bodyEnd), atMs });
    start = bodyEnd;
  }
}

interface Arrived {
  readonly head: string;
  readonly body: string;
  readonly atMs: number;
}

function answer(socket: Socket, arrived: Arrived): void {
  const path = arrived.head.slice('POST '.length, arrived.head.indexOf(' ', 'POST '.length));
  if (path.startsWith(SLOW)) setTimeout(() => socket.write(ANSWER), SLOW_MS);
  else if (path.startsWith(FAIL_ONE_OF_20) && isTurn(FAIL_ONE_OF_20, 20)) refuse(socket);
  else if (path.startsWith(FLAPPING) && isTurn(path, 2)) refuse(socket);
  else if (path.startsWith(FLAPPING)) socket.write(ANSWER);
  else {
    count(path, arrived);
    socket.write(ANSWER);
  }
}

function refuse(socket: Socket): void {
  counts.refused += 1;
  socket.write(REFUSAL);
}

/** True for every `every`th request of this name. */
function isTurn(name: string, every: number): boolean {
  const turn = (turns.get(name) ?? 0) + 1;
  turns.set(name, turn % every);
  return turn === every;
}

function count(path: string, { head, body, atMs }: Arrived): void {
  counts.received += 1;
  if (!PROOF.test(head)) counts.unverified += 1;
  const sequence = SEQUENCE.exec(head)?.[1];
  const call = CALL.exec(body)?.[1];
  if (sequence === undefined || call === undefined) return;
  arrivals?.push([call, atMs]);
  const position = Number(sequence);
  const lane = path === HEALTHY ? call : `${path} ${call}`;
  if (position <= (lanes.get(lane) ?? 0)) counts.outOfOrder += 1;
  lanes.set(lane, position);
}

server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('message', (question: Question) => {
  if (question === 'reset') {
    counts = { received: 0, refused: 0, unverified: 0, outOfOrder: 0 };
    lanes = new Map();
  }
  if (question === 'watch') arrivals = [];
  process.send?.(question === 'arrivals' ? (arrivals ?? []) : counts);
});
process.on('disconnect', () => process.exit(0));
