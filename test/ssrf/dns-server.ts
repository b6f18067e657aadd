/**
 * A name server on loopback that answers each question with the records of a script, so that one
 * name can resolve to another address each time. It speaks UDP, and TCP for resolvers that ask
 * again after a truncated answer, and only as much DNS as resolvers need.
 */
import { createSocket, type Socket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { TestContext } from 'node:test';
import type { NameLookup } from '../../src/channel/name-lookup.ts';
import { groupsOf, numberOf, octetsOf } from './address-math.ts';
import { listenTogether } from './listen-together.ts';

export interface Question {
  readonly name: string;
  readonly type: 'A' | 'AAAA';
  /** How many questions for this name and type came before. */
  readonly earlier: number;
  readonly over: 'udp' | 'tcp';
}

export type Answer =
  | { readonly kind: 'addresses'; readonly addresses: readonly string[] }
  /** Each name is an alias of the next; the last one has the addresses. */
  | {
      readonly kind: 'alias';
      readonly via: readonly string[];
      readonly addresses: readonly string[];
    }
  | { readonly kind: 'truncated' | 'no-such-name' | 'failed' | 'silent' };

export interface DnsServer {
  readonly port: number;
  readonly asked: number;
  /** Resolves when that many questions have come. */
  arrived(count: number): Promise<void>;
}

const TYPES: Readonly<Record<number, Question['type']>> = { 1: 'A', 28: 'AAAA' };
const CNAME = 5;
const IN = 1;

export async function startDns(
  test: TestContext,
  script: (question: Question) => Answer,
): Promise<DnsServer> {
  const counts = new Map<string, number>();
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  let asked = 0;
  const answerTo = (query: Buffer, over: Question['over']): Buffer | null => {
    const { name, type, end } = questionOf(query);
    const earlier = counts.get(`${name} ${type}`) ?? 0;
    counts.set(`${name} ${type}`, earlier + 1);
    asked += 1;
    for (const { count, resolve } of waiting) if (asked >= count) resolve();
    return encode(query.subarray(0, end), name, script({ name, type, earlier, over }));
  };
  const make = () => tcpServer(test, (query) => answerTo(query, 'tcp'));
  const port = await listenTogether(test, [{ host: '127.0.0.1', make }]);
  // The port is free over TCP; over UDP only another name server would have it.
  const udp = createSocket({ type: 'udp4' }, (query, peer) => {
    const answer = answerTo(query, 'udp');
    if (answer !== null) udp.send(answer, peer.port, peer.address);
  });
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');
  test.after(() => close(udp));
  return {
    port,
    get asked() {
      return asked;
    },
    arrived: (count) =>
      asked >= count
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push({ count, resolve })),
  };
}

/** A lookup like that of the service, for IPv4 and IPv6, from this server. */
export function lookupFrom(test: TestContext, server: Pick<DnsServer, 'port'>): NameLookup {
  const resolver = new Resolver({ timeout: 5_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${server.port}`]);
  test.after(() => resolver.cancel());
  return async (hostname) => {
    const found = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    const failed = found.find((each) => each.status === 'rejected');
    if (addresses.length === 0 && failed !== undefined) throw failed.reason;
    return addresses;
  };
}

function tcpServer(test: TestContext, answerTo: (query: Buffer) => Buffer | null): Server {
  return createServer((socket) => {
    socket.on('error', () => {});
    let bytes = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      while (bytes.length >= 2 && bytes.length >= 2 + bytes.readUInt16BE(0)) {
        const length = bytes.readUInt16BE(0);
        const answer = answerTo(bytes.subarray(2, 2 + length));
        bytes = bytes.subarray(2 + length);
        if (answer !== null) socket.write(Buffer.concat([short(answer.length), answer]));
      }
    });
    test.after(() => socket.destroy());
  });
}

function questionOf(query: Buffer): Pick<Question, 'name' | 'type'> & { readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = TYPES[query.readUInt16BE(at + 1)];
  if (type === undefined) throw new Error('only A and AAAA are asked for');
  return { name: labels.join('.').toLowerCase(), type, end: at + 5 };
}

/** `question`: the received header and question. Null if the server stays silent. */
function encode(question: Buffer, name: string, answer: Answer): Buffer | null {
  if (answer.kind === 'silent') return null;
  const records = recordsOf(name, answer);
  const truncated = answer.kind === 'truncated' ? 0x0200 : 0;
  const code = answer.kind === 'no-such-name' ? 3 : answer.kind === 'failed' ? 2 : 0;
  const head = Buffer.alloc(12);
  question.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8580 | truncated | code, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  return Buffer.concat([head, question.subarray(12), ...records]);
}

function recordsOf(name: string, answer: Answer): readonly Buffer[] {
  if (answer.kind === 'addresses') return answer.addresses.map((each) => address(name, each));
  if (answer.kind !== 'alias') return [];
  const names = [name, ...answer.via];
  const aliases = answer.via.map((to, index) => record(names[index] ?? name, CNAME, nameBytes(to)));
  return [...aliases, ...answer.addresses.map((each) => address(names.at(-1) ?? name, each))];
}

function address(name: string, text: string): Buffer {
  const { family, value } = numberOf(text);
  if (family === 4) return record(name, 1, Buffer.from(octetsOf(value)));
  return record(name, 28, Buffer.from(groupsOf(value).join(''), 'hex'));
}

/** A record with a time to live of 0, which no resolver may cache. */
function record(name: string, type: number, data: Buffer): Buffer {
  const parts = [nameBytes(name), short(type), short(IN), short(0), short(0), short(data.length)];
  return Buffer.concat([...parts, data]);
}

function nameBytes(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from(label, 'latin1'));
  return Buffer.concat([...labels.flatMap((each) => [Buffer.from([each.length]), each]), ZERO]);
}

const ZERO = Buffer.alloc(1);

function short(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function close(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.close(() => resolve()));
}
