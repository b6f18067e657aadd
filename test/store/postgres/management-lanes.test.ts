/**
 * Two processes at once on the deliveries of one endpoint: one reopens them, the other deletes the
 * endpoint, enables it, changes its triggers, or has an attempt in flight. Every open delivery has
 * a process that sends it, none is lost, and none is sent twice.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Endpoint } from '../../../src/core/endpoint/endpoint.ts';
import { formatId } from '../../../src/core/id.ts';
import type { CancelScope } from '../../../src/engine/ports/manage-store.ts';
import { AUTHOR, wanted } from '../../engine/manage/setup.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { Bench, epochOf, HandClock, START_MS } from '../given.ts';
import { refusedOnlyBy, twoProcesses } from './management.ts';

const ROUNDS = 12;
const NO_FILTER = { endpointId: null, callId: null, trigger: null, fromMs: null, toMs: null };
const GONE = ['NOT_FOUND', 'STATE_CONFLICT', 'DELIVERY_STATE'];

let server: PostgresServer;
before(async () => {
  server = await startPostgres();
});
after(() => server.close());

async function setup() {
  const { pair, project, close } = await twoProcesses(await server.newDatabase());
  const [one, two] = pair;
  const clock = new HandClock();
  const bench = new Bench(one.store, clock, project.key);
  bench.epoch = await epochOf(one.store);
  const endpoint = (): Promise<Endpoint> => one.endpoints.create(project.key, wanted(), AUTHOR);
  return { one, two, project, bench, endpoint, close };
}

/** Ids of deliveries, in the order of their making. */
async function idsOf(bench: Bench, endpoint: Endpoint): Promise<readonly string[]> {
  const rows = await bench.all({ endpoint: endpoint.key });
  return rows.map(({ key, createdAtMs }) => formatId('dlv', createdAtMs, key));
}

/** Three calls whose deliveries were all given up. */
async function failAll(bench: Bench, endpoint: Endpoint, round: number): Promise<void> {
  for (const call of ['a', 'b', 'c']) await bench.report(`${call}${round}`, 'CALLING');
  for (const head of await bench.ready(endpoint.key)) await bench.exhausted(head);
}

describe('an endpoint that goes while another process reopens its deliveries', () => {
  test('leaves none open, in either order', async () => {
    const { one, two, project, bench, endpoint, close } = await setup();
    let reopened = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const target = await endpoint();
      await failAll(bench, target, round);
      const [first = '', second = ''] = await idsOf(bench, target);
      const retryMany = { ...NO_FILTER, endpointId: target.id, states: [] };
      const remove = () => one.endpoints.remove(project.key, target.id, AUTHOR);
      const tasks: (() => Promise<unknown>)[] = [
        () => two.deliveries.retry(project.key, first, AUTHOR),
        () => two.deliveries.retryMany(project.key, retryMany, AUTHOR),
        () => two.endpoints.recover(project.key, target.id, START_MS, AUTHOR),
        () => two.deliveries.retry(project.key, second, AUTHOR),
      ];
      tasks.splice(round % 5, 0, remove);
      await refusedOnlyBy<unknown>(
        GONE,
        tasks.map((task) => task()),
      );
      const rows = await bench.all({ endpoint: target.key });
      assert.deepEqual(
        rows.filter(({ closedAtMs }) => closedAtMs === null),
        [],
        `round ${round}`,
      );
      reopened += rows.filter(({ state }) => state === 'cancelled' || state === 'exhausted').length;
    }
    assert.equal(reopened, ROUNDS * 3);
    await close();
  });
});

