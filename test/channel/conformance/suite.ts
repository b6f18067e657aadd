/**
 * What every channel must do, whatever its receiver is (engine/ports/channel.ts): lay out each
 * trigger with any values, show the bytes that it sends, send the same bytes again, keep order and
 * secrets, obey the permit, end in time and never reject. Knows no kind: a description
 * (`channel-under-test.ts`) lets it test any channel. `planted.ts` names its titles.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { judge, type SendResult } from '../../../src/core/delivery/outcome.ts';
import type { Endpoint } from '../../../src/core/endpoint/endpoint.ts';
import { assembleBody, type StoredFiring } from '../../../src/core/payload/render.ts';
import { TRIGGERS, type Trigger } from '../../../src/core/trigger/trigger.ts';
import type { SendRequest } from '../../../src/engine/ports/channel.ts';
import { givenPermit, givenSend } from '../given.ts';
import type { ChannelUnderTest, OpenedChannel } from './channel-under-test.ts';
import { FILLINGS, FIRED_AT_MS, firingOf } from './firing.ts';
import { playLane } from './lane.ts';

/** 19 triggers, each with the five fillings. */
const MESSAGES = 95;
const ATTEMPT_GAP_MS = 5_000;

export function conform<Answer>(described: ChannelUnderTest<Answer>): void {
  describe(described.name, () => {
    testMessages(described);
    testLane(described);
    testSecrets(described);
    testMeanings(described);
    testPermit(described);
    testTrouble(described);
  });
}

function testMessages<Answer>(described: ChannelUnderTest<Answer>): void {
  test('every trigger with any values: what arrives is what is shown', async (t) => {
    const opened = await described.open(t);
    opened.answer(described.accept);
    let messages = 0;
    for (const trigger of TRIGGERS) {
      for (const [name, filling] of Object.entries(FILLINGS)) {
        const request = requestOf(opened.endpoint, firingOf(trigger, filling));
        const shown = opened.channel.show?.(request);
        assertAccepted(opened, await opened.channel.send(request), `${trigger} ${name}`);
        messages += 1;
        assert.equal(opened.received.length, messages);
        assert.equal(opened.received.at(-1)?.body, shown?.body, `${trigger} ${name}`);
      }
    }
    assert.equal(messages, MESSAGES);
    t.diagnostic(`${described.name}: ${messages} messages sent as they are shown`);
  });

  test('a retry sends the same bytes', async (t) => {
    const opened = await described.open(t);
    for (const filling of Object.values(FILLINGS)) {
      const first = requestOf(opened.endpoint, firingOf('OUTBOUND_CALL_ERROR', filling));
      const atMs = first.atMs + ATTEMPT_GAP_MS;
      await opened.channel.send(first);
      await opened.channel.send({ ...first, attempt: 2, atMs });
      const [one, other] = opened.received.slice(-2);
      assert.ok(one !== undefined && one.body !== '');
      assert.equal(other?.body, one.body);
    }
  });
}

function testLane<Answer>(described: ChannelUnderTest<Answer>): void {
  test('a lane keeps its order while its head fails, and leaves no secret behind', async (t) => {
    const opened = await described.open(t);
    const { attempts, traces } = await playLane(t, described, opened);
    assert.deepEqual(attempts, [
      { delivery: 1, outcome: 'retryable' },
      { delivery: 1, outcome: 'delivered' },
      { delivery: 2, outcome: 'delivered' },
      { delivery: 3, outcome: 'delivered' },
    ]);
    const [first, again] = opened.received;
    assert.equal(again?.body, first?.body);
    assert.ok(traces.includes('attempt'), 'there are traces to look at');
    assertSecret(traces, opened);
  });
}

function testSecrets<Answer>(described: ChannelUnderTest<Answer>): void {
  test('secrets are for the receiver alone, even when it repeats them', async (t) => {
    const opened = await described.open(t);
    const request = requestOf(opened.endpoint, firingOf('OUTBOUND_CALL_ERROR', FILLINGS.plain));
    opened.answer(described.echo);
    const result = await opened.channel.send(request);
    assert.equal(result.kind, 'response', JSON.stringify(result));
    const [came] = opened.received;
    for (const secret of opened.secrets) {
      assert.ok(came?.beside.includes(secret), 'it came with the message, so it was repeated');
    }
    assertSecret(JSON.stringify(result), opened);
    assertSecret(JSON.stringify(opened.channel.show?.(request) ?? null), opened);
  });
}

