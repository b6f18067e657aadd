/**
 * The service as its users run it tells what is wrong with it: a receiver, a disk, a source and a
 * worker break in turn, and each alert and its end arrive once in three ways: in Slack (at the
 * local inbox), by mail (at a real server), and at a program that verifies the signature. Only a
 * process with both roles has an inbox, so the death of the only worker is told in the last two
 * ways.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createKeySet, verifyWebhook } from '../../receiver/src/index.ts';
import { setupTokenOf } from '../browser/first-owner.ts';
import { startMailServer, type TakenMail } from '../channel/email/mail-server.ts';
import { MAIN, run } from '../cli/command.ts';
import { mayMount } from '../crash/disk-cycles.ts';
import { AUTH_TOKEN, readRecording, signCallback } from '../ingest/twilio/callback.ts';
import { askUntil } from '../support/ask-until.ts';
import { freePort } from '../support/free-port.ts';
import { startPostgres } from '../support/postgres.ts';
import { callApi, type ServiceProcess, startService } from '../support/service-process.ts';
import { startReceiver } from './receiver.ts';

const HOUR_MS = 3_600_000;
const MEBIBYTE = 2 ** 20;
/** Above the default threshold, 1 GiB, but below it with the ballast. The ballast is in memory. */
const DISK_BYTES = 1_152 * MEBIBYTE;
const BALLAST_BYTES = 160 * MEBIBYTE;
const OWNER = { email: 'owner@example.com', name: 'Kim Owner', password: 'a long enough password' };
/** Alerts only about what breaks here; an alert ends as soon as its cause does. */
const THRESHOLDS = { recoverAfterMs: 0, givenUp: null, laneAgeMs: null, certificateDays: null };

type Client = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

