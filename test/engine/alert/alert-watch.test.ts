/** S17: alerts open once, are sent once, as is their end, and cause no alerts themselves. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import { OPS_TRIGGERS } from '../../../src/core/trigger/ops-trigger.ts';
import { createAlertWatch } from '../../../src/engine/alert/alert-watch.ts';
import { CLAIM_MS } from '../../../src/engine/alert/notifier.ts';
import { SYSTEM_AUTHOR } from '../../../src/engine/manage/author.ts';
import type { EngineEvent } from '../../../src/engine/ports/emit.ts';
import { START_MS, setup, unavailable } from '../setup.ts';
import { answered, EVERY_MS, RECOVER_MS, telling } from './telling.ts';

/** Thresholds off, so that only the alert under test opens. */
const QUIET = { givenUp: null, laneAgeMs: null } as const;

describe('alerts', () => {
  test('S17.4: a failing endpoint is reported once, and once when it recovered', async (t) => {
    const { rig, pagerEndpoint, arrived, states } = await telling(t, QUIET);
    await pagerEndpoint();
    const orders = await rig.endpoint({ name: 'Orders', pacing: SLOW });
    await answered(rig, 400, 3);
    await rig.advance(10 * EVERY_MS);
    assert.deepEqual(states(), ['OPS_ENDPOINT_FAILING OPENED Orders']);
    const [first] = arrived();
    assert.deepEqual(first?.data, {
      alertId: first?.data.alertId,
      alertState: 'OPENED',
      alertCount: '1',
      subjectId: orders.id,
      subjectName: 'Orders',
      summary: '3 attempts in a row failed at Orders.',
      value: '3',
      since: first?.data.since,
      recoveredAt: '',
      waiting: '0',
      action: 'Open the endpoint, read the last answer, and correct the receiver or its settings.',
      link: `https://calls.example.com/p/${orders.projectId}/alerts/${first?.data.alertId}`,
    });
    await answered(rig, 200, 1);
    await rig.advance(RECOVER_MS);
    assert.equal(states().length, 1, 'its end is told when it has lasted');
    await rig.advance(10 * EVERY_MS);
    assert.deepEqual(states().slice(1), ['OPS_ENDPOINT_FAILING RECOVERED Orders']);
    assert.equal(arrived()[1]?.data.alertId, first?.data.alertId);
    assert.deepEqual(
      arrived().map(({ sequence }) => sequence),
      [1, 2],
    );
  });

  test('S17.14: the events name the project, the alert and the receiver of a notice', async (t) => {
    const { rig, pagerEndpoint, arrived } = await telling(t, QUIET);
    await pagerEndpoint();
    const orders = await rig.endpoint({ name: 'Orders', pacing: SLOW });
    await answered(rig, 400, 3);
    await rig.advance(10 * EVERY_MS);
    await answered(rig, 200, 1);
    await rig.advance(10 * EVERY_MS);
    const projectId = orders.projectId;
    const alertId = arrived()[0]?.data.alertId;
    const ofAlerts = rig.events.flatMap((event): readonly EngineEvent[] => {
      if (event.name === 'notice.closed') return [{ ...event, noticeId: '' }];
      return event.name === 'alert.opened' || event.name === 'alert.recovered' ? [event] : [];
    });
    const of = { projectId, alertId, trigger: 'OPS_ENDPOINT_FAILING' };
    const sent = { state: 'sent', attempts: 1, status: 200, error: null };
    const told = { name: 'notice.closed', noticeId: '', ...of, to: 'endpoint', ...sent };
    assert.deepEqual(ofAlerts, [
      { name: 'alert.opened', ...of, subject: orders.id },
      told,
      { name: 'alert.recovered', ...of, subject: orders.id },
      told,
    ]);
  });

  test('S17.2: each of six other conditions opens its alert', async (t) => {
    const least = { backlog: 1, sourceSilentMs: EVERY_MS, sourceRefused: 1 };
    const { rig, pagerEndpoint, states } = await telling(t, least);
    const { store, clock } = rig;
    await pagerEndpoint();
    const gone = await rig.endpoint({ name: 'Gone', pacing: SLOW, retryScheduleMs: [] });
    await answered(rig, 410, 1);
    const refusing = await rig.endpoint({ name: 'Refusing', retryScheduleMs: [] });
    await answered(rig, 400, 1);
    const waiting = await rig.endpoint({ name: 'Waiting', retryScheduleMs: [3_600_000] });
    await answered(rig, 503, 1);
    const checkedAtMs = clock.wallMs();
    const look = { endpoint: waiting.key, target: waiting.target ?? '', checkedAtMs };
    await store.keepCertificate({ ...look, endsAtMs: checkedAtMs + 1 });
    const source = { name: 'PBX', adapter: 'twilio', secret: 'sealed', publicUrl: null };
    const made = { projectKey: rig.project, source, audit: rig.audit() };
    const { key } = await store.createSource(made);
    for (const [at, proven] of [true, false].entries()) {
      const request = { atMs: checkedAtMs + at, result: 'as it came', body: '', proven };
      await store.noteSourceRequests({ key, requests: [request] });
    }
    await rig.advance(6 * EVERY_MS);
    const project = await store.project(rig.project);
    assert.ok(gone.key < refusing.key && refusing.key < waiting.key);
    assert.deepEqual([...new Set(states())].toSorted(), [
      `OPS_BACKLOG_LARGE OPENED ${project?.name}`,
      'OPS_CERTIFICATE_ENDING OPENED Waiting',
      'OPS_DELIVERIES_EXHAUSTED OPENED Gone, Refusing',
      'OPS_ENDPOINT_DISABLED OPENED Gone',
      'OPS_SOURCE_REFUSED OPENED PBX',
      'OPS_SOURCE_SILENT OPENED PBX',
    ]);
  });

  test('S17.4: an endpoint that fails again within the recovery time is one alert', async (t) => {
    const { rig, pagerEndpoint, states } = await telling(t, QUIET);
    await pagerEndpoint();
    await rig.endpoint({ name: 'Orders', pacing: SLOW });
    for (let n = 0; n < 4; n += 1) {
      await answered(rig, 400, 3);
      await rig.advance(EVERY_MS);
      await answered(rig, 200, 1);
      await rig.advance(EVERY_MS);
    }
    assert.deepEqual(states(), ['OPS_ENDPOINT_FAILING OPENED Orders']);
  });

  test('S17.4: disabling or deleting an endpoint is not reported as a recovery', async (t) => {
    const { rig, pagerEndpoint, states } = await telling(t, QUIET);
    await pagerEndpoint();
    const off = await rig.endpoint({ name: 'Off', pacing: SLOW });
    const gone = await rig.endpoint({ name: 'Gone', pacing: SLOW });
    await answered(rig, 400, 3);
    await rig.advance(2 * EVERY_MS);
    const opened = ['OPS_ENDPOINT_FAILING OPENED Off, Gone'];
    assert.deepEqual(states(), opened);
    const [projectKey, audit] = [rig.project, rig.audit()];
    const state = { enabled: false, reason: 'operator' } as const;
    await rig.store.setEnabled({ projectKey, key: off.key, state, audit });
    await rig.store.deleteEndpoint({ projectKey, key: gone.key, audit });
    await rig.advance(10 * EVERY_MS);
    assert.deepEqual(states(), opened);
    const asked = { projectKey, filter: EVERY, beforeKey: null, limit: 9 };
    assert.deepEqual(
      (await rig.store.alerts(asked)).map(({ told, recoveredAtMs }) => [
        told,
        recoveredAtMs === null,
      ]),
      [
        ['never', false],
        ['never', false],
      ],
    );
  });

  test('S17.6: an endpoint gets no alert about itself; a failed notice opens none', async (t) => {
    const { rig, pager, pagerEndpoint, states } = await telling(t, QUIET);
    const triggers = ['OUTBOUND_CALL_CALLING'] as const;
    await pagerEndpoint({ name: 'Self', triggers, retryScheduleMs: [1_000] });
    pager.answer = () => 500;
    await answered(rig, 400, 4);
    await rig.advance(20 * EVERY_MS);
    assert.deepEqual(states(), []);
    const asked = { projectKey: rig.project, filter: EVERY, beforeKey: null, limit: 9 };
    const alerts = await rig.store.alerts(asked);
    assert.deepEqual(
      alerts.map(({ trigger, told }) => [trigger, told]),
      [['OPS_ENDPOINT_FAILING', 'opened']],
    );
    const other = await pagerEndpoint({ name: 'Other', retryScheduleMs: [1_000] });
    await answered(rig, 200, 1);
    await rig.advance(20 * EVERY_MS);
    const repeated = 'OPS_ENDPOINT_FAILING RECOVERED Self';
    assert.deepEqual(states(), [repeated, repeated], 'sent, and tried once more');
    const [health] = await rig.store.healthOf({ projectKey: rig.project, endpoints: [other.key] });
    assert.equal(health?.consecutiveFailures, 0);
    assert.equal((await rig.store.alerts(asked)).length, 1);
  });

  test('S17.9: alerts of one kind that open at once are one notice', async (t) => {
    const { rig, pagerEndpoint, states, arrived } = await telling(t, QUIET);
    await pagerEndpoint();
    for (const name of ['A', 'B', 'C']) await rig.endpoint({ name, pacing: SLOW });
    await answered(rig, 400, 3);
    await rig.advance(2 * EVERY_MS);
    assert.deepEqual(states(), ['OPS_ENDPOINT_FAILING OPENED A, B, C']);
    assert.equal(arrived()[0]?.data.alertCount, '3');
  });

  test('S17.14: the process that has the turn counts the open alerts by trigger', async (t) => {
    const { rig, mail, run } = await telling(t, QUIET);
    const { watch, stop } = run('process-1');
    t.after(stop);
    assert.equal(watch.open(), null);
    await rig.advance(EVERY_MS);
    const counts = Object.entries(watch.open() ?? {});
    assert.deepEqual(
      counts,
      OPS_TRIGGERS.map((trigger) => [trigger, 0]),
    );
    mail.freeBytes = 1;
    await rig.advance(EVERY_MS);
    assert.equal(watch.open()?.OPS_DISK_LOW, 1);
    const other = run('process-2', false);
    t.after(other.stop);
    await rig.advance(EVERY_MS);
    assert.equal(other.watch.open(), null);
  });

  test('S17.14: only the round that opened an alert emits its event', async (t) => {
    const { rig } = await telling(t, QUIET);
    const { store, clock } = rig;
    const said: string[] = [];
    const watch = createAlertWatch({
      // Hides live alerts, as if a project had more than a round reads.
      store: Object.assign(Object.create(store), { liveAlerts: async () => [] }),
      clock,
      emit: ({ name }) => said.push(name),
      holder: 'process-2',
      alone: true,
      everyMs: EVERY_MS,
      freeBytes: async () => 1,
      mails: false,
      publicUrl: null,
      onTold: () => {},
    });
    watch.start();
    t.after(() => watch.stop());
    await rig.advance(3 * EVERY_MS);
    assert.deepEqual(said, ['alert.opened']);
  });

  test('S17.2: a round without a change reads once and writes nothing', async (t) => {
    const { rig, mail } = await telling(t, QUIET);
    mail.freeBytes = 1;
    await rig.advance(2 * EVERY_MS);
    const names = ['alertFacts', 'liveAlerts', 'stepAlerts', 'maintenanceWindows'] as const;
    const before = names.map((name) => rig.faulty.countOf(name));
    await rig.advance(EVERY_MS);
    assert.deepEqual(
      names.map((name, at) => rig.faulty.countOf(name) - (before[at] ?? 0)),
      [1, 1, 0, 0],
    );
  });

  test('S17.2: a round ends after the last page of projects', async (t) => {
    const { rig } = await telling(t, QUIET);
    const { store } = rig;
    const settings = PROJECT_DEFAULTS;
    for (let n = 1; n < 250; n += 1) {
      await store.ensureProject({ name: `project ${n}`, settings, nowMs: START_MS });
    }
    const counts = () => [rig.faulty.countOf('alertFacts'), rig.faulty.countOf('liveAlerts')];
    await rig.advance(EVERY_MS);
    assert.deepEqual(counts(), [2, 1], 'the second page is empty');
  });

  test('S17.5: a process that loses the turn within a round knows it', async (t) => {
    const rig = await setup(t);
    const { store, clock } = rig;
    let freeBytes = 1;
    let isStolen = false;
    const watch = createAlertWatch({
      ...{ store, clock, everyMs: EVERY_MS },
      emit: (event) => rig.events.push(event),
      holder: 'process-1',
      alone: false,
      freeBytes: async () => {
        const nowMs = clock.wallMs();
        const turn = { holder: 'process-2', nowMs, untilMs: nowMs + EVERY_MS, alone: true };
        if (isStolen) await store.takeAlertTurn(turn);
        return freeBytes;
      },
      mails: false,
      publicUrl: null,
      onTold: () => {},
    });
    t.after(() => watch.stop());
    watch.start();
    await rig.advance(EVERY_MS);
    assert.deepEqual([watch.hasTurn(), watch.open()?.OPS_DISK_LOW], [true, 1]);
    [freeBytes, isStolen] = [2 ** 40, true];
    await rig.advance(EVERY_MS);
    assert.deepEqual([watch.hasTurn(), watch.open()], [false, null]);
  });

  test('S17.2: every project is checked, however many there are', async (t) => {
    const { rig, run } = await telling(t, QUIET);
    const { store, clock } = rig;
    const { watch, stop } = run('process-1');
    t.after(stop);
    const settings = PROJECT_DEFAULTS;
    const projects = await Promise.all(
      Array.from({ length: 520 }, (_, n) =>
        store.ensureProject({ name: `project ${n}`, settings, nowMs: START_MS }),
      ),
    );
    for (const at of [0, 300, 519]) {
      const projectKey = projects[at]?.key ?? assert.fail('no project');
      const source = { name: 'PBX', adapter: 'twilio', secret: 'sealed', publicUrl: null };
      const { key } = await store.createSource({ projectKey, source, audit: rig.audit() });
      const request = { atMs: clock.wallMs(), result: 'as it came', body: '', proven: false };
      await store.noteSourceRequests({ key, requests: [request, request, request] });
    }
    await rig.advance(EVERY_MS);
    assert.equal(watch.open()?.OPS_SOURCE_REFUSED, 3);
  });

  test('S17.7: no notice of a muted alert is sent until the mute ends', async (t) => {
    const { rig, mail, service, pagerEndpoint, states } = await telling(t, QUIET);
    await pagerEndpoint();
    mail.freeBytes = 1;
    await rig.advance(2 * EVERY_MS);
    const { alerts } = await service.list(rig.project, EVERY, { beforeKey: null, limit: 9 });
    const id = alerts[0]?.id ?? assert.fail('no alert');
    const mutedUntilMs = rig.clock.wallMs() + 60 * EVERY_MS;
    await service.mark(rig.project, id, { mutedUntilMs }, SYSTEM_AUTHOR);
    mail.freeBytes = 2 ** 40;
    await rig.advance(30 * EVERY_MS);
    assert.deepEqual(states(), ['OPS_DISK_LOW OPENED Ringpost']);
    await rig.advance(31 * EVERY_MS);
    assert.deepEqual(states().slice(1), ['OPS_DISK_LOW RECOVERED Ringpost']);
    const found = await service.get(rig.project, id);
    assert.deepEqual(
      found.notices.map(({ edge, state, to }) => [edge, state, to?.name]),
      [
        ['recovered', 'sent', 'Pager'],
        ['opened', 'sent', 'Pager'],
      ],
    );
  });

  test('S17.7: a mute outlasts the recovery of its alert', async (t) => {
    const { rig, mail, service, pagerEndpoint, states } = await telling(t, QUIET);
    await pagerEndpoint();
    const mute = async () => {
      const { alerts } = await service.list(rig.project, EVERY, { beforeKey: null, limit: 9 });
      const id = alerts[0]?.id ?? assert.fail('no alert');
      const mutedUntilMs = rig.clock.wallMs() + 60 * EVERY_MS;
      await service.mark(rig.project, id, { mutedUntilMs }, SYSTEM_AUTHOR);
    };
    const low = async (rounds: number) => {
      mail.freeBytes = 1;
      await rig.advance(rounds * EVERY_MS);
    };
    const enough = async (rounds: number) => {
      mail.freeBytes = 2 ** 40;
      await rig.advance(rounds * EVERY_MS);
    };
    await low(2);
    await mute();
    await enough(10);
    await low(10);
    await enough(10);
    await low(31);
    assert.deepEqual(states(), ['OPS_DISK_LOW OPENED Ringpost'], 'it goes on: no end is told');
    await enough(10);
    assert.deepEqual(states().slice(1), ['OPS_DISK_LOW RECOVERED Ringpost']);
    const window = { fromMs: null, untilMs: rig.clock.wallMs() + 3 * EVERY_MS, triggers: [] };
    await service.createWindow(rig.project, { ...window, note: null }, SYSTEM_AUTHOR);
    await low(2);
    await mute();
    await enough(10);
    await low(10);
    assert.equal(states().length, 2, 'the alert that opened within the mute is muted too');
    await rig.advance(45 * EVERY_MS);
    assert.deepEqual(states().slice(2), ['OPS_DISK_LOW OPENED Ringpost']);
  });

  test('S17.8: no alert is sent within a window; those still open are sent after it', async (t) => {
    const { rig, mail, service, pagerEndpoint, states } = await telling(t, QUIET);
    await pagerEndpoint();
    const untilMs = START_MS + 20 * EVERY_MS;
    const window = { fromMs: null, untilMs, triggers: [], note: null };
    await service.createWindow(rig.project, window, SYSTEM_AUTHOR);
    mail.freeBytes = 1;
    await rig.advance(5 * EVERY_MS);
    mail.freeBytes = 2 ** 40;
    await rig.advance(5 * EVERY_MS);
    mail.freeBytes = 1;
    await rig.advance(9 * EVERY_MS);
    assert.deepEqual(states(), []);
    await rig.advance(2 * EVERY_MS);
    assert.deepEqual(states(), ['OPS_DISK_LOW OPENED Ringpost']);
    const { alerts } = await service.list(rig.project, EVERY, { beforeKey: null, limit: 9 });
    assert.deepEqual(
      alerts.map(({ told }) => told),
      ['opened', 'never'],
    );
  });

  test('S17.12: a notice that fails is tried again, and the next one waits for it', async (t) => {
    const { rig, pager, mail, pagerEndpoint, arrived } = await telling(t, QUIET);
    await pagerEndpoint({ retryScheduleMs: [5_000, 300_000] });
    let left = 2;
    pager.answer = () => {
      left -= 1;
      return left >= 0 ? 503 : 200;
    };
    mail.freeBytes = 1;
    await rig.advance(2 * EVERY_MS);
    mail.freeBytes = 2 ** 40;
    await rig.advance(60 * EVERY_MS);
    assert.deepEqual(
      arrived().map(({ data, attempt, sequence }) => [data.alertState, attempt, sequence]),
      [
        ['OPENED', 1, 1],
        ['OPENED', 2, 1],
        ['OPENED', 3, 1],
        ['RECOVERED', 1, 2],
      ],
    );
    assert.equal(new Set(arrived().map(({ webhookId }) => webhookId)).size, 2);
  });

  test('S17.12: a process that dies while it sends repeats the notice', async (t) => {
    const { rig, pager, mail, crash, pagerEndpoint, arrived } = await telling(t, QUIET);
    await pagerEndpoint();
    pager.answer = () => 'hang';
    mail.freeBytes = 1;
    await rig.advance(2 * EVERY_MS);
    assert.equal(arrived().length, 1);
    crash();
    pager.answer = () => 200;
    await rig.advance(2 * CLAIM_MS);
    assert.deepEqual(
      arrived().map(({ attempt, sequence }) => [attempt, sequence]),
      [
        [1, 1],
        [2, 1],
      ],
    );
    assert.equal(arrived()[0]?.webhookId, arrived()[1]?.webhookId);
    await rig.advance(20 * CLAIM_MS);
    assert.equal(arrived().length, 2);
    pager.release(200);
  });

  test('S17.5: of two processes one sends alerts; if it dies, the other goes on', async (t) => {
    const { rig, mail, run, crash, pagerEndpoint, states } = await telling(t, QUIET);
    await pagerEndpoint();
    await rig.advance(EVERY_MS);
    const other = run('process-3', false);
    t.after(() => other.stop());
    mail.freeBytes = 1;
    await rig.advance(5 * EVERY_MS);
    assert.deepEqual(states(), ['OPS_DISK_LOW OPENED Ringpost']);
    crash('process-4');
    mail.freeBytes = 2 ** 40;
    await rig.advance(20 * EVERY_MS);
    assert.deepEqual(states().slice(1), ['OPS_DISK_LOW RECOVERED Ringpost']);
  });

  test('S17.4: after a store failure no alert is sent twice', async (t) => {
    const { rig, mail, pagerEndpoint, states } = await telling(t, QUIET);
    await pagerEndpoint();
    mail.freeBytes = 1;
    rig.faulty.refuse('tellAlerts', unavailable);
    await rig.advance(5 * EVERY_MS);
    assert.deepEqual(states(), []);
    rig.faulty.repair();
    await rig.advance(5 * EVERY_MS);
    assert.deepEqual(states(), ['OPS_DISK_LOW OPENED Ringpost']);
  });
});

const EVERY = { open: null, endpoint: null, trigger: null } as const;
const SLOW = { ratePerS: null, burst: 20, concurrency: 20 } as const;