describe('deliveries that one process holds or unticks', () => {
  test('are not cancelled if another process enabled the endpoint, and drop says so', async () => {
    const { one, two, project, bench, endpoint, close } = await setup();
    for (let round = 0; round < ROUNDS; round += 1) {
      const target = await endpoint();
      await one.endpoints.disable(project.key, target.id, AUTHOR);
      for (const call of ['a', 'b', 'c']) await bench.report(`${call}${round}`, 'CALLING');
      const [dropped, sent] = await Promise.all([
        refusedOnlyBy(
          ['STATE_CONFLICT'],
          [one.endpoints.enable(project.key, target.id, 'drop', AUTHOR)],
        ),
        two.endpoints.enable(project.key, target.id, 'send', AUTHOR),
      ]);
      assert.equal(sent.endpoint.enabled, true);
      const rows = await bench.all({ endpoint: target.key });
      const cancelled = rows.filter(({ state }) => state === 'cancelled').length;
      assert.equal(cancelled, dropped[0]?.cancelled ?? 0, `round ${round}`);
      await bench.report(`after${round}`, 'CALLING');
      const [late] = (await bench.all({ endpoint: target.key })).slice(-1);
      assert.equal(late?.state, 'due');
      await one.endpoints.remove(project.key, target.id, AUTHOR);
    }
    await close();
  });

  test('are kept if the trigger is ticked again before the cancellation', async () => {
    const { one, two, project, bench, endpoint, close } = await setup();
    const target = await endpoint();
    const cancel = (scope: CancelScope) =>
      one.store.cancelOpen({
        endpoint: target.key,
        scope,
        nowMs: START_MS,
        after: null,
        limit: 100,
      });
    await bench.report('before', 'CALLING');
    const without = { triggers: ['CALL_LOG_CREATED'] as const };
    await one.store.updateEndpoint({
      projectKey: project.key,
      key: target.key,
      settings: { ...target, ...without },
      audit: bench.audit(),
    });
    assert.equal((await cancel({ kind: 'unticked' })).changed, 1);
    await two.endpoints.update(project.key, target.id, { triggers: target.triggers }, AUTHOR);
    await bench.report('ticked again', 'CALLING');
    assert.equal((await cancel({ kind: 'unticked' })).changed, 0);
    assert.equal((await bench.ready(target.key)).length, 1);
    await close();
  });
});

describe('a manual retry of a delivery that another process is sending', () => {
  test('is the attempt in flight: it is sent once, and its outcome stands', async () => {
    const { two, project, bench, endpoint, close } = await setup();
    const target = await endpoint();
    const [made] = await bench.heads('call', 'CALLING');
    assert.ok(made);
    await bench.retrying(made);
    const [inFlight] = await bench.ready(target.key);
    assert.ok(inFlight);
    const [id = ''] = await idsOf(bench, target);
    const shown = await two.deliveries.retry(project.key, id, AUTHOR);
    assert.deepEqual([shown.state, shown.manual], ['retrying', true]);
    const landed = await bench.retrying(inFlight);
    assert.deepEqual(landed, { kind: 'settled', promoted: null });
    const after = await two.deliveries.get(project.key, id);
    assert.deepEqual([after.state, after.manual, after.attempts], ['retrying', false, 2]);
    assert.equal(after.dueAtMs, START_MS + 5_000);
    await close();
  });

  test('during a first attempt is refused because of the state', async () => {
    const { two, project, bench, endpoint, close } = await setup();
    const target = await endpoint();
    await bench.heads('call', 'CALLING');
    const [id = ''] = await idsOf(bench, target);
    const retry = two.deliveries.retry(project.key, id, AUTHOR);
    assert.deepEqual(await refusedOnlyBy(['DELIVERY_STATE'], [retry]), []);
    await close();
  });

  test('after a cancellation is an attempt of its own, behind the one in flight', async () => {
    const { two, project, bench, endpoint, close } = await setup();
    const target = await endpoint();
    const [inFlight] = await bench.heads('call', 'CALLING');
    assert.ok(inFlight);
    const [id = ''] = await idsOf(bench, target);
    await two.deliveries.cancel(project.key, id, AUTHOR);
    await two.deliveries.retry(project.key, id, AUTHOR);
    const landed = await bench.retrying(inFlight);
    assert.equal(landed.kind, 'reopened');
    const [manual] = await bench.ready(target.key);
    assert.deepEqual([manual?.delivery, manual?.manual], [inFlight.delivery, true]);
    await close();
  });
});
