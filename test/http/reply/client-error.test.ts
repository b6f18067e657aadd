/** An error reply on the bare socket closes it; `server.test.ts` reads what the replies say. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setup } from '../setup.ts';

test('the server closes the connection of a refused client that keeps its half open', async (t) => {
  const timeouts = { headersMs: 100, requestMs: 200, checkMs: 20 };
  const { app, url } = await setup(t, { timeouts });
  const { hostname, port } = new URL(url);
  const asks = [
    'GET /heal',
    'POST /v1/reports HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nabc',
    'CONNECT a.invalid:443 HTTP/1.1\r\nhost: localhost\r\n\r\n',
    'NONSENSE\r\n\r\n',
  ];
  for (const ask of asks) {
    const client = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const [[held]] = await Promise.all([once(app.server, 'connection'), once(client, 'connect')]);
    let answer = '';
    client
      .on('error', () => undefined)
      .on('data', (chunk) => {
        answer += chunk;
      });
    const ended = once(client, 'end');
    const gone = once(held, 'close');
    client.write(ask);
    await Promise.all([gone, ended]);
    assert.match(answer, /^HTTP\/1\.1 4\d\d /, ask);
    client.destroy();
  }
});