function testMeanings<Answer>(described: ChannelUnderTest<Answer>): void {
  test('every answer has its meaning', async (t) => {
    const opened = await described.open(t);
    const { channel, endpoint } = opened;
    for (const { when, answer, outcome, attention = false, ...wait } of described.meanings) {
      opened.answer(answer);
      const result = await channel.send(requestOf(endpoint, plainFiring()));
      const { retryAfterMs = null } = wait;
      const verdict = judge(result, endpoint, FIRED_AT_MS);
      assert.deepEqual(
        { ...verdict, error: null },
        { outcome, error: null, retryAfterMs, attention },
        `${when}: ${JSON.stringify(result)}`,
      );
    }
    assert.ok(described.meanings.length > 0);
    t.diagnostic(`${described.name}: ${described.meanings.length} answers with a meaning`);
  });
}

function testPermit<Answer>(described: ChannelUnderTest<Answer>): void {
  test('nothing is sent once the permit has ended', async (t) => {
    const opened = await described.open(t);
    for (const how of ['lapse', 'end'] as const) {
      const given = givenPermit();
      given[how]();
      const request = requestOf(opened.endpoint, plainFiring(), { permit: given.permit });
      assert.equal((await opened.channel.send(request)).kind, 'error', how);
    }
    assert.deepEqual(opened.received, []);
  });

  test('a permit that ends in flight ends the attempt at once', async (t) => {
    const opened = await described.open(t);
    const given = givenPermit();
    opened.answer(described.hang);
    const endpoint = { ...opened.endpoint, timeoutMs: 3_000 };
    const sent = opened.channel.send(requestOf(endpoint, plainFiring(), { permit: given.permit }));
    await opened.arrived(1);
    given.end();
    const result = await sent;
    assert.ok(result.kind === 'error' && result.error !== 'timeout', JSON.stringify(result));
    assert.equal(given.heard, 0, 'it no longer listens');
  });
}

function testTrouble<Answer>(described: ChannelUnderTest<Answer>): void {
  test('a receiver that never answers is given up at the timeout of the endpoint', async (t) => {
    const opened = await described.open(t);
    opened.answer(described.hang);
    const endpoint = { ...opened.endpoint, timeoutMs: 1_000 };
    const result = await opened.channel.send(requestOf(endpoint, plainFiring()));
    assert.ok(result.kind === 'error' && result.error === 'timeout', JSON.stringify(result));
    assert.ok(result.durationMs >= 900 && result.durationMs < 5_000, `${result.durationMs} ms`);
  });

  test('an endpoint that cannot be used ends the attempt, and nothing is sent', async (t) => {
    const { channel, endpoint, received } = await described.open(t);
    const nothing = { target: null, secretTarget: null, auth: null };
    const broken: readonly Partial<Endpoint>[] = [
      nothing,
      { ...nothing, target: 'nowhere' },
      { ...nothing, target: 'nowhere', secretTarget: 'sealed by another master key' },
    ];
    for (const [index, changes] of broken.entries()) {
      // A revision of its own, because the channel may cache opened settings by revision.
      const changed = { ...endpoint, ...changes, revision: 100 + index };
      const result = await channel.send(requestOf(changed, plainFiring()));
      assert.ok('detail' in result, JSON.stringify(result));
      assert.match(result.detail, /^[A-Z].*\.$/);
    }
    assert.deepEqual(received, []);
  });
}

function plainFiring(trigger: Trigger = 'OUTBOUND_CALL_COMPLETED'): StoredFiring {
  return firingOf(trigger, FILLINGS.plain);
}

let deliveries = 0;

function requestOf(
  endpoint: Endpoint,
  firing: StoredFiring,
  changes: Partial<SendRequest> = {},
): SendRequest {
  deliveries += 1;
  const { trigger, text, data, errors } = firing;
  const { callId } = JSON.parse(data);
  return givenSend(endpoint, {
    firing,
    trigger,
    callId,
    attempt: 1,
    sequence: 1,
    atMs: FIRED_AT_MS,
    webhookId: `msg_01JD3Z9M0T${String(deliveries).padStart(9, '0')}`,
    deliveryId: `dlv_01JD3Z9M0T${String(deliveries).padStart(9, '0')}`,
    body: assembleBody(endpoint.contentKey, text, data, errors),
    ...changes,
  });
}

function assertAccepted(
  { endpoint }: OpenedChannel<unknown>,
  result: SendResult,
  what: string,
): void {
  const { outcome } = judge(result, endpoint, FIRED_AT_MS);
  assert.equal(outcome, 'delivered', `${what}: ${JSON.stringify(result)}`);
}

function assertSecret(text: string, { secrets }: Pick<OpenedChannel<unknown>, 'secrets'>): void {
  assert.ok(secrets.length > 0);
  for (const secret of secrets) assert.ok(!text.includes(secret), 'a secret is repeated');
}