function clientOf(service: Pick<ServiceProcess, 'url'>): Client {
  return async (method, path, body) => {
    const answer = await callApi(service, method, path, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return Object(answer.body);
  };
}

interface Rig {
  readonly call: Client;
  readonly receiver: Awaited<ReturnType<typeof startReceiver>>;
  /** Waits until the alert is told in all three ways; returns its id. */
  told(trigger: string, state: 'OPENED' | 'RECOVERED', about: string): Promise<string>;
  /** Only the awaited notices came, each once; call it after a fence. */
  toldNothingElse(): Promise<void>;
}

interface Broken {
  readonly directory: string;
  /** Runs the steps at the end of the test, the last one first. */
  undo(step: () => Promise<unknown>): void;
}

function ending(t: TestContext): Broken['undo'] {
  const steps: (() => Promise<unknown>)[] = [];
  t.after(async () => {
    for (const step of steps.reverse()) await step();
  });
  return (step) => steps.push(step);
}

/** The settings for mail. */
async function mailed(t: TestContext) {
  const server = await startMailServer(t, { disabledCommands: ['STARTTLS'] });
  const port = await freePort();
  const environment = {
    RINGPOST_ALERT_EVERY_MS: '1000',
    RINGPOST_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    RINGPOST_MAIL_FROM: 'Ringpost <calls@example.com>',
    RINGPOST_PUBLIC_URL: `http://127.0.0.1:${port}`,
  };
  return { mails: server.taken, port, environment };
}

interface Watched {
  /** The token with which the first owner is made. */
  readonly link: string;
  readonly mails: readonly TakenMail[];
  readonly hasInbox: boolean;
}

/** Makes an owner, a Slack channel and a program that get every alert. */
async function watched(
  service: ServiceProcess,
  { link, mails, hasInbox }: Watched,
  undo: Broken['undo'],
): Promise<Rig> {
  const receiver = await startReceiver();
  undo(() => receiver.close());
  const made = await fetch(`${service.url}/v1/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: service.url },
    body: JSON.stringify({ token: setupTokenOf({ output: () => link }), ...OWNER }),
  });
  assert.ok(made.ok, await made.text());
  const call = clientOf(service);
  const { id: project } = await call('PATCH', '/v1/project', { alerts: THRESHOLDS });
  const opsTriggers = [
    'OPS_ENDPOINT_FAILING',
    'OPS_LANE_OLD',
    'OPS_DISK_LOW',
    'OPS_SOURCE_SILENT',
    'OPS_SOURCE_REFUSED',
  ];
  const gets = { triggers: [], opsTriggers };
  if (hasInbox) {
    const { target } = await call('GET', '/v1/inbox/boxes/slack/pager');
    await call('POST', '/v1/endpoints', { name: 'Slack', kind: 'slack', target, ...gets });
  }
  await call('POST', '/v1/endpoints', {
    name: 'Program',
    kind: 'custom',
    target: `${receiver.url}/pager`,
    auth: { method: 'rsa-sha256' },
    ...gets,
  });
  const keys = createKeySet(`${service.url}/v1/projects/${project}/.well-known/jwks.json`);
  const waited: string[] = [];

  const toSlack = async (): Promise<readonly string[]> => {
    if (!hasInbox) return [];
    const { data } = await call('GET', '/v1/inbox?channel=slack&limit=200');
    const items = Object(data).map(({ id }: { id: string }) => call('GET', `/v1/inbox/${id}`));
    return (await Promise.all(items)).map(({ trigger, json }) => {
      const heading = String(Object(json).blocks[0].text.text);
      return `${trigger} ${heading.includes('Recovered: ') ? 'RECOVERED' : 'OPENED'}`;
    });
  };
  const toProgram = async () =>
    Promise.all(
      receiver.received
        .filter(({ path }) => path === '/pager')
        .map(async ({ headers, body }) => {
          const checked = await verifyWebhook({ headers, rawBody: body, keys });
          assert.equal(checked.kind, 'valid', JSON.stringify(checked));
          const { data } = JSON.parse(body);
          return { said: `${headers['webhook-event']} ${data.alertState}`, data };
        }),
    );
  const subjects = (): readonly string[] =>
    mails.flatMap(
      ({ source }) =>
        /^Subject: (\[Ringpost\] (?:Alert|Recovered): .*)\r?$/m.exec(source)?.[1] ?? [],
    );

  return {
    call,
    receiver,
    async told(trigger, state, about) {
      const said = `${trigger} ${state}`;
      waited.push(said);
      const isIt = (each: string): boolean => each === said;
      const times = waited.filter(isIt).length;
      const arrived = await askUntil(
        `${said} about ${about}, in all ways`,
        async () => {
          // Reads without waiting: a wait could let another notice come.
          await call('GET', '/v1/alerts');
          const [slack, program] = [await toSlack(), await toProgram()];
          return { slack, program, count: subjects().length };
        },
        ({ slack, program, count }) =>
          (slack.filter(isIt).length >= times || !hasInbox) &&
          program.filter((each) => isIt(each.said)).length >= times &&
          count >= waited.length,
      );
      const data = arrived.program.findLast((each) => isIt(each.said))?.data;
      assert.equal(data.subjectName, about);
      assert.equal(data.link, `${service.url}/p/${project}/alerts/${data.alertId}`);
      const subject = subjects().at(-1) ?? '';
      assert.ok(subject.startsWith(`[Ringpost] ${state === 'OPENED' ? 'Alert' : 'Recovered'}: `));
      assert.ok(subject.endsWith(`: ${about}`), subject);
      assert.deepEqual(mails.at(-1)?.recipients, [OWNER.email]);
      return data.alertId;
    },
    async toldNothingElse() {
      assert.deepEqual(
        (await toProgram()).map(({ said }) => said),
        waited,
      );
      assert.deepEqual((await toSlack()).toReversed(), hasInbox ? waited : []);
      assert.equal(subjects().length, waited.length);
      const { open } = await call('GET', '/v1/alerts');
      assert.equal(open, 0);
    },
  };
}

async function orders({ call, receiver }: Rig): Promise<void> {
  await call('POST', '/v1/endpoints', {
    name: 'Orders',
    kind: 'custom',
    target: `${receiver.url}/orders`,
    auth: { method: 'rsa-sha256' },
    triggers: ['OUTBOUND_CALL_CALLING'],
    retryScheduleMs: [],
  });
}

async function report({ call }: Rig, callId: string): Promise<void> {
  const body = { direction: 'OUTBOUND', status: 'CALLING' };
  await call('POST', `/v1/calls/${callId}/reports`, body);
}

async function breakReceiver(rig: Rig): Promise<void> {
  await orders(rig);
  rig.receiver.answer('/orders', (earlier) => (earlier < 3 ? 400 : 200));
  for (const callId of ['a-1', 'a-2', 'a-3']) await report(rig, callId);
  const opened = await rig.told('OPS_ENDPOINT_FAILING', 'OPENED', 'Orders');
  await report(rig, 'a-4');
  const recovered = await rig.told('OPS_ENDPOINT_FAILING', 'RECOVERED', 'Orders');
  assert.equal(recovered, opened);
}

/** Fills a real disk, or if none may be mounted, raises the threshold above the free space. */
async function breakDisk(rig: Rig, disk: string | null): Promise<void> {
  const ballast = join(disk ?? '', 'ballast');
  const isReal = disk !== null;
  const least = (diskFreeBytes: number) =>
    rig.call('PATCH', '/v1/project', { alerts: { diskFreeBytes } });
  if (isReal) await writeFile(ballast, Buffer.alloc(BALLAST_BYTES));
  else await least(Number.MAX_SAFE_INTEGER);
  const opened = await rig.told('OPS_DISK_LOW', 'OPENED', 'Ringpost');
  if (isReal) await rm(ballast);
  else await least(1);
  assert.equal(await rig.told('OPS_DISK_LOW', 'RECOVERED', 'Ringpost'), opened);
}

/** Makes a source, and posts to it as its platform does; a stranger signs with another secret. */
async function platform(rig: Rig, service: ServiceProcess, name: string) {
  const source = { name, adapter: 'twilio', secret: AUTH_TOKEN };
  const { id, url } = await rig.call('POST', '/v1/sources', source);
  const [callback = {}] = readRecording('answered');
  const post = async (secret = AUTH_TOKEN): Promise<number> => {
    const answer = await fetch(`${service.url}/v1/ingest/twilio/${id}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signCallback(String(url), callback, secret),
      },
      body: new URLSearchParams(callback).toString(),
    });
    await answer.body?.cancel();
    return answer.status;
  };
  return { id: String(id), post };
}

