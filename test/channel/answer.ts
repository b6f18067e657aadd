/** Sends to a receiver and reads the result, for the tests of the HTTP client. */
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import type { TestContext } from 'node:test';
import type { SendResult } from '../../src/core/delivery/outcome.ts';
import { givenClient, givenPost } from './given.ts';
import { type Behaviour, startReceiver } from './raw-receiver.ts';

export async function givenReceiver(test: TestContext, behaviour: Behaviour) {
  const receiver = await startReceiver(test, behaviour);
  return {
    receiver,
    url: `http://receiver.example:${receiver.port}/hook?a=1`,
    ...givenClient(test),
  };
}

/** Sends one request; the clock does not move. */
export async function answerTo(test: TestContext, behaviour: Behaviour): Promise<SendResult> {
  const { http, url } = await givenReceiver(test, behaviour);
  return http.send(givenPost(url));
}

export function response(result: SendResult) {
  assert.equal(result.kind, 'response', JSON.stringify(result));
  assert.ok(result.kind === 'response');
  return result;
}

export function errorOf(result: SendResult): string {
  assert.equal(result.kind, 'error', JSON.stringify(result));
  return result.kind === 'error' ? result.error : '';
}

export const answering =
  (text: string): Behaviour =>
  (socket) =>
    socket.write(text);

export function closed(socket: Socket | undefined): Promise<void> {
  assert.ok(socket !== undefined);
  return new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });
}

/** Moves the clock at each turn of the event loop until the promise is settled. */
export async function settling(promise: Promise<unknown>, step: () => void): Promise<void> {
  let settled = false;
  void promise.finally(() => {
    settled = true;
  });
  while (!settled) {
    step();
    await new Promise((resolve) => setImmediate(resolve));
  }
}
