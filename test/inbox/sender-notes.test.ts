/** The inbox recognizes a delivery of this service by ids or bytes while it is being sent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EndpointKind } from '../../src/core/endpoint/endpoint.ts';
import type { Channel } from '../../src/engine/ports/channel.ts';
import { readerOf } from '../../src/inbox/header-list.ts';
import { SenderNotes } from '../../src/inbox/sender-notes.ts';
import { givenEndpoint, givenSend } from '../channel/given.ts';

const SENT = { kind: 'blocked', detail: 'Nothing leaves.', durationMs: 0 } as const;

/** A channel whose attempts end when the test says so. */
function heldChannel(body: string) {
  const ends: (() => void)[] = [];
  const channel: Channel = {
    send: () => new Promise((resolve) => ends.push(() => resolve(SENT))),
    show: () => ({ headers: {}, body }),
  };
  return { channel, ends };
}

function requestOf(kind: EndpointKind, attempt = 2) {
  return givenSend(givenEndpoint({ kind, target: 'http://127.0.0.1:1/••••' }), { attempt });
}

const { projectId, id: endpointId } = givenEndpoint();
const none = readerOf([]);

test('Slack, Teams and mail are recognized by their bytes while they are being sent', async () => {
  for (const [kind, to] of [
    ['slack', 'slack'],
    ['teams', 'teams'],
    ['email', 'email'],
  ] as const) {
    const notes = new SenderNotes();
    const { channel, ends } = heldChannel(`body of ${kind}`);
    const request = requestOf(kind);
    const sent = notes.watch(channel, () => true).send(request);
    // SMTP may have added a line end.
    const found = notes.find(projectId, to, none, Buffer.from(`body of ${kind}\r\n`));
    assert.deepEqual(found, {
      endpointId,
      deliveryId: request.deliveryId,
      trigger: request.trigger,
      callId: request.callId,
      attempt: 2,
      sequence: 3,
      test: false,
    });
    assert.equal(notes.find('prj_other', to, none, Buffer.from(`body of ${kind}`)), null);
    assert.equal(notes.find(projectId, to, none, Buffer.from('another body')), null);
    ends[0]?.();
    assert.equal(await sent, SENT);
    assert.equal(notes.find(projectId, to, none, Buffer.from(`body of ${kind}`)), null);
  }
});

test('a webhook is recognized by its ids and its attempt', async () => {
  const notes = new SenderNotes();
  const { channel, ends } = heldChannel('');
  const request = requestOf('custom');
  const sent = notes.watch(channel, () => true).send(request);
  const ids = (attempt: string) =>
    readerOf([
      ['webhook-id', request.webhookId],
      ['webhook-endpoint-id', endpointId],
      ['webhook-attempt', attempt],
    ]);
  const body = Buffer.from('whatever');
  assert.equal(notes.find(projectId, 'http', ids('2'), body)?.deliveryId, request.deliveryId);
  assert.equal(notes.find(projectId, 'http', ids('1'), body), null);
  assert.equal(notes.find(projectId, 'http', none, body), null);
  ends[0]?.();
  await sent;
  assert.equal(notes.find(projectId, 'http', ids('2'), body), null);
});

test('a delivery to another target is not noted, and previews stay the same', async () => {
  const notes = new SenderNotes();
  const { channel, ends } = heldChannel('x');
  const targets: (string | null)[] = [];
  const watched = notes.watch(channel, (target) => {
    targets.push(target);
    return false;
  });
  const sent = watched.send(requestOf('slack'));
  assert.equal(notes.find(projectId, 'slack', none, Buffer.from('x')), null);
  assert.deepEqual(targets, ['http://127.0.0.1:1/••••']);
  assert.equal(watched.show?.(requestOf('slack')).body, 'x');
  ends[0]?.();
  assert.equal(await sent, SENT);
});

test('of two equal messages, the end of one keeps the note of the other', async () => {
  const notes = new SenderNotes();
  const { channel, ends } = heldChannel('same');
  const watched = notes.watch(channel, () => true);
  const first = watched.send(requestOf('slack', 1));
  const second = watched.send(requestOf('slack', 2));
  ends[0]?.();
  await first;
  assert.equal(notes.find(projectId, 'slack', none, Buffer.from('same'))?.attempt, 2);
  ends[1]?.();
  await second;
  assert.equal(notes.find(projectId, 'slack', none, Buffer.from('same')), null);
});
