/** Alerts on a real store by the clock of a test: a watch, a notifier, a channel, a mailbox. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { AlertSettings } from '../../../src/core/alert/alert-settings.ts';
import type { NoticeData } from '../../../src/core/alert/notice.ts';
import type { EndpointKind, EndpointSettings } from '../../../src/core/endpoint/endpoint.ts';
import { OPS_TRIGGERS } from '../../../src/core/trigger/ops-trigger.ts';
import { createAlertService } from '../../../src/engine/alert/alert-service.ts';
import { createAlertWatch } from '../../../src/engine/alert/alert-watch.ts';
import { createNotifier } from '../../../src/engine/alert/notifier.ts';
import type { Channel } from '../../../src/engine/ports/channel.ts';
import type { EngineEvent } from '../../../src/engine/ports/emit.ts';
import type { AlertLetter, Letter } from '../../../src/engine/ports/letters.ts';
import type { UserFacts } from '../../../src/engine/ports/people-store.ts';
import { facts, session } from '../../store/conformance/people-given.ts';
import { Life } from '../life.ts';
import { ScriptedChannel } from '../scripted-channel.ts';
import { type Rig, setup } from '../setup.ts';

export const EVERY_MS = 10_000;
export const RECOVER_MS = 20_000;

/** A notice that arrived at an endpoint that gets alerts. */
export interface Arrived {
  readonly data: NoticeData;
  readonly webhookId: string;
  readonly sequence: number;
  readonly attempt: number;
}

export async function telling(t: TestContext, thresholds: Partial<AlertSettings> = {}) {
  const rig = await setup(t);
  const { store, clock } = rig;
  const pager = new ScriptedChannel(clock);
  const letters: AlertLetter[] = [];
  const mail = { fault: null as string | null, freeBytes: 2 ** 40 };
  const project = await store.project(rig.project);
  assert.ok(project !== null);
  const { name, key, id: _, createdAtMs: _made, updatedAtMs: _at, ...settings } = project;
  const alerts = { ...settings.alerts, recoverAfterMs: RECOVER_MS, ...thresholds };
  await store.updateProject({
    key,
    name,
    settings: { ...settings, alerts },
    audit: rig.audit(),
  });
  const send = async (letter: Letter): Promise<string | null> => {
    if (letter.kind === 'alert') letters.push(letter);
    return mail.fault;
  };
  let life = new Life();
  const run = (holder: string, alone = true) => {
    const lived = life;
    const emit = (event: EngineEvent) => rig.events.push(event);
    const parts = {
      store: lived.store(store),
      clock: lived.clock(clock),
      emit,
      holder,
      letters: { send },
    };
    const watch = createAlertWatch({
      ...parts,
      alone,
      everyMs: EVERY_MS,
      freeBytes: async () => mail.freeBytes,
      mails: true,
      publicUrl: 'https://calls.example.com',
      onTold: () => notifier.wake(),
    });
    const channels = new Map<EndpointKind, Channel>([['custom', lived.channel(pager)]]);
    const random = { fraction: () => 0 };
    const hasTurn = () => watch.hasTurn();
    const notifier = createNotifier({ ...parts, channels, random, hasTurn });
    watch.start();
    notifier.start();
    return { watch, notifier, stop: () => Promise.all([watch.stop(), notifier.stop()]) };
  };
  let running = run('process-1');
  t.after(() => running.stop());
  const started = {
    rig,
    pager,
    letters,
    mail,
    service: createAlertService({ store, clock }),
    run,
    /** The process dies, and another one starts. */
    crash(holder = 'process-2'): void {
      life.dead = true;
      pager.senderDied();
      life = new Life();
      running = run(holder);
    },
    /** An endpoint that gets every alert. */
    pagerEndpoint: (changes: Partial<EndpointSettings> = {}) =>
      rig.endpoint({ name: 'Pager', triggers: [], opsTriggers: OPS_TRIGGERS, ...changes }),
    arrived: (): readonly Arrived[] =>
      pager.sent.map(({ request }) => ({
        data: JSON.parse(request.body).data,
        webhookId: request.webhookId,
        sequence: request.sequence,
        attempt: request.attempt,
      })),
    states: (): readonly string[] =>
      pager.sent.map(({ request }) => {
        const { alertState, subjectName } = JSON.parse(request.body).data;
        return `${request.trigger} ${alertState} ${subjectName}`;
      }),
  };
  return started;
}

/** A member who gets alerts by mail. */
export async function addOwner(rig: Rig, more: Partial<UserFacts>): Promise<void> {
  await rig.store.addSetupToken({ hash: 'token', nowMs: rig.clock.wallMs() });
  const completed = await rig.store.completeSetup({
    projectKey: rig.project,
    tokenHash: 'token',
    user: facts('olga', more),
    session: session('first', { signedInBy: 'setup' }),
    audit: rig.audit(),
  });
  assert.equal(completed, true);
}

let calls = 0;

/** Reports `times` calls; each delivery is answered with `status`, and none is held. */
export async function answered(rig: Rig, status: number, times: number): Promise<void> {
  rig.channel.answer = () => status;
  for (let n = 0; n < times; n += 1) {
    calls += 1;
    await rig.report(`call-${calls}`, 'CALLING');
    await rig.settled();
  }
}
