/** Receivers with a valid status and a hostile body: the status decides. */
import { gzipSync } from 'node:zlib';
import {
  BOTH,
  drip,
  finish,
  type HostileCase,
  pouring,
  reset,
  saying,
  sayingThen,
  silent,
} from './hostile-case.ts';

const HEAD = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${HEAD}transfer-encoding: chunked\r\n\r\n`;
const GIB = 1_073_741_824;
const BOMB = gzipSync(Buffer.alloc(64 * 1_024 * 1_024));

type Row = Omit<HostileCase, 'outcome' | 'shown' | 'over'>;

const delivered = (row: Row): HostileCase => ({
  outcome: 'delivered',
  shown: 200,
  over: BOTH,
  ...row,
});

function zipped(encoding: string): Buffer {
  const head = `${HEAD}content-encoding: ${encoding}\r\ncontent-length: ${BOMB.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), BOMB]);
}

export const BODIES: readonly HostileCase[] = [
  {
    what: 'sends a body without end',
    end: '16 KiB',
    act: pouring(`${HEAD}\r\n`, 'z'.repeat(1_024)),
  },
  {
    what: 'sends chunks without end',
    end: '16 KiB',
    act: pouring(CHUNKED, `400\r\n${'z'.repeat(1_024)}\r\n`),
  },
  {
    what: 'sends its body a byte at a time',
    end: 'drain',
    act: sayingThen(`${HEAD}\r\n`, (socket) => drip(socket, Buffer.from('z'))),
  },
  {
    what: 'sends its body in chunks of a byte with a long extension each',
    end: '128 KiB',
    act: pouring(CHUNKED, `1;e=${'e'.repeat(8_000)}\r\nx\r\n`),
  },
  {
    what: 'sends an extension of a chunk without end',
    end: '128 KiB',
    act: pouring(`${CHUNKED}1;e=`, 'e'.repeat(1_024)),
  },
  {
    what: 'sends trailers without end',
    end: '128 KiB',
    act: pouring(`${CHUNKED}2\r\nok\r\n0\r\n`, `t: ${'t'.repeat(1_000)}\r\n`),
  },
  {
    what: 'announces 1 GiB and sends a few bytes, then nothing',
    end: 'drain',
    act: sayingThen(`${HEAD}content-length: ${GIB}\r\n\r\npart`, silent),
  },
  {
    what: 'announces 1 GiB and ends after a few bytes',
    end: 'at once',
    act: sayingThen(`${HEAD}content-length: ${GIB}\r\n\r\npart`, finish),
  },
  {
    what: 'announces 1 GiB and resets after a few bytes',
    end: 'at once',
    act: sayingThen(`${HEAD}content-length: ${GIB}\r\n\r\npart`, reset),
  },
  {
    what: 'announces 1 GiB and sends it',
    end: '16 KiB',
    act: pouring(`${HEAD}content-length: ${GIB}\r\n\r\n`, 'z'.repeat(1_024)),
  },
  {
    what: 'sends more than it announced',
    end: 'at once',
    act: saying(`${HEAD}content-length: 2\r\n\r\nok and more`),
  },
  { what: 'ends within a chunk', end: 'at once', act: sayingThen(`${CHUNKED}ff\r\npart`, finish) },
  {
    what: 'sends a size of a chunk that is no number',
    end: 'at once',
    act: saying(`${CHUNKED}nonsense\r\n`),
  },
  {
    what: 'sends a size of a chunk below zero',
    end: 'at once',
    act: saying(`${CHUNKED}-5\r\nhello\r\n0\r\n\r\n`),
  },
  {
    what: 'sends a size of a chunk beyond 64 bits',
    end: 'at once',
    act: saying(`${CHUNKED}fffffffffffffffff\r\nhello\r\n0\r\n\r\n`),
  },
  {
    what: 'sends a chunk that is longer than its size',
    end: 'at once',
    act: saying(`${CHUNKED}2\r\nhello\r\n0\r\n\r\n`),
  },
  {
    what: 'answers 204 with a body',
    shown: 204,
    end: 'at once',
    act: saying('HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\nhello'),
  },
  {
    what: 'answers 204 in chunks',
    shown: 204,
    end: 'at once',
    act: saying(
      'HTTP/1.1 204 No Content\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
    ),
  },
  {
    what: 'announces a body as for HEAD and sends none',
    end: 'drain',
    act: saying(`${HEAD}content-length: 5\r\n\r\n`),
  },
  { what: 'sends a gzip bomb', end: '16 KiB', act: saying(zipped('gzip')) },
  {
    what: 'sends a gzip bomb within gzip within deflate',
    end: '16 KiB',
    act: saying(zipped('gzip, gzip, deflate')),
  },
  {
    what: 'names encodings without number',
    end: '16 KiB',
    act: saying(zipped(`${'gzip, '.repeat(1_000)}gzip`)),
  },
  {
    what: 'answers and closes, though it promised to keep the connection',
    end: 'at once',
    act: sayingThen(`${HEAD}connection: keep-alive\r\ncontent-length: 2\r\n\r\nok`, finish),
  },
  {
    what: 'answers and resets before it closes',
    end: 'at once',
    act: sayingThen(`${HEAD}content-length: 2\r\n\r\nok`, reset),
  },
].map((row) => delivered(row as Row));