const STRANGER = 'another'.padEnd(32, '0');

/** A platform signs wrongly, and another is silent for a second. */
async function breakSource(rig: Rig, service: ServiceProcess): Promise<void> {
  const { id, post } = await platform(rig, service, 'PBX');
  // Requests of a stranger are noted once a second.
  await askUntil(
    'three noted requests of a stranger',
    async () => {
      assert.equal(await post(STRANGER), 403);
      return Object((await rig.call('GET', `/v1/sources/${id}/requests`)).data);
    },
    ({ length }) => length >= 3,
  );
  const refused = await rig.told('OPS_SOURCE_REFUSED', 'OPENED', 'PBX');
  assert.equal(await post(), 204);
  assert.equal(await rig.told('OPS_SOURCE_REFUSED', 'RECOVERED', 'PBX'), refused);

  // While its requests come and stop, however fast, there is one alert.
  const soon = { sourceSilentMs: 1_000, recoverAfterMs: HOUR_MS };
  await rig.call('PATCH', '/v1/project', { alerts: soon });
  const silent = await rig.told('OPS_SOURCE_SILENT', 'OPENED', 'PBX');
  await endsItsSilence(rig, silent, post);
  const late = { sourceSilentMs: 24 * HOUR_MS, recoverAfterMs: 0 };
  await rig.call('PATCH', '/v1/project', { alerts: late });
  assert.equal(await rig.told('OPS_SOURCE_SILENT', 'RECOVERED', 'PBX'), silent);
}

/** A signed request starts the silence anew: without one it would only grow. */
async function endsItsSilence(rig: Rig, alert: string, post: () => Promise<number>): Promise<void> {
  const silence = async () => Number((await rig.call('GET', `/v1/alerts/${alert}`)).value);
  for (let formerMs = 0, nextMs = 0; ; formerMs = nextMs) {
    // Each try waits for a silence twice as long, so that the value after the request is smaller
    // even if the next round is late.
    const isLonger = (ms: number) => ms > 2 * formerMs;
    const beforeMs = await askUntil('a longer silence', silence, isLonger);
    assert.equal(await post(), 204);
    nextMs = await askUntil('the silence after it', silence, (ms) => ms !== beforeMs);
    if (nextMs < beforeMs) return;
  }
}

