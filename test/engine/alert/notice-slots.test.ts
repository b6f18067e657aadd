/** S17.12: slow receivers of one project delay the notices of no other, endpoints delay no mail. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Condition } from '../../../src/core/alert/alert.ts';
import type { StoredNotice } from '../../../src/core/alert/notice.ts';
import type { SendResult } from '../../../src/core/delivery/outcome.ts';
import type { EndpointKind } from '../../../src/core/endpoint/endpoint.ts';
import type { ProjectKey } from '../../../src/core/id.ts';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import { CLAIM_MS, createNotifier, SLOTS } from '../../../src/engine/alert/notifier.ts';
import type { NewNotice, Recipient } from '../../../src/engine/ports/alert-store.ts';
import type { Channel } from '../../../src/engine/ports/channel.ts';
import type { Letter } from '../../../src/engine/ports/letters.ts';
import { type Rig, settingsOf, setup, unavailable } from '../setup.ts';
import { addOwner } from './telling.ts';

const HOLDER = 'process-1';
const HOUR_MS = 3_600_000;
const RETRY_MS = 1_000;
const TAKEN: SendResult = {
  kind: 'response',
  status: 200,
  retryAfter: null,
  excerpt: null,
  durationMs: 1,
};
const REFUSED: SendResult = { ...TAKEN, status: 503 };

/** A notifier that has the turn; each receiver hangs until a test lets it answer. */
async function notifying(t: TestContext) {
  // Called before the store is closed.
  let end = async (): Promise<void> => {};
  t.after(() => end());
  const rig = await setup(t);
  const { store, clock } = rig;
  const nowMs = clock.wallMs();
  await store.takeAlertTurn({ holder: HOLDER, nowMs, untilMs: nowMs + HOUR_MS, alone: true });
  const begun: string[] = [];
  /** Ends the request: by an answer, or by a refusal. */
  const hanging = new Map<string, { readonly answer: () => void; readonly fail: () => void }>();
  let isOver = false;
  const hang = <Answer>(name: string, answer: Answer, failure: Answer) =>
    new Promise<Answer>((resolve) => {
      if (isOver) return resolve(answer);
      begun.push(name);
      hanging.set(name, { answer: () => resolve(answer), fail: () => resolve(failure) });
    });
  const channel: Channel = { send: ({ endpoint }) => hang(endpoint.name, TAKEN, REFUSED) };
  const letters = { send: ({ to }: Letter) => hang<string | null>(to, null, 'away') };
  const notifier = createNotifier({
    ...{ store, clock, letters },
    channels: new Map<EndpointKind, Channel>([['custom', channel]]),
    random: { fraction: () => 0 },
    emit: (event) => rig.events.push(event),
    holder: HOLDER,
    hasTurn: () => true,
  });
  notifier.start();
  end = () => {
    isOver = true;
    for (const { answer } of hanging.values()) answer();
    return notifier.stop();
  };
  const ends = async (name: string, how: 'answer' | 'fail'): Promise<void> => {
    const { [how]: end } = hanging.get(name) ?? assert.fail(`${name} does not hang`);
    hanging.delete(name);
    end();
    await rig.settled();
  };
  return {
    rig,
    notifier,
    begun,
    /** Requests that were begun and have no answer. */
    inFlight: () => [...hanging.keys()],
    answers: (name: string) => ends(name, 'answer'),
    fails: (name: string) => ends(name, 'fail'),
    async told(): Promise<void> {
      notifier.wake();
      await rig.settled();
    },
  };
}

async function project({ store, clock }: Rig, name: string): Promise<ProjectKey> {
  const made = { name, settings: PROJECT_DEFAULTS, nowMs: clock.wallMs() };
  return (await store.ensureProject(made)).key;
}

/** Stores a notice of an alert to each receiver: endpoints are named `<name> 1` and so on. */
async function tell(rig: Rig, projectKey: ProjectKey, name: string, count: number) {
  const { store } = rig;
  const recipients: Recipient[] = [];
  for (let n = 1; n <= count; n += 1) {
    const settings = settingsOf({
      name: `${name} ${n}`,
      opsTriggers: ['OPS_DISK_LOW'],
      retryScheduleMs: [RETRY_MS, RETRY_MS, RETRY_MS],
    });
    const audit = rig.audit();
    const made = await store.createEndpoint({ projectKey, settings, enabled: true, audit });
    recipients.push({ endpoint: made.key, user: null });
  }
  await tellTo(rig, projectKey, recipients);
}

async function tellTo({ store, clock }: Rig, projectKey: ProjectKey, to: readonly Recipient[]) {
  const nowMs = clock.wallMs();
  const condition: Condition = {
    projectKey,
    trigger: 'OPS_DISK_LOW',
    subject: '',
    name: 'Ringpost',
    endpoint: null,
    sinceMs: nowMs,
    value: 1,
    waiting: 0,
  };
  await store.stepAlerts({ holder: HOLDER, nowMs, opened: [condition], changed: [] });
  const live = (await store.liveAlerts({ projects: [projectKey] }))[0];
  const { key } = live ?? assert.fail('no alert');
  const firing: StoredNotice = {
    trigger: 'OPS_DISK_LOW',
    firedAtMs: nowMs,
    text: '',
    data: '{}',
    errors: null,
  };
  const notices = to.map(
    (recipient): NewNotice => ({ projectKey, recipient, edge: 'opened', firing, alerts: [key] }),
  );
  assert.deepEqual(await store.tellAlerts({ holder: HOLDER, alerts: [], notices }), []);
}

