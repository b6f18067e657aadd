/** The simulated network: requests on the wire when their sender dies, and forbidden ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Recorder } from '../../../sim/history.ts';
import { Disk } from '../../../sim/world/disk.ts';
import { Network } from '../../../sim/world/network.ts';
import { Receivers } from '../../../sim/world/receivers.ts';
import { Roster } from '../../../sim/world/roster.ts';
import { type Life, START_WALL_MS, Timeline } from '../../../sim/world/timeline.ts';
import type { Endpoint } from '../../../src/core/endpoint/endpoint.ts';
import { formatId } from '../../../src/core/id.ts';
import { sampleFiring } from '../../../src/core/payload/sample.ts';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import {
  type Permit,
  type SendRequest,
  UNENDING_PERMIT,
} from '../../../src/engine/ports/channel.ts';
import { createEndpoint } from '../../../src/store/operation/endpoint/endpoint.ts';
import { ensureProject } from '../../../src/store/operation/project/project.ts';
import { WriteSession } from '../../../src/store/sqlite/session.ts';
import { settingsOf } from '../../engine/setup.ts';
import { all, PLAN, scriptWith } from './given.ts';

function setup(seed = 5) {
  const timeline = new Timeline();
  const recorder = new Recorder(timeline);
  const disk = new Disk({ seed, plan: { commitMs: 0, readMs: 0 }, timeline, recorder });
  const { db } = disk;
  const facts = { name: 'default', settings: PROJECT_DEFAULTS, nowMs: START_WALL_MS };
  const wanted = {
    projectKey: db.do(ensureProject(facts)).key,
    settings: settingsOf({ name: 'Receiver 0', pacing: { ...PLAN.pacing, concurrency: 2 } }),
    enabled: true,
    audit: {
      atMs: START_WALL_MS,
      actor: 'system',
      action: 'test.done',
      target: null,
      before: null,
      after: null,
      requestId: null,
    },
  } as const;
  const endpoint = db.do(createEndpoint(new WriteSession(db), wanted));
  const roster = new Roster(scriptWith([], { endpoints: [PLAN] }), db);
  const receivers = new Receivers({ timeline, recorder, roster });
  const knows = { db, roster, receivers, inFlightMax: 3, connectMs: 0, onActed: () => {} };
  const wire = { seed, timeline, recorder, ...knows };
  const network = new Network(wire);
  const run = (untilMs: number) => timeline.run(untilMs, 10_000, () => false);
  return { timeline, recorder, disk, receivers, network, endpoint, run };
}

function request(endpoint: Endpoint, call: number, sequence = 1): SendRequest {
  return {
    endpoint,
    webhookId: formatId('msg', START_WALL_MS, call),
    deliveryId: formatId('dlv', START_WALL_MS, call),
    trigger: 'OUTBOUND_CALL_CALLING',
    payloadVersion: 1,
    callId: `call-${call}`,
    attempt: 1,
    sequence,
    atMs: START_WALL_MS,
    body: '{"message":"hello"}',
    firing: sampleFiring('OUTBOUND_CALL_CALLING', 'Call Events', START_WALL_MS),
    permit: UNENDING_PERMIT,
  };
}

test('a request is sent, processed and answered, in this order', async () => {
  const { recorder, disk, network, endpoint, run } = setup();
  const channel = network.channelOf({ number: 1, dead: false });
  const answer = channel.send(request(endpoint, 1));
  await run(5_000);
  const result = await answer;
  assert.equal(result.kind === 'response' && result.status, 200);
  const names = recorder.happenings.map(({ what }) => what);
  assert.deepEqual(names, ['sent', 'processed', 'answered']);
  assert.equal(all(recorder, 'sent')[0]?.stored, null);
  assert.deepEqual(network.faults, []);
  disk.close();
});

test('when a sender dies, some of what is on the wire arrives, unanswered', async () => {
  const { recorder, disk, receivers, network, endpoint, run } = setup();
  const life: Life = { number: 1, dead: false };
  const channel = network.channelOf(life);
  receivers.setMode(0, { kind: 'slow', latencyMs: 1_000 });
  for (let call = 1; call <= 40; call += 1) void channel.send(request(endpoint, call));
  life.dead = true;
  network.senderDied(life);
  await run(5_000);
  const arrived = all(recorder, 'processed');
  assert.ok(arrived.length > 5 && arrived.length < 35, `${arrived.length} arrived`);
  assert.ok(arrived.every(({ late }) => late));
  assert.equal(all(recorder, 'answered').length, 0);
  disk.close();
});

test('a receiver that acts after the timeout acts late', async () => {
  const { recorder, disk, receivers, network, endpoint, run } = setup();
  const channel = network.channelOf({ number: 1, dead: false });
  receivers.setMode(0, { kind: 'slow', latencyMs: 20_000 });
  for (let call = 1; call <= 20; call += 1) void channel.send(request(endpoint, call));
  await run(60_000);
  const late = all(recorder, 'processed').filter((each) => each.late);
  assert.ok(late.length > 0 && late.length < 20);
  for (const { result } of all(recorder, 'answered')) {
    assert.equal(result.kind === 'error' && result.error, 'timeout');
  }
  disk.close();
});

test('two requests of one lane at once, or more than the limits allow, are faults', async () => {
  const { disk, network, endpoint } = setup();
  const channel = network.channelOf({ number: 1, dead: false });
  void channel.send(request(endpoint, 1));
  void channel.send(request(endpoint, 1, 2));
  assert.deepEqual(network.faults, ['sends 1 and 2: one lane at once']);
  void channel.send(request(endpoint, 2));
  void channel.send(request(endpoint, 3));
  void channel.send(request(endpoint, 4));
  assert.ok(network.faults.includes('send 3: 3 at once, 2 allowed'));
  assert.ok(network.faults.includes('send 5: 4 in flight'));
  disk.close();
});

test('the same attempt sent again after a crash meets another fate', async () => {
  const { recorder, disk, network, endpoint, run } = setup();
  for (let life = 1; life <= 8; life += 1) {
    void network.channelOf({ number: life, dead: false }).send(request(endpoint, 1));
  }
  await run(5_000);
  const durations = all(recorder, 'answered').map(({ result }) => result.durationMs);
  assert.ok(new Set(durations).size > 3, durations.join());
  disk.close();
});

/** A permit that the test ends. */
function permitOf() {
  const ends = new Set<() => void>();
  let holds = true;
  const permit: Permit = {
    holds: () => holds,
    onEnd: (end) => {
      ends.add(end);
      return () => ends.delete(end);
    },
  };
  const end = () => {
    holds = false;
    for (const each of ends) each();
  };
  return { permit, end };
}

