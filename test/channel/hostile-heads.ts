/** Receivers whose answer is no valid HTTP/1.1, or arrives in a hostile way. */
import {
  BOTH,
  dripping,
  finish,
  type HostileCase,
  pouring,
  reset,
  saying,
  sayingThen,
  silent,
} from './hostile-case.ts';

const HEAD = 'HTTP/1.1 200 OK\r\n';
const EMPTY = 'content-length: 0\r\n\r\n';
const HINTS = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';

type Row = Pick<HostileCase, 'what' | 'act'> & Partial<HostileCase>;

const protocol = (row: Row): HostileCase => ({
  outcome: 'retryable',
  shown: 'protocol',
  end: 'at once',
  over: BOTH,
  ...row,
});

/** Invalid status lines and framing. */
const INVALID: readonly Row[] = [
  { what: 'answers with bytes that are no HTTP', act: saying('\x00\x01\x02 not http\r\n\r\n') },
  { what: 'answers in HTTP/0.9', act: saying('<html>hello</html>') },
  { what: 'calls its answer HTTP/9.9', act: saying(`HTTP/9.9 200 OK\r\n${EMPTY}`) },
  { what: 'answers as another protocol does', act: saying('SSH-2.0-OpenSSH_9.6\r\n') },
  { what: 'writes a letter into the status', act: saying(`HTTP/1.1 20O OK\r\n${EMPTY}`) },
  { what: 'writes a status of four digits', act: saying(`HTTP/1.1 2000 OK\r\n${EMPTY}`) },
  { what: 'writes a status of two digits', act: saying(`HTTP/1.1 20 OK\r\n${EMPTY}`) },
  { what: 'answers with status 000', act: saying(`HTTP/1.1 000 Nothing\r\n${EMPTY}`) },
  { what: 'answers with status 099', act: saying(`HTTP/1.1 099 Little\r\n${EMPTY}`) },
  { what: 'answers with status 600', act: saying(`HTTP/1.1 600 Odd\r\n${EMPTY}`) },
  { what: 'answers with status 999', act: saying(`HTTP/1.1 999 Odd\r\n${EMPTY}`) },
  { what: 'answers with status -200', act: saying(`HTTP/1.1 -200 OK\r\n${EMPTY}`) },
  {
    what: 'sends two lengths that differ',
    act: saying(`${HEAD}content-length: 1\r\ncontent-length: 2\r\n\r\nab`),
  },
  { what: 'sends a length below zero', act: saying(`${HEAD}content-length: -1\r\n\r\n`) },
  { what: 'sends a length that is no number', act: saying(`${HEAD}content-length: 0x2\r\n\r\nok`) },
  {
    what: 'sends a length beyond 64 bits',
    act: saying(`${HEAD}content-length: 99999999999999999999\r\n\r\nok`),
  },
  { what: 'ends its lines with LF alone', act: saying('HTTP/1.1 200 OK\ncontent-length: 0\n\n') },
  { what: 'ends its lines with CR alone', act: saying('HTTP/1.1 200 OK\rcontent-length: 0\r\r') },
  { what: 'writes NUL into a header', act: saying(`${HEAD}x: a\0b\r\n${EMPTY}`) },
  { what: 'writes a header without a colon', act: saying(`${HEAD}nonsense\r\n${EMPTY}`) },
  { what: 'writes a space before a colon', act: saying(`${HEAD}x : y\r\n${EMPTY}`) },
  { what: 'folds a header over two lines', act: saying(`${HEAD}x: a\r\n b\r\n${EMPTY}`) },
  { what: 'sends 100 without being asked', act: saying('HTTP/1.1 100 Continue\r\n\r\n') },
  {
    what: 'switches to another protocol with 101',
    act: saying('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  },
  {
    what: 'accepts a WebSocket without being asked',
    act: saying('HTTP/1.1 101 Switching\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
  },
  {
    what: 'speaks HTTP/2: SETTINGS',
    act: saying(Buffer.from('000000040000000000', 'hex')),
  },
  {
    what: 'speaks HTTP/2: GOAWAY',
    act: saying(Buffer.from('0000080700000000000000000000000001', 'hex')),
  },
  {
    what: 'speaks HTTP/2: RST_STREAM',
    act: saying(Buffer.from('00000403000000000100000008', 'hex')),
  },
  {
    what: 'speaks HTTP/2: the preface of a client',
    act: saying('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  },
];

/** Heads that are too large or too slow. */
const FLOODS: readonly Row[] = [
  {
    what: 'sends headers without number',
    end: '16 KiB',
    act: pouring(HEAD, 'x-flood: aaaaaaaaaaaaaaaa\r\n'),
  },
  { what: 'sends empty headers without number', end: '16 KiB', act: pouring(HEAD, 'x:\r\n') },
  { what: 'sends a header without end', end: '16 KiB', act: pouring(`${HEAD}x: `, 'a') },
  { what: 'sends a name of a header without end', end: '16 KiB', act: pouring(HEAD, 'a') },
  {
    what: 'sends spaces before a value without end',
    end: '128 KiB',
    act: pouring(`${HEAD}x:`, ' '),
  },
  { what: 'sends a reason phrase without end', end: '128 KiB', act: pouring('HTTP/1.1 200 ', 'a') },
  { what: 'sends blank lines without end', end: '128 KiB', act: pouring('', '\r\n') },
  { what: 'sends 103 without end', act: pouring('', HINTS) },
  { what: 'sends 100 without end', act: pouring('', 'HTTP/1.1 100 Continue\r\n\r\n') },
  {
    what: 'sends 102 a byte at a time, again and again',
    shown: 'timeout',
    end: 'deadline',
    act: dripping('HTTP/1.1 102 Processing\r\n\r\n'.repeat(100)),
  },
  {
    what: 'sends its status line a byte at a time',
    shown: 'timeout',
    end: 'deadline',
    act: dripping('HTTP/1.1 200 aaaaaaaaaaaaaaa'),
  },
  {
    what: 'sends its headers a byte at a time',
    shown: 'timeout',
    end: 'deadline',
    act: dripping(`${HEAD}x: a`),
  },
  {
    what: 'stops after the status line',
    shown: 'timeout',
    end: 'deadline',
    act: sayingThen(HEAD, silent),
  },
  { what: 'never answers', shown: 'timeout', end: 'deadline', act: { on: 'request', run: silent } },
];

const BROKEN_OFF: readonly Row[] = [
  { what: 'ends without an answer', shown: 'reset', act: { on: 'request', run: finish } },
  { what: 'resets instead of an answer', shown: 'reset', act: { on: 'request', run: reset } },
  { what: 'ends after the status line', shown: 'reset', act: sayingThen(HEAD, finish) },
  { what: 'resets after the status line', shown: 'reset', act: sayingThen(HEAD, reset) },
  { what: 'ends within the headers', shown: 'reset', act: sayingThen(`${HEAD}content-le`, finish) },
  {
    what: 'resets within the headers',
    shown: 'reset',
    act: sayingThen(`${HEAD}content-le`, reset),
  },
];

export const HEADS: readonly HostileCase[] = [...INVALID, ...FLOODS, ...BROKEN_OFF].map(protocol);

/** Several answers or two lengths: the left-over bytes belong to no request. */
const LEFT: readonly Row[] = [
  { what: 'calls its answer HTTP/2.0', act: saying(`HTTP/2.0 200 OK\r\n${EMPTY}`) },
  {
    what: 'sends a second answer right behind the first',
    act: saying(`${HEAD}${EMPTY}HTTP/1.1 500 Poison\r\n${EMPTY}`),
    hasty: true,
  },
  {
    what: 'sends a second answer in the surplus of its body',
    act: saying(`${HEAD}content-length: 2\r\n\r\nokHTTP/1.1 500 Poison\r\n${EMPTY}`),
    hasty: true,
  },
  {
    what: 'sends a second answer on the idle connection',
    act: sayingThen(`${HEAD}${EMPTY}`, (socket) => {
      setTimeout(() => socket.write(`HTTP/1.1 500 Poison\r\n${EMPTY}`), 20);
    }),
  },
  {
    what: 'answers before it was asked',
    act: { on: 'secured', run: (socket) => socket.write(`${HEAD}connection: close\r\n${EMPTY}`) },
  },
  {
    what: 'sends both a length and chunks',
    outcome: 'retryable',
    shown: 'protocol',
    act: saying(`${HEAD}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
  },
];

export const LEFTOVERS = LEFT.map((row) => protocol({ outcome: 'delivered', shown: 200, ...row }));

/** Valid redirects. The test chooses `location`. */
export function redirects(location: Readonly<Record<string, string>>): readonly HostileCase[] {
  return Object.entries(location).flatMap(([where, target]) =>
    [301, 302, 303, 307, 308].map((status) =>
      protocol({
        what: `answers ${status} to ${where}`,
        outcome: 'rejected',
        shown: status,
        kept: true,
        act: saying(`HTTP/1.1 ${status} Moved\r\nlocation: ${target}\r\n${EMPTY}`),
      }),
    ),
  );
}
