/** Each project has its own mail channel to the inbox, opened once; their number is bounded. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Channel } from '../../src/engine/ports/channel.ts';
import { createMailByProject } from '../../src/inbox/mail-by-project.ts';
import { givenEndpoint, givenSend } from '../channel/given.ts';

function recorded() {
  const opened: string[] = [];
  const closed: string[] = [];
  const mail = createMailByProject((projectId) => {
    opened.push(projectId);
    const channel: Channel = {
      send: async () => ({ kind: 'blocked', detail: projectId, durationMs: 0 }),
      show: () => ({ headers: {}, body: projectId }),
    };
    return { channel, close: async () => void closed.push(projectId) };
  });
  const requestFor = (projectId: string) => givenSend(givenEndpoint({ projectId }));
  return { mail, opened, closed, requestFor };
}

test('the channel of a project is opened once, for sending and for previews', async () => {
  const { mail, opened, closed, requestFor } = recorded();
  for (const name of ['one', 'two', 'one']) {
    const sent = await mail.channel.send(requestFor(name));
    assert.deepEqual(sent, { kind: 'blocked', detail: name, durationMs: 0 });
    assert.equal(mail.channel.show?.(requestFor(name)).body, name);
  }
  assert.deepEqual([opened, closed], [['one', 'two'], []]);
  await mail.close();
  assert.deepEqual(closed.sort(), ['one', 'two']);
});

test('beyond 64 projects the channel unused for longest is closed', async () => {
  const { mail, opened, closed, requestFor } = recorded();
  for (let count = 0; count < 64; count += 1) await mail.channel.send(requestFor(`p${count}`));
  await mail.channel.send(requestFor('p0'));
  await mail.channel.send(requestFor('p64'));
  assert.deepEqual([opened.length, closed], [65, ['p1']]);
});
