/**
 * `ringpost listen` through what happens on a laptop: the service restarts, the receiver is down, a
 * signal comes in the middle of work, the machine sleeps for longer than a lease. Nothing is lost,
 * and no settled delivery is repeated. Then what it prints, keeps, removes and asks for.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { askUntil } from '../support/ask-until.ts';
import { API_KEY, callApi, type ServiceProcess, startService } from '../support/service-process.ts';
import { MAIN, run } from './command.ts';
import { listen, startReceiver } from './listening.ts';

describe('ringpost listen', () => {
  let directory: string;
  let service: ServiceProcess;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'ringpost-listen-'));
    service = await startService({ directory });
  });
  after(async () => {
    await service.kill();
    await rm(directory, { recursive: true });
  });

  const report = (callId: string, status = 'CALLING') =>
    callApi(service, 'POST', `/v1/calls/${callId}/reports`, { direction: 'OUTBOUND', status });
  const endpoints = async (): Promise<readonly { id: string; name: string }[]> =>
    Object(Object((await callApi(service, 'GET', '/v1/endpoints')).body).data);

  test('when the service restarts, the command connects again and repeats nothing', async (t) => {
    const receiver = await startReceiver(t, { holds: true });
    const triggers = ['--triggers', 'OUTBOUND_CALL_CALLING,OUTBOUND_CALL_COMPLETED'];
    const listening = listen(t, service.url, '--forward', receiver.url, ...triggers);
    await listening.says(/forwards each message/);
    await report('listen-4');
    const first = await receiver.next();
    const { port } = new URL(service.url);
    await service.kill();
    receiver.answer();
    await listening.says(/listen-4 \(1\) dlv_\w+ -> 200/);
    service = await startService({ directory, port: Number(port) });
    await report('listen-4', 'COMPLETED');
    // The second message of the call comes when the first is settled.
    const second = await receiver.next();
    receiver.answer();
    await listening.says(/listen-4 \(2\) dlv_\w+ -> 200/);
    assert.notEqual(second.headers['webhook-id'], first.headers['webhook-id']);
    assert.equal(receiver.count(), 2);
    const [only] = await endpoints();
    const query = `callId=listen-4&endpointId=${only?.id}`;
    const deliveries = async (): Promise<readonly { attempts: number; state: string }[]> =>
      Object((await callApi(service, 'GET', `/v1/deliveries?${query}`)).body).data;
    const settled = await askUntil('both deliveries', deliveries, (all) =>
      all.every(({ state }) => state === 'delivered'),
    );
    assert.deepEqual(
      settled.map(({ attempts }) => attempts),
      [1, 1],
    );

    await service.kill();
    await listening.says(/does not answer \(\w+\)\. Trying again/);
    service = await startService({ directory, port: Number(port) });
    await listening.says(/connected again/);
    listening.child.kill('SIGTERM');
    assert.equal(await listening.ended, 0);
    assert.deepEqual(await endpoints(), []);
  });

  test('a receiver that is down gets the message when it is back', async (t) => {
    const down = await startReceiver(t);
    await down.close();
    const listening = listen(t, service.url, '--forward', down.url);
    await listening.says(/forwards each message/);
    await report('listen-5');
    const line = await listening.says(/listen-5 \(1\) (dlv_\w+) -> ECONNREFUSED/);
    const back = await startReceiver(t, { port: Number(new URL(down.url).port) });
    await callApi(service, 'POST', `/v1/deliveries/${line[1]}/retry`);
    const received = await back.next();
    assert.equal(received.headers['webhook-attempt'], '2');
    await listening.says(/listen-5 \(1, attempt 2\) dlv_\w+ -> 200/);
    listening.child.kill('SIGINT');
    assert.equal(await listening.ended, 0);
  });

  test('at its end it waits for the receiver, unless a second signal comes', async (t) => {
    const receiver = await startReceiver(t, { holds: true });
    const listening = listen(t, service.url, '--forward', receiver.url);
    await listening.says(/forwards each message/);
    await report('listen-6');
    await receiver.next();
    listening.child.kill('SIGINT');
    await listening.says(/waits for the receiver/);
    receiver.answer();
    await listening.says(/listen-6 \(1\) dlv_\w+ -> 200/);
    assert.equal(await listening.ended, 0);
    assert.deepEqual(await endpoints(), []);

    const other = listen(t, service.url, '--forward', receiver.url);
    await other.says(/forwards each message/);
    await report('listen-7');
    await receiver.next();
    other.child.kill('SIGINT');
    await other.says(/waits for the receiver/);
    other.child.kill('SIGINT');
    assert.equal(await other.ended, 130);
  });

  test('--replay brings a delivery of a given endpoint again', async (t) => {
    const made = await callApi(service, 'POST', '/v1/endpoints', {
      name: 'replayed',
      kind: 'pull',
      triggers: ['OUTBOUND_CALL_CALLING'],
      auth: { method: 'rsa-sha256' },
    });
    const { id } = Object(made.body);
    await report('listen-9');
    const receiver = await startReceiver(t);
    const first = listen(t, service.url, '--forward', receiver.url, '--endpoint', id);
    const line = await first.says(/listen-9 \(1\) (dlv_\w+) -> 200/);
    const { headers } = await receiver.next();
    first.child.kill('SIGINT');
    assert.equal(await first.ended, 0);
    const replay = ['--endpoint', id, '--replay', String(line[1])];
    const again = listen(t, service.url, '--forward', receiver.url, ...replay);
    assert.equal((await receiver.next()).headers['webhook-id'], headers['webhook-id']);
    again.child.kill('SIGINT');
    assert.equal(await again.ended, 0);
    await callApi(service, 'DELETE', `/v1/endpoints/${id}`);
  });

  test('if it is killed while the receiver works, the next command gets the message', async (t) => {
    const made = await callApi(service, 'POST', '/v1/endpoints', {
      name: 'killed',
      kind: 'pull',
      triggers: ['OUTBOUND_CALL_CALLING'],
      auth: { method: 'rsa-sha256' },
    });
    const { id } = Object(made.body);
    const receiver = await startReceiver(t, { holds: true });
    const flags = ['--forward', receiver.url, '--endpoint', id, '--timeout', '1'];
    const killed = listen(t, service.url, ...flags);
    await killed.says(/forwards each message/);
    await report('listen-killed');
    const first = await receiver.next();
    killed.child.kill('SIGKILL');
    await killed.ended;
    const next = listen(t, service.url, ...flags);
    const again = await receiver.next();
    assert.equal(again.headers['webhook-id'], first.headers['webhook-id']);
    assert.equal(again.headers['webhook-attempt'], '2');
    receiver.answer();
    await next.says(/listen-killed \(1, attempt 2\) dlv_\w+ -> 200/);
    next.child.kill('SIGINT');
    assert.equal(await next.ended, 0);
    await callApi(service, 'DELETE', `/v1/endpoints/${id}`);
  });

  test('if a lease ends while it sleeps, the message comes again', async (t) => {
    const receiver = await startReceiver(t, { holds: true });
    const listening = listen(t, service.url, '--forward', receiver.url, '--timeout', '1');
    await listening.says(/forwards each message/);
    await report('asleep');
    await receiver.next();
    listening.child.kill('SIGSTOP');
    const delivery = async () =>
      Object((await callApi(service, 'GET', '/v1/deliveries?callId=asleep')).body).data[0];
    await askUntil('the end of the lease', delivery, ({ state }) => state === 'retrying');
    receiver.answer();
    listening.child.kill('SIGCONT');
    await listening.says(/dlv_\w+: its lease was over, so this counts as no answer/);
    const again = await receiver.next();
    assert.equal(again.headers['webhook-attempt'], '2');
    receiver.answer();
    await listening.says(/asleep \(1, attempt 2\) dlv_\w+ -> 200/);
    const { id } = await askUntil('its settlement', delivery, ({ state }) => state === 'delivered');
    const { attemptList } = Object((await callApi(service, 'GET', `/v1/deliveries/${id}`)).body);
    assert.deepEqual(
      attemptList.map(({ error }: { error: string | null }) => error),
      ['timeout', null],
    );
    listening.child.kill('SIGINT');
    assert.equal(await listening.ended, 0);
  });

  test('--print shows headers and body and keeps a given endpoint', async (t) => {
    const made = await callApi(service, 'POST', '/v1/endpoints', {
      name: 'kept',
      kind: 'pull',
      triggers: ['OUTBOUND_CALL_CALLING'],
      auth: { method: 'rsa-sha256' },
    });
    const { id } = Object(made.body);
    await report('listen-2');
    const listening = listen(t, service.url, '--print', '--endpoint', id);
    await listening.says(/webhook-signature: v1rs256,/);
    await listening.says(/"callId":"listen-2"/);
    listening.child.kill('SIGINT');
    assert.equal(await listening.ended, 0);
    assert.deepEqual(
      (await endpoints()).map((each) => each.id),
      [id],
    );
    await callApi(service, 'DELETE', `/v1/endpoints/${id}`);
  });

  test('a refused message comes again; the endpoint of a killed command is removed', async (t) => {
    const receiver = await startReceiver(t, { status: 503 });
    const killed = listen(
      t,
      service.url,
      '--forward',
      receiver.url,
      '--triggers',
      'CALL_LOG_CREATED',
    );
    await killed.says(/forwards each message/);
    killed.child.kill('SIGKILL');
    await killed.ended;
    assert.equal((await endpoints()).length, 1);
    const listening = listen(t, service.url, '--forward', receiver.url);
    await listening.says(/forwards each message/);
    const [only, ...others] = await endpoints();
    assert.equal(others.length, 0);
    await report('listen-3');
    await receiver.next();
    await listening.says(/listen-3 \(1\) dlv_\w+ -> 503/);
    const query = `callId=listen-3&endpointId=${only?.id}`;
    const states = async (): Promise<readonly string[]> =>
      Object(Object((await callApi(service, 'GET', `/v1/deliveries?${query}`)).body).data).map(
        ({ state }: { state: string }) => state,
      );
    await askUntil('the refused delivery', states, ([first]) => first === 'retrying');
    listening.child.kill('SIGINT');
    assert.equal(await listening.ended, 0);
  });

  test('an endpoint in use stays, also that of another machine of the same name', async (t) => {
    const name = `ringpost listen on ${hostname()}`.slice(0, 100);
    // No process of this machine has these ids, so each may belong to another machine.
    for (const suffix of ['process 999999999', 'c0ffee0123456789']) {
      await callApi(service, 'POST', '/v1/endpoints', {
        name: `${name}, ${suffix}`,
        kind: 'pull',
        triggers: ['OUTBOUND_CALL_CALLING'],
        auth: { method: 'rsa-sha256' },
      });
    }
    const first = listen(t, service.url, '--print');
    await first.says(/prints each message/);
    const second = listen(t, service.url, '--print');
    await second.says(/prints each message/);
    assert.equal((await endpoints()).length, 4);
    for (const { child, ended } of [first, second]) {
      child.kill('SIGINT');
      assert.equal(await ended, 0);
    }
    const left = await endpoints();
    assert.equal(left.length, 2);
    for (const { id } of left) await callApi(service, 'DELETE', `/v1/endpoints/${id}`);
  });

  test("a message that its receiver is slow to answer does not delay another call's", async (t) => {
    const receiver = await startReceiver(t, { holds: true });
    const listening = listen(t, service.url, '--forward', receiver.url);
    await listening.says(/forwards each message/);
    await report('listen-11');
    await receiver.next();
    await report('listen-12');
    assert.match((await receiver.next()).body, /"callId":"listen-12"/);
    listening.child.kill('SIGINT');
    await listening.says(/waits for the receiver/);
    receiver.answer();
    await listening.says(/listen-11 \(1\) dlv_\w+ -> 200/);
    await listening.says(/listen-12 \(1\) dlv_\w+ -> 200/);
    assert.equal(await listening.ended, 0);
  });

  test('the command ends, with a reason, when its endpoint is deleted', async (t) => {
    const receiver = await startReceiver(t, { holds: true });
    const listening = listen(t, service.url, '--forward', receiver.url);
    await listening.says(/forwards each message/);
    await report('listen-8');
    await receiver.next();
    const [only] = (await endpoints()).filter(({ name }) => name.includes('ringpost listen'));
    await callApi(service, 'DELETE', `/v1/endpoints/${only?.id}`);
    const why = /The endpoint was deleted\.\nwaits for the receiver; Ctrl-C again ends at once/;
    await listening.says(why);
    receiver.answer();
    await listening.says(/dlv_\w+ is not settled, so it comes again: There is no such endpoint/);
    assert.equal(await listening.ended, 1);
  });

  test('the command names what is missing', async () => {
    const environment = { RINGPOST_API_KEY: API_KEY };
    const none = await run(MAIN, ['listen', '--url', service.url], environment);
    assert.match(none.stderr, /--forward http:\/\/localhost:3000\/hooks, or use --print/);
    const wrong = await run(
      MAIN,
      ['listen', '--url', service.url, '--print', '--triggers', 'NO'],
      environment,
    );
    assert.match(wrong.stderr, /There is no trigger NO/);
    const refused = await run(MAIN, ['listen', '--url', service.url, '--print', '--key', 'rp_no']);
    assert.match(refused.stderr, /ringpost: /);
    for (const { code } of [none, wrong, refused]) assert.equal(code, 1);
  });
});