const names = (name: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${name} ${from + index}`);

describe('the slots of notices', () => {
  const { all, ofProject } = SLOTS.endpoint;

  test('S17.12: receivers that hang take only the share of their project', async (t) => {
    const { rig, told, begun, inFlight, answers } = await notifying(t);
    await tell(rig, rig.project, 'Slow', all + 1);
    await told();
    assert.deepEqual(inFlight(), names('Slow', 1, ofProject));
    await tell(rig, await project(rig, 'other'), 'Other', 2);
    await told();
    assert.deepEqual(inFlight().slice(ofProject), ['Other 1', 'Other 2']);
    await answers('Other 2');
    assert.equal(begun.length, ofProject + 2, 'the share of the slow ones is used');
    await answers('Slow 3');
    assert.equal(begun.at(-1), `Slow ${ofProject + 1}`, 'the others of its share still hang');
    assert.equal(begun.length, ofProject + 3);
  });

  test('S17.12: first attempts go before retries of the same project', async (t) => {
    const { rig, told, begun, fails } = await notifying(t);
    await tell(rig, rig.project, 'Hung', ofProject + 1);
    await told();
    await rig.advance(1);
    await tell(rig, rig.project, 'Healthy', 1);
    await told();
    await fails('Hung 1');
    assert.equal(begun.at(-1), `Hung ${ofProject + 1}`);
    await rig.advance(RETRY_MS);
    assert.equal(begun.length, ofProject + 1, 'the retry of Hung 1 is due and waits for a slot');
    await fails('Hung 2');
    assert.equal(begun.at(-1), 'Healthy 1');
    await fails('Hung 3');
    assert.equal(begun.at(-1), 'Hung 1', 'retries go as well');
  });

  test('S17.12: retries of other projects keep no project from its first slot', async (t) => {
    const { rig, told, begun, inFlight, fails } = await notifying(t);
    for (let n = 1; n <= all; n += 1) {
      await tell(rig, await project(rig, `hung ${n}`), `Hung of ${n}:`, 1);
    }
    await tell(rig, await project(rig, 'next'), 'Next', 1);
    await rig.advance(1);
    await tell(rig, await project(rig, 'healthy'), 'Healthy', 1);
    await told();
    assert.equal(inFlight().length, all);
    await fails('Hung of 1: 1');
    assert.equal(begun.at(-1), 'Next 1');
    await rig.advance(RETRY_MS);
    await fails('Hung of 2: 1');
    assert.equal(begun.at(-1), 'Healthy 1');
  });

  test('S17.12: a free slot goes to the project with the fewest slots', async (t) => {
    const { rig, told, inFlight, begun, answers } = await notifying(t);
    const projects = all / ofProject;
    for (let n = 1; n <= projects; n += 1) {
      await tell(rig, await project(rig, `slow ${n}`), `Slow of ${n}:`, ofProject + 1);
    }
    await told();
    assert.equal(inFlight().length, all);
    await tell(rig, await project(rig, 'late'), 'Late', 1);
    await told();
    assert.equal(inFlight().length, all, 'no slot is free');
    await answers('Slow of 2: 1');
    assert.equal(begun.at(-1), 'Late 1', 'before older ones of the slow projects');
    assert.equal(inFlight().length, all);
  });

  test('S17.12: mails are sent while every slot of endpoints is taken', async (t) => {
    const { rig, told, inFlight } = await notifying(t);
    const projects = all / ofProject;
    for (let n = 1; n <= projects; n += 1) {
      await tell(rig, await project(rig, `slow ${n}`), `Slow of ${n}:`, ofProject);
    }
    await told();
    assert.equal(inFlight().length, all);
    await addOwner(rig, { email: 'olga@example.com' });
    const { key: user } = (await rig.store.userByEmail('olga@example.com')) ?? assert.fail();
    await tellTo(rig, rig.project, [{ endpoint: null, user }]);
    await told();
    assert.equal(inFlight().at(-1), 'olga@example.com');
  });

  test('S17.12: the next notice of a receiver waits for the one in flight', async (t) => {
    const { rig, told, begun, answers } = await notifying(t);
    const { key: endpoint } = await rig.endpoint({ name: 'Pager', opsTriggers: ['OPS_DISK_LOW'] });
    const to = { endpoint, user: null };
    await tellTo(rig, rig.project, [to, to]);
    await told();
    assert.deepEqual(begun, ['Pager']);
    await answers('Pager');
    assert.deepEqual(begun, ['Pager', 'Pager']);
  });

  test('S17.12: stop begins no notice, and waits for those in flight', async (t) => {
    const { rig, notifier, told, begun, answers } = await notifying(t);
    await tell(rig, rig.project, 'Slow', ofProject + 1);
    await told();
    let isStopped = false;
    const stopped = notifier.stop().then(() => {
      isStopped = true;
    });
    for (const name of names('Slow', 1, ofProject)) {
      await rig.settled();
      assert.equal(isStopped, false, `${name} is in flight`);
      await answers(name);
    }
    await stopped;
    assert.equal(begun.length, ofProject);
  });

  test('S17.12: a notice whose outcome is not stored is sent again after its claim', async (t) => {
    const { rig, told, begun, answers } = await notifying(t);
    await tell(rig, rig.project, 'Slow', ofProject + 1);
    await told();
    rig.faulty.refuse('settleNotice', unavailable);
    await answers('Slow 1');
    rig.faulty.repair();
    assert.deepEqual(begun, names('Slow', 1, ofProject), 'its claim lasts');
    await answers('Slow 2');
    assert.equal(begun.at(-1), `Slow ${ofProject + 1}`, 'the others go on');
    for (const name of names('Slow', 3, ofProject + 1)) await answers(name);
    await rig.advance(CLAIM_MS);
    assert.equal(begun.at(-1), 'Slow 1');
    assert.equal(begun.length, ofProject + 2);
  });
});
