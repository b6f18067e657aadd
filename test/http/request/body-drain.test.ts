/** The server drains a body over the limit, so that clients that first send all read the 413. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { DRAIN_BYTES_MAX } from '../../../src/http/request/body-drain.ts';
import { setup, TOKEN } from '../setup.ts';

const run = promisify(execFile);
const SIZE = 12 * 1024 * 1024;
const ROUNDS = 5;

const PYTHON = `
import sys, urllib.error, urllib.request
url, token, size, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
headers = {"authorization": "Bearer " + token, "content-type": "application/json"}
whole, piece = b" " * size, b" " * 65536
for round in range(rounds * 2):
    body = whole if round % 2 == 0 else (piece for _ in range(size // 65536))
    request = urllib.request.Request(url, data=body, headers=headers, method="POST")
    try:
        urllib.request.urlopen(request)
    except urllib.error.HTTPError as error:
        print(error.code, error.read().decode().count("BODY_TOO_LARGE"))
`;

test('Python reads the 413 after a body of known length, and after a chunked one', async (t) => {
  const { url } = await setup(t);
  const place = `${url}/v1/calls/a/reports`;
  const words = [place, TOKEN, String(SIZE), String(ROUNDS)];
  const { stdout } = await run('python3', ['-c', PYTHON, ...words]);
  assert.equal(stdout, '413 1\n413 1\n'.repeat(ROUNDS));
});

test('fetch of Node reads the 413', async (t) => {
  const { call } = await setup(t);
  for (let round = 0; round < ROUNDS; round += 1) {
    const answer = await call('POST', '/v1/calls/a/reports', undefined, {
      raw: Buffer.alloc(SIZE),
    });
    assert.deepEqual([answer.status, answer.at('/code')], [413, 'BODY_TOO_LARGE']);
  }
});

test('curl reads the 413, whether it waits for 100 Continue or not', async (t) => {
  const { url } = await setup(t);
  for (const expect of ['Expect:', 'Expect: 100-continue']) {
    const headers = [`authorization: Bearer ${TOKEN}`, 'content-type: application/json', expect];
    const options = headers.flatMap((header) => ['-H', header]);
    const body = `head -c ${SIZE} /dev/zero | curl -sS -w ' %{http_code}' --data-binary @- "$@"`;
    const { stdout } = await run('sh', ['-c', body, 'sh', ...options, `${url}/v1/reports`]);
    assert.match(stdout, /"BODY_TOO_LARGE".* 413$/s);
  }
});

test('a body that no route reads does not cut off the last answer of its connection', async (t) => {
  const { url } = await setup(t);
  for (let round = 0; round < ROUNDS; round += 1) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const pieces: Buffer[] = [];
    socket.on('data', (piece: Buffer) => pieces.push(piece));
    const closed = once(socket, 'close');
    socket.write(
      'GET /openapi.json HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n' +
        `content-length: ${SIZE}\r\n\r\n`,
    );
    socket.write(Buffer.alloc(SIZE));
    await closed;
    const answer = Buffer.concat(pieces).toString('latin1');
    const { length } = /\ncontent-length: (?<length>\d+)\r\n/.exec(answer)?.groups ?? {};
    assert.equal(answer.length - answer.indexOf('\r\n\r\n') - 4, Number(length));
  }
});

test('the server closes the connection of an endless body at the bound', async (t) => {
  const { url } = await setup(t);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.write(
    'POST /v1/reports HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n' +
      `authorization: Bearer ${TOKEN}\r\ncontent-length: ${DRAIN_BYTES_MAX * 4}\r\n\r\n`,
  );
  const piece = Buffer.alloc(1024 * 1024);
  const more = (): void => {
    while (socket.writable && socket.write(piece));
  };
  socket.on('drain', more);
  more();
  await closed;
  assert.ok(socket.bytesWritten < DRAIN_BYTES_MAX * 2, String(socket.bytesWritten));
});

test('a stalled body is answered after the time limit', async (t) => {
  const { url, clock } = await setup(t);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(
    'POST /v1/reports HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n' +
      `authorization: Bearer ${TOKEN}\r\ncontent-length: ${SIZE}\r\n\r\n{`,
  );
  const answered = once(socket, 'data');
  let isOver = false;
  answered.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    clock.advance(1_000);
    await new Promise(setImmediate);
  }
  assert.match(String((await answered)[0]), /^HTTP\/1\.1 413 /);
});