/**
 * Opens and ends one more alert. Each receiver gets its notices in order, so all earlier ones have
 * come when its end comes.
 */
async function fence(rig: Rig, service: ServiceProcess): Promise<void> {
  const { post } = await platform(rig, service, 'Fence');
  await rig.call('PATCH', '/v1/project', { alerts: { sourceRefused: 1 } });
  assert.equal(await post(STRANGER), 403);
  const opened = await rig.told('OPS_SOURCE_REFUSED', 'OPENED', 'Fence');
  assert.equal(await post(), 204);
  assert.equal(await rig.told('OPS_SOURCE_REFUSED', 'RECOVERED', 'Fence'), opened);
}

/** Mounts a small disk; null if none can be mounted here, with a sentence why. */
function mounted(t: TestContext, folder: string): string | null {
  const instead = 'so no disk is filled: the threshold is raised instead';
  if (!mayMount()) {
    t.diagnostic(`Only root may mount a disk, ${instead}.`);
    return null;
  }
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`];
    execFileSync('mount', [...options, 'tmpfs', folder], { stdio: 'pipe' });
    return folder;
  } catch (error) {
    t.diagnostic(`This machine mounts no disk (${String(error)}), ${instead}.`);
    return null;
  }
}

test('S17.9: a receiver, a disk and a source break; Slack, mail, a program are told', async (t) => {
  const undo = ending(t);
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-alerts-'));
  undo(() => rm(folder, { recursive: true }));
  const disk = mounted(t, folder);
  if (disk !== null) undo(async () => execFileSync('umount', [disk]));
  const { mails, port, environment } = await mailed(t);
  const service = await startService({ directory: join(folder, 'data'), port, environment });
  undo(() => service.kill());
  const { stdout } = await run(
    MAIN,
    ['setup-link', '--data-dir', join(folder, 'data')],
    environment,
  );
  const rig = await watched(service, { link: stdout, mails, hasInbox: true }, undo);
  await breakReceiver(rig);
  await breakDisk(rig, disk);
  await breakSource(rig, service);
  await fence(rig, service);
  await rig.toldNothingElse();
});

test('S17.5: the only worker dies; the API tells that, and the end of it', async (t) => {
  const undo = ending(t);
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-alerts-'));
  undo(() => rm(directory, { recursive: true }));
  const database = await startPostgres();
  undo(() => database.close());
  const { mails, port, environment } = await mailed(t);
  const shared = {
    ...environment,
    RINGPOST_DATABASE_URL: await database.newDatabase(),
    RINGPOST_MASTER_KEY: Buffer.alloc(32, 3).toString('base64'),
  };
  const migrated = await run(MAIN, ['migrate'], shared);
  assert.match(migrated.stdout, /^ringpost migrate: /m, migrated.stderr);
  const start = async (role: string, at = 0): Promise<ServiceProcess> => {
    const flags = ['--roles', role];
    const started = await startService({ directory, port: at, environment: shared, flags });
    undo(() => started.kill());
    return started;
  };
  const api = await start('api', port);
  const { stdout } = await run(MAIN, ['setup-link', '--data-dir', directory], shared);
  const rig = await watched(api, { link: stdout, mails, hasInbox: false }, undo);
  const worker = await start('worker');
  await orders(rig);
  await report(rig, 'b-1');
  await rig.receiver.until((all) => all.some(({ path }) => path === '/orders'));
  await rig.call('PATCH', '/v1/project', { alerts: { laneAgeMs: 1_000 } });
  await worker.kill();
  await report(rig, 'b-2');
  const opened = await rig.told('OPS_LANE_OLD', 'OPENED', 'Orders');
  await start('worker');
  assert.equal(await rig.told('OPS_LANE_OLD', 'RECOVERED', 'Orders'), opened);
  await fence(rig, api);
  await rig.toldNothingElse();
});