test('a request whose permit has ended is never written', async () => {
  const { recorder, disk, network, endpoint, run } = setup();
  const { permit, end } = permitOf();
  end();
  const life: Life = { number: 1, dead: false };
  const answer = network.channelOf(life).send({ ...request(endpoint, 1), permit });
  await run(5_000);
  const result = await answer;
  assert.equal(result.kind === 'error' && result.error, 'network');
  assert.deepEqual(recorder.happenings, []);
  disk.close();
});

test('a request whose permit ends in flight is withdrawn, and may still arrive', async () => {
  const { recorder, disk, network, receivers, endpoint, run } = setup();
  receivers.setMode(0, { kind: 'slow', latencyMs: 1_000 });
  const { permit, end } = permitOf();
  const channel = network.channelOf({ number: 1, dead: false });
  const sent = Array.from({ length: 40 }, (_, call) =>
    channel.send({ ...request(endpoint, call), permit }),
  );
  end();
  assert.ok((await Promise.all(sent)).every(({ kind }) => kind === 'error'));
  await run(5_000);
  assert.equal(all(recorder, 'withdrawn').length, 40);
  const arrived = all(recorder, 'processed');
  assert.ok(arrived.length > 5 && arrived.length < 35, `${arrived.length} arrived`);
  assert.ok(arrived.every(({ late }) => late));
  assert.equal(all(recorder, 'answered').length, 0);
  disk.close();
});

test('two lives whose permits hold for one shard are a clash', async () => {
  const { recorder, disk, network, endpoint, run } = setup();
  const [one, two] = [permitOf(), permitOf()];
  const send = (number: number, { permit }: { permit: Permit }) =>
    void network.channelOf({ number, dead: false }).send({ ...request(endpoint, number), permit });
  send(1, one);
  one.end();
  send(2, two);
  assert.deepEqual(all(recorder, 'clash'), []);
  send(3, permitOf());
  assert.deepEqual(
    all(recorder, 'clash').map(({ lives }) => lives),
    [[2, 3]],
  );
  await run(5_000);
  disk.close();
});
