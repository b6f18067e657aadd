/** S17: alerts, notices and maintenance windows in any store. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Alert, Condition } from '../../../src/core/alert/alert.ts';
import { ALERT_DEFAULTS } from '../../../src/core/alert/alert-settings.ts';
import type { AlertFacts } from '../../../src/core/alert/condition.ts';
import type { StoredNotice } from '../../../src/core/alert/notice.ts';
import { HEALTHY } from '../../../src/core/delivery/health.ts';
import type { EndpointKey, ProjectKey } from '../../../src/core/id.ts';
import { ALERTS_KEPT_MAX, SOURCE_REQUESTS_MAX } from '../../../src/core/project/limits.ts';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import { MINUTE_MS } from '../../../src/core/time.ts';
import {
  LIVE_ALERTS_MAX,
  type NewNotice,
  NOTICES_WAITING_MAX,
  type NoticeRoute,
} from '../../../src/engine/ports/alert-store.ts';
import { benchOf, DAY_MS, FAR_MS, type OpenStore, START_MS, settingsOf } from '../given.ts';
import { otherProject } from '../other-project.ts';
import { analyzer, claimOne, FAILED, SUCCEEDED, waiting } from './acw-given.ts';
import { owner } from './people-given.ts';

type Bench = Awaited<ReturnType<typeof benchOf>>;

const HOLDER = 'process-1';

async function turn({ store, clock }: Bench, holder = HOLDER, alone = false): Promise<boolean> {
  const { nowMs } = clock;
  return store.takeAlertTurn({ holder, nowMs, untilMs: nowMs + MINUTE_MS, alone });
}

function conditionOf({ project }: Bench, changes: Partial<Condition> = {}): Condition {
  return {
    projectKey: project,
    trigger: 'OPS_ENDPOINT_FAILING',
    subject: 'ep_1',
    name: 'Orders',
    endpoint: null,
    sinceMs: START_MS,
    value: 3,
    waiting: 2,
    ...changes,
  };
}

async function opened(bench: Bench, ...conditions: readonly Condition[]) {
  const asked = { holder: HOLDER, nowMs: bench.clock.nowMs, changed: [] };
  assert.ok((await bench.store.stepAlerts({ ...asked, opened: conditions })) !== null);
  const projects = new Set([bench.project, ...conditions.map(({ projectKey }) => projectKey)]);
  return bench.store.liveAlerts({ projects: [...projects] });
}

function factsOf({ store, clock }: Bench, nowMs = clock.nowMs) {
  return store.alertFacts({ nowMs, afterKey: null, limit: 100 });
}

const FIRING: StoredNotice = {
  trigger: 'OPS_ENDPOINT_FAILING',
  firedAtMs: START_MS,
  text: 'text',
  data: '{}',
  errors: null,
};

function noticeOf(bench: Bench, alert: Alert, to: NewNotice['recipient']): NewNotice {
  const { project: projectKey } = bench;
  return { projectKey, recipient: to, edge: 'opened', firing: FIRING, alerts: [alert.key] };
}

async function told(bench: Bench, alert: Alert, notices: readonly NewNotice[]): Promise<boolean> {
  const alerts = [{ key: alert.key, from: alert.told, to: 'opened' as const }];
  return (await bench.store.tellAlerts({ holder: HOLDER, alerts, notices })) !== null;
}

function claim({ store, clock }: Bench, to: NoticeRoute = 'endpoint', share = 10, limit = 10) {
  const { nowMs } = clock;
  const asked = { holder: HOLDER, to, nowMs, untilMs: nowMs + MINUTE_MS };
  return store.claimNotices({ ...asked, share, limit });
}

/** Claims notices of both kinds, and says when the next one of each is due. */
async function claimBoth(bench: Bench) {
  const [posted, mailed] = [await claim(bench), await claim(bench, 'mail')];
  return {
    notices: [...posted.notices, ...mailed.notices],
    nextAtMs: [posted.nextAtMs, mailed.nextAtMs],
  };
}

export function alertConformance(open: OpenStore): void {
  describe('alerts', () => {
    test('S17.5: one process holds the turn until it expires', async () => {
      const bench = await benchOf(open);
      assert.equal(await turn(bench), true);
      assert.equal(await turn(bench, 'process-2'), false);
      assert.equal(await turn(bench), true, 'the same one again');
      bench.clock.nowMs += MINUTE_MS;
      assert.equal(await turn(bench, 'process-2'), true);
      assert.equal(await turn(bench), false);
      assert.equal(await turn(bench, HOLDER, true), true, 'alone on its store');
      bench.clock.nowMs -= DAY_MS;
      assert.equal(await turn(bench, 'process-2'), true, 'a turn that ends in a day is none');
      await bench.close();
    });

    test('S17.2: an alert opens once, changes, and ends', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      await turn(bench);
      const [alert] = await opened(bench, conditionOf(bench));
      assert.ok(alert);
      assert.deepEqual(
        [alert.trigger, alert.name, alert.value, alert.waiting, alert.told, alert.recoveredAtMs],
        ['OPS_ENDPOINT_FAILING', 'Orders', 3, 2, 'no', null],
      );
      assert.match(alert.id, /^alr_/);
      assert.equal((await opened(bench, conditionOf(bench))).length, 1, 'open already');
      const found = conditionOf(bench, { value: 9, name: 'Renamed' });
      const kept = { found, clearSinceMs: null, recoveredAtMs: null, told: 'no' as const };
      const step = { holder: HOLDER, nowMs: START_MS, opened: [] };
      await store.stepAlerts({ ...step, changed: [{ key: alert.key, ...kept }] });
      const [changed] = await store.liveAlerts({ projects: [project] });
      assert.deepEqual([changed?.value, changed?.name], [9, 'Renamed']);
      const over = { found: null, clearSinceMs: START_MS, recoveredAtMs: START_MS + 5 };
      const ended = { key: alert.key, ...over, told: 'never' as const };
      await store.stepAlerts({ ...step, changed: [ended] });
      assert.deepEqual(await store.liveAlerts({ projects: [project] }), []);
      assert.equal((await opened(bench, conditionOf(bench))).length, 1, 'it opens anew');
      const strange = { holder: 'process-2', nowMs: START_MS, opened: [], changed: [] };
      assert.equal(await store.stepAlerts(strange), null);
      await bench.close();
    });

    test('S17.2: a step returns only the alerts that it opened or changed', async () => {
      const bench = await benchOf(open);
      const { store } = bench;
      await turn(bench);
      const step = { holder: HOLDER, nowMs: START_MS };
      const two = [conditionOf(bench), conditionOf(bench, { subject: 'ep_2' })];
      const first = await store.stepAlerts({ ...step, opened: two.slice(0, 1), changed: [] });
      const second = await store.stepAlerts({ ...step, opened: two, changed: [] });
      const [one, other] = [...(first?.opened ?? []), ...(second?.opened ?? [])];
      assert.ok(one !== undefined && other !== undefined);
      assert.deepEqual(
        [first?.opened.length, second?.opened.length],
        [1, 1],
        'one is open already',
      );
      assert.deepEqual([one, other], await store.liveAlerts({ projects: [bench.project] }));
      const over = { found: null, clearSinceMs: START_MS, recoveredAtMs: START_MS };
      const changed = [{ key: one.key, ...over, told: 'never' as const }];
      const third = await store.stepAlerts({ ...step, opened: [], changed });
      const ended = { ...one, clearSinceMs: START_MS, recoveredAtMs: START_MS, told: 'never' };
      assert.deepEqual(third, { opened: [], changed: [ended] });
      const fourth = await store.stepAlerts({ ...step, opened: [], changed });
      assert.deepEqual(fourth, { opened: [], changed: [] }, 'it was over already');
      await bench.close();
    });

    test('S17.2: alerts of one project hide none of another', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const foreign = await otherProject(bench);
      await turn(bench);
      await bench.execute(`insert into alerts (project_key, trigger, subject, name, since_at, value,
          waiting, opened_at, told)
        with recursive made(n) as (select 1 union all select n + 1 from made
          where n < ${LIVE_ALERTS_MAX + 5})
        select ${project}, 'OPS_SOURCE_SILENT', 'src_' || n, 'PBX', 0, 1, 0, 0, 'no' from made`);
      await opened(bench, conditionOf(bench, { projectKey: foreign }));
      const live = await store.liveAlerts({ projects: [project, foreign] });
      assert.equal(live.filter(({ projectKey }) => projectKey === project).length, LIVE_ALERTS_MAX);
      assert.equal(live.filter(({ projectKey }) => projectKey === foreign).length, 1);
      await bench.close();
    });

    test('S17.4: an alert and its notices are one commit, made once', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const { key: endpoint } = await bench.endpoint();
      await turn(bench);
      const [alert] = await opened(bench, conditionOf(bench));
      assert.ok(alert);
      const notice = noticeOf(bench, alert, { endpoint, user: null });
      assert.equal(await told(bench, alert, [notice]), true);
      assert.equal(await told(bench, alert, [notice]), false, 'it was told');
      const notices = await store.noticesOf({ projectKey: project, alert: alert.key });
      assert.deepEqual(
        notices.map(({ state, sequence, attempts }) => [state, sequence, attempts]),
        [['due', 1, 0]],
      );
      const foreign = await otherProject(bench);
      assert.deepEqual(await store.noticesOf({ projectKey: foreign, alert: alert.key }), []);
      await bench.close();
    });

    test('S17.12: notices of one receiver go in order; a claim expires', async () => {
      const bench = await benchOf(open);
      const { store } = bench;
      const { key: endpoint } = await bench.endpoint();
      const { key: user } = await owner(bench);
      await turn(bench);
      const two = [conditionOf(bench), conditionOf(bench, { subject: 'ep_2' })];
      for (const alert of await opened(bench, ...two)) {
        const mail = noticeOf(bench, alert, { endpoint: null, user });
        assert.equal(
          await told(bench, alert, [noticeOf(bench, alert, { endpoint, user: null }), mail]),
          true,
        );
      }
      const first = await claimBoth(bench);
      assert.deepEqual(
        first.notices.map(({ recipient, sequence }) => [recipient.user, sequence]),
        [
          [null, 1],
          [user, 1],
        ],
      );
      const endMs = START_MS + MINUTE_MS;
      assert.deepEqual(first.nextAtMs, [endMs, endMs], 'when the claims end');
      assert.deepEqual((await claimBoth(bench)).notices, []);
      const [one, mail] = first.notices;
      assert.ok(one !== undefined && mail !== undefined);
      assert.deepEqual([one.firing, one.attempts], [FIRING, 1]);
      const sent = { state: 'sent', dueAtMs: null, status: 200, error: null } as const;
      const settled = { key: one.key, attempts: 1, nowMs: START_MS, outcome: sent };
      assert.equal(await store.settleNotice(settled), true);
      assert.equal(await store.settleNotice(settled), false, 'it was settled');
      const next = await claimBoth(bench);
      assert.deepEqual(
        next.notices.map(({ recipient, sequence }) => [recipient.endpoint, sequence]),
        [[endpoint, 2]],
      );
      bench.clock.nowMs += MINUTE_MS;
      await turn(bench);
      const again = await claimBoth(bench);
      assert.deepEqual(
        again.notices.map(({ attempts, sequence }) => [attempts, sequence]),
        [
          [2, 2],
          [2, 1],
        ],
        'the sender of both died',
      );
      const late = { key: mail.key, attempts: 1, nowMs: START_MS, outcome: sent };
      assert.equal(await store.settleNotice(late), false);
      const retried = { ...sent, state: 'due', dueAtMs: bench.clock.nowMs + 5_000 } as const;
      const failed = { key: mail.key, attempts: 2, nowMs: START_MS, outcome: retried };
      assert.equal(await store.settleNotice(failed), true);
      assert.deepEqual((await claimBoth(bench)).notices, [], 'due in 5 s');
      bench.clock.nowMs += 5_000;
      assert.deepEqual(
        (await claimBoth(bench)).notices.map(({ attempts }) => attempts),
        [3],
      );
      await bench.close();
    });

    test('S17.12: no project gets more than its share of claims, the fewest first', async () => {
      const bench = await benchOf(open);
      const { store } = bench;
      const foreign = await otherProject(bench);
      await turn(bench);
      const both = [conditionOf(bench), conditionOf(bench, { projectKey: foreign })];
      const [ours, theirs] = await opened(bench, ...both);
      assert.ok(ours !== undefined && theirs !== undefined);
      const settings = settingsOf();
      const to = async (projectKey: ProjectKey) => {
        const audit = bench.audit();
        const made = await store.createEndpoint({ projectKey, settings, enabled: true, audit });
        return { endpoint: made.key, user: null };
      };
      const { key: user } = await owner(bench);
      const mail = noticeOf(bench, ours, { endpoint: null, user });
      const notices = [mail];
      for (let n = 0; n < 4; n += 1) {
        notices.push(noticeOf(bench, ours, await to(bench.project)));
      }
      assert.equal(await told(bench, ours, notices), true);
      const others: NewNotice[] = [];
      for (let n = 0; n < 2; n += 1) {
        const notice = noticeOf(bench, theirs, await to(foreign));
        others.push({ ...notice, projectKey: foreign });
      }
      assert.equal(await told(bench, theirs, others), true);
      const whose = async (share: number, limit: number) =>
        (await claim(bench, 'endpoint', share, limit)).notices.map(({ projectKey }) =>
          projectKey === foreign ? 'theirs' : 'ours',
        );
      assert.deepEqual(await whose(2, 3), ['ours', 'theirs', 'ours'], 'in turn, up to the limit');
      assert.deepEqual(await whose(2, 9), ['theirs'], 'ours has its share');
      const full = await claim(bench, 'endpoint', 2, 9);
      assert.deepEqual(full, { notices: [], nextAtMs: START_MS + MINUTE_MS });
      assert.deepEqual(await whose(3, 9), ['ours'], 'a claim counts until it ends');
      assert.equal((await claim(bench, 'mail', 1, 9)).notices.length, 1, 'mails count apart');
      bench.clock.nowMs += MINUTE_MS;
      await turn(bench);
      assert.deepEqual(await whose(1, 9), ['ours', 'theirs'], 'the claims have ended');
      await bench.close();
    });

    test('S17.13: of the notices that wait for a receiver only the newest stay', async () => {
      const bench = await benchOf(open);
      const { store, project: projectKey } = bench;
      const [dead, healthy] = [await bench.endpoint(), await bench.endpoint()];
      await turn(bench);
      const [first] = await opened(bench, conditionOf(bench));
      assert.ok(first !== undefined);
      const noticeTo = ({ key: endpoint }: typeof dead) =>
        noticeOf(bench, first, { endpoint, user: null });
      const add = async (notice: NewNotice, times: number) => {
        const notices = Array.from({ length: times }, () => notice);
        const dropped = await store.tellAlerts({ holder: HOLDER, alerts: [], notices });
        return dropped ?? assert.fail('the turn is lost');
      };
      assert.deepEqual(await add(noticeTo(healthy), 1), []);
      assert.deepEqual(await add(noticeTo(dead), 1), []);
      const tried = (await claim(bench)).notices.find(
        ({ recipient }) => recipient.endpoint === dead.key,
      );
      assert.ok(tried !== undefined);
      const [second] = await opened(bench, conditionOf(bench, { subject: 'ep_2' })).then((live) =>
        live.filter(({ subject }) => subject === 'ep_2'),
      );
      assert.ok(second !== undefined);
      const oldest = { ...noticeTo(dead), alerts: [second.key] };
      assert.deepEqual(await add(oldest, 2), []);
      assert.deepEqual(
        await add(noticeTo(dead), NOTICES_WAITING_MAX - 2),
        [],
        'that many may wait',
      );
      const dropped = await add(noticeTo(dead), 1);
      assert.deepEqual(
        dropped.map(({ sequence, state, attempts, firing }) => [
          sequence,
          state,
          attempts,
          firing.data,
        ]),
        [[2, 'dropped', 0, FIRING.data]],
        'the oldest that was never tried, not the one that is sent now',
      );
      const shown = await store.noticesOf({ projectKey, alert: second.key });
      const error = `${NOTICES_WAITING_MAX} newer notices waited for this receiver.`;
      assert.deepEqual(
        shown.map(({ state, closedAtMs, lastError }) => [state, closedAtMs, lastError]),
        [
          ['due', null, null],
          ['dropped', START_MS, error],
        ],
      );
      const sent = { state: 'sent', dueAtMs: null, status: 200, error: null } as const;
      const settled = { key: tried.key, attempts: 1, nowMs: START_MS, outcome: sent };
      assert.equal(await store.settleNotice(settled), true);
      const [next] = (await claim(bench)).notices;
      assert.equal(next?.sequence, 3, 'the lane goes on');
      await bench.close();
    });

    test('S17.7: alerts are listed, acknowledged and muted within the project', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const foreign = await otherProject(bench);
      const { key: endpoint } = await bench.endpoint();
      await turn(bench);
      const of = [
        conditionOf(bench, { endpoint }),
        conditionOf(bench, { trigger: 'OPS_DISK_LOW', subject: '' }),
        conditionOf(bench, { projectKey: foreign }),
      ];
      const live = await opened(bench, ...of);
      const every = { open: null, endpoint: null, trigger: null };
      const list = async (filter: Partial<typeof every> | object, before: number | null = null) => {
        const page = { beforeKey: before, limit: 10 };
        const asked = { projectKey: project, filter: { ...every, ...filter }, ...page };
        return (await store.alerts(asked)).map(({ trigger }) => trigger);
      };
      assert.deepEqual(await list({}), ['OPS_DISK_LOW', 'OPS_ENDPOINT_FAILING']);
      assert.deepEqual(await list({ open: true }), ['OPS_DISK_LOW', 'OPS_ENDPOINT_FAILING']);
      assert.deepEqual(await list({ open: false }), []);
      assert.deepEqual(await list({ endpoint }), ['OPS_ENDPOINT_FAILING']);
      assert.deepEqual(await list({ trigger: 'OPS_DISK_LOW' }), ['OPS_DISK_LOW']);
      const both = { endpoint, trigger: 'OPS_ENDPOINT_FAILING' } as const;
      assert.deepEqual(await list(both), ['OPS_ENDPOINT_FAILING']);
      assert.deepEqual(await list({ ...both, open: true }), ['OPS_ENDPOINT_FAILING']);
      assert.deepEqual(await list({ ...both, trigger: 'OPS_DISK_LOW' }), []);
      const { key: elsewhere } = await bench.endpoint({}, foreign);
      assert.deepEqual(await list({ endpoint: elsewhere }), []);
      assert.deepEqual(await list({}, live[1]?.key ?? 0), ['OPS_ENDPOINT_FAILING']);
      assert.deepEqual(await store.alertCounts(project), { open: 2 });
      const key = live[0]?.key ?? assert.fail('no alert');
      assert.equal(await store.alert({ projectKey: foreign, key }), null);
      const by = 'usr_1';
      const mark = { projectKey: project, key, by, audit: bench.audit('alert.muted') };
      const change = { acknowledged: { note: 'on it' }, mutedUntilMs: FAR_MS };
      const marked = await store.markAlert({ ...mark, change });
      assert.deepEqual(marked?.acknowledged, { by, atMs: START_MS, note: 'on it' });
      assert.deepEqual([marked?.mutedUntilMs, marked?.mutedBy], [FAR_MS, by]);
      const gone = { found: null, clearSinceMs: START_MS, recoveredAtMs: START_MS };
      const ended = [{ key, ...gone, told: 'never' as const }];
      await store.stepAlerts({ holder: HOLDER, nowMs: START_MS, opened: [], changed: ended });
      assert.deepEqual(await list({ ...both, open: false }), ['OPS_ENDPOINT_FAILING']);
      assert.deepEqual(await list({ ...both, open: true }), []);
      const anew = await opened(bench, conditionOf(bench, { endpoint }));
      assert.deepEqual(
        anew.map(({ trigger, mutedUntilMs }) => [trigger, mutedUntilMs]),
        [
          ['OPS_DISK_LOW', null],
          ['OPS_ENDPOINT_FAILING', FAR_MS],
        ],
        'the mute is of the trigger and the subject',
      );
      const undone = { acknowledged: null, mutedUntilMs: null };
      const opened2 = await store.markAlert({ ...mark, change: undone });
      assert.deepEqual([opened2?.acknowledged, opened2?.mutedUntilMs], [null, null]);
      assert.equal(await store.markAlert({ ...mark, projectKey: foreign, change }), null);
      await bench.close();
    });

    test('S17.8: maintenance windows of a project, until they end', async () => {
      const bench = await benchOf(open);
      const { store, project, clock } = bench;
      const foreign = await otherProject(bench);
      const window = {
        fromMs: START_MS,
        untilMs: START_MS + MINUTE_MS,
        triggers: ['OPS_DISK_LOW'],
        note: 'moving',
        createdBy: 'usr_1',
      } as const;
      const audit = bench.audit('maintenance-window.created');
      const made = await store.createMaintenanceWindow({ projectKey: project, window, audit });
      const now = (...projects: readonly (typeof project)[]) =>
        store.maintenanceWindows({ nowMs: clock.nowMs, projects });
      assert.deepEqual(await now(project), [made]);
      assert.deepEqual(await now(foreign, project), [made]);
      assert.deepEqual(await now(foreign), []);
      const remove = { key: made.key, audit: bench.audit() };
      assert.equal(await store.deleteMaintenanceWindow({ projectKey: foreign, ...remove }), false);
      clock.nowMs += MINUTE_MS;
      assert.deepEqual(await now(project), []);
      assert.equal(await store.deleteMaintenanceWindow({ projectKey: project, ...remove }), true);
      await bench.close();
    });

    test('S17.2: the facts name endpoints in trouble and deliveries given up', async () => {
      const bench = await benchOf(open);
      const { store, clock } = bench;
      const { key, id } = await bench.endpoint({ name: 'Orders' });
      const healthy = await bench.endpoint();
      await bench.heads('a', 'CALLING');
      await bench.heads('b', 'CALLING');
      const health = { ...HEALTHY, consecutiveFailures: 4, failingSinceMs: START_MS };
      for (const [at, head] of (await bench.ready(key)).entries()) {
        await (at === 0 ? bench.exhausted(head) : bench.retrying(head, 5_000, health));
      }
      for (const head of await bench.ready(healthy.key)) await bench.delivered(head);
      clock.nowMs += MINUTE_MS;
      const facts = await factsOf(bench);
      const [project] = facts.projects;
      assert.deepEqual(
        project?.endpoints.map((each) => [
          each.id,
          each.name,
          each.enabled,
          each.health.consecutiveFailures,
          each.open,
          each.oldestAtMs,
          each.givenUp,
        ]),
        [[id, 'Orders', true, 4, 1, START_MS, 1]],
      );
      assert.deepEqual(project?.runs, { failed: 0, firstAtMs: null });
      assert.deepEqual(project?.scores, { evaluations: 0, average: null });
      await store.removeExpired({ nowMs: FAR_MS, limit: 10_000 });
      assert.equal((await factsOf(bench, FAR_MS)).retentionAtMs, FAR_MS);
      await bench.close();
    });

    test('S17.2: the facts count failed runs of the window, and scores of a day', async () => {
      const bench = await benchOf(open);
      const { store, clock } = bench;
      await analyzer(bench);
      const score = (percentage: number) => ({
        ...SUCCEEDED,
        evaluation: { scorecardId: 'sc_1', revision: 1, percentage, passed: false, criteria: [] },
      });
      const ends = [FAILED, ...[10, 20, 30, 40, 50].map(score)];
      for (const [at, end] of ends.entries()) {
        await waiting(bench, `call_${at}`);
        const { key: run, claim: claimed } = await claimOne(bench);
        await store.finishRun({ run, claim: claimed, end, nowMs: clock.nowMs });
      }
      const found = async (nowMs: number) => {
        const { projects } = await factsOf(bench, nowMs);
        return [projects[0]?.runs, projects[0]?.scores];
      };
      const scores = { evaluations: 5, average: 30 };
      assert.deepEqual(await found(START_MS), [{ failed: 1, firstAtMs: START_MS }, scores]);
      const later = await found(START_MS + 60 * MINUTE_MS);
      assert.deepEqual(later, [{ failed: 0, firstAtMs: null }, scores], 'after the window');
      const none = { evaluations: 0, average: null };
      assert.deepEqual((await found(START_MS + 2 * DAY_MS))[1], none, 'after a day');
      await bench.close();
    });

    test('S17.2: the facts of each project are its own, and projects come in pages', async () => {
      const bench = await benchOf(open);
      const { store, project, clock } = bench;
      const foreign = await otherProject(bench);
      const later = await store.ensureProject({
        name: 'later',
        settings: { ...PROJECT_DEFAULTS, alerts: { ...ALERT_DEFAULTS, windowMs: DAY_MS } },
        nowMs: START_MS,
      });
      const given: EndpointKey[] = [];
      for (const [at, projectKey] of [project, later.key].entries()) {
        const { key } = await bench.endpoint({ name: `Receiver ${at}` }, projectKey);
        given.push(key);
        await bench.report(`call_${at}`, 'CALLING', {}, projectKey);
        for (const head of await bench.ready(key)) await bench.exhausted(head);
        const source = { name: `PBX ${at}`, adapter: 'twilio', secret: 'sealed', publicUrl: null };
        const made = await store.createSource({ projectKey, source, audit: bench.audit() });
        const request = { atMs: START_MS + at, result: 'as it came', body: '', proven: false };
        await store.noteSourceRequests({ key: made.key, requests: [request] });
      }
      clock.nowMs += 60 * MINUTE_MS;
      const pages: (readonly unknown[])[] = [];
      let afterKey: ProjectKey | null = null;
      for (let page = 0; page < 3; page += 1) {
        const facts: AlertFacts = await store.alertFacts({
          nowMs: clock.nowMs,
          afterKey,
          limit: 1,
        });
        for (const { key, endpoints, sources } of facts.projects) {
          const troubles = endpoints.map((each) => [each.key, each.givenUp]);
          const refused = sources.map(({ name, requests }) => [name, requests.length]);
          pages.push([key, facts.first === key, troubles, refused]);
          afterKey = key;
        }
      }
      assert.deepEqual(pages, [
        [project, true, [], [['PBX 0', 1]]],
        [foreign, false, [], []],
        [later.key, false, [[given[1], 1]], [['PBX 1', 1]]],
      ]);
      const all = await factsOf(bench);
      assert.deepEqual(
        all.projects.map(({ endpoints, sources }) => [endpoints.length, sources.length]),
        [
          [0, 1],
          [0, 0],
          [1, 1],
        ],
        'all of them at once',
      );
      const none = await store.alertFacts({ nowMs: clock.nowMs, afterKey: later.key, limit: 1 });
      assert.deepEqual([none.projects, none.first], [[], null]);
      await bench.close();
    });

    test('S17.2: certificates are read once per target', async () => {
      const bench = await benchOf(open);
      const { store, clock } = bench;
      const { key } = await bench.endpoint({ target: 'https://one.example/hook' });
      await bench.endpoint({ target: 'http://plain.example/hook' });
      await bench.endpoint({ kind: 'slack', target: 'https://hooks.slack.com/••••' });
      const unchecked = () =>
        store.uncheckedCertificates({ beforeMs: clock.nowMs - DAY_MS, limit: 10 });
      const [asked, ...others] = await unchecked();
      assert.deepEqual(asked, { endpoint: key, target: 'https://one.example/hook' });
      assert.deepEqual(others, []);
      clock.nowMs += 1;
      const endsAtMs = clock.nowMs + DAY_MS;
      const checkedAtMs = clock.nowMs;
      const look = { endpoint: key, target: 'https://one.example/hook', checkedAtMs };
      await store.keepCertificate({ ...look, endsAtMs });
      assert.deepEqual(await unchecked(), []);
      await store.keepCertificate({ ...look, endsAtMs: null });
      const known = async () => {
        const { projects } = await factsOf(bench);
        return projects[0]?.endpoints[0]?.certificateEndsAtMs;
      };
      assert.equal(await known(), endsAtMs);
      const moveTo = (target: string) =>
        store.updateEndpoint({
          projectKey: bench.project,
          key,
          settings: settingsOf({ target }),
          audit: bench.audit(),
        });
      await moveTo('https://one.example/other');
      assert.equal(await known(), endsAtMs, 'another path of the same host');
      await moveTo('https://one.example.org/hook');
      assert.equal(await known(), undefined, 'no certificate of this host is known');
      const elsewhere = { ...look, target: 'https://one.example.org/hook' };
      await store.keepCertificate({ ...elsewhere, endsAtMs: null });
      assert.equal(await known(), undefined, 'the end of the former target is forgotten');
      clock.nowMs += 2 * DAY_MS;
      assert.equal((await unchecked()).length, 1);
      const { key: later } = await bench.endpoint({ target: 'https://later.example/hook' });
      const first = (await unchecked()).map(({ endpoint }) => endpoint);
      assert.deepEqual(first, [later, key], 'what was never looked at comes first');
      await bench.close();
    });

    test('S17.2: refused requests hide neither the last signed one nor their number', async () => {
      const bench = await benchOf(open);
      const { store, project, clock } = bench;
      const source = { name: 'PBX', adapter: 'twilio', secret: 'sealed', publicUrl: null };
      const audit = bench.audit();
      const { key } = await store.createSource({ projectKey: project, source, audit });
      const note = (proven: boolean | null) => {
        clock.nowMs += 1_000;
        const request = { atMs: clock.nowMs, result: 'as it came', body: '', proven };
        return store.noteSourceRequests({ key, requests: [request] });
      };
      const found = async () => {
        const { projects } = await factsOf(bench);
        const requests = projects[0]?.sources[0]?.requests ?? [];
        const [proven] = requests.filter((each) => each.proven);
        return [requests.filter((each) => !each.proven).length, proven?.atMs ?? null];
      };
      assert.deepEqual(await found(), [0, null]);
      await note(false);
      assert.deepEqual(await found(), [1, null]);
      await note(true);
      const provenAtMs = clock.nowMs;
      assert.deepEqual(await found(), [0, provenAtMs]);
      for (let n = 0; n < 3; n += 1) await note(false);
      await note(null);
      assert.deepEqual(await found(), [3, provenAtMs], 'what was not checked is not refused');
      for (let n = 0; n < SOURCE_REQUESTS_MAX + 1; n += 1) await note(false);
      assert.deepEqual(await found(), [SOURCE_REQUESTS_MAX, provenAtMs]);
      await bench.close();
    });

    test('S17.13: an ended alert is removed after its period, an open one stays', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const { key: endpoint } = await bench.endpoint();
      await turn(bench);
      const two = [conditionOf(bench), conditionOf(bench, { subject: 'ep_2' })];
      const [over, stays] = await opened(bench, ...two);
      assert.ok(over !== undefined && stays !== undefined);
      const to = { endpoint, user: null };
      assert.equal(await told(bench, over, [noticeOf(bench, over, to)]), true);
      const { notices } = await claim(bench);
      const sent = { state: 'sent', dueAtMs: null, status: 200, error: null } as const;
      const key = notices[0]?.key ?? assert.fail('no notice');
      await store.settleNotice({ key, attempts: 1, nowMs: START_MS, outcome: sent });
      const ended = { found: null, clearSinceMs: START_MS, recoveredAtMs: START_MS };
      const changed = [{ key: over.key, ...ended, told: 'recovered' as const }];
      await store.stepAlerts({ holder: HOLDER, nowMs: START_MS, opened: [], changed });
      await store.removeExpired({ nowMs: START_MS + 89 * DAY_MS, limit: 10_000 });
      assert.equal((await store.noticesOf({ projectKey: project, alert: over.key })).length, 1);
      await store.removeExpired({ nowMs: START_MS + 91 * DAY_MS, limit: 10_000 });
      assert.deepEqual(await store.noticesOf({ projectKey: project, alert: over.key }), []);
      assert.equal(await store.alert({ projectKey: project, key: over.key }), null);
      assert.ok((await store.alert({ projectKey: project, key: stays.key })) !== null);
      await bench.close();
    });

    test('S17.13: an alert is kept from its end on, and while a notice of it is due', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const { key: endpoint } = await bench.endpoint();
      await turn(bench);
      const two = [conditionOf(bench), conditionOf(bench, { subject: 'ep_2' })];
      const [late, due] = await opened(bench, ...two);
      assert.ok(late !== undefined && due !== undefined);
      const notice = noticeOf(bench, due, { endpoint, user: null });
      assert.equal(await told(bench, due, [{ ...notice, edge: 'recovered' }]), true);
      const endedMs = START_MS + 60 * DAY_MS;
      const changed = [
        { key: late.key, recoveredAtMs: endedMs },
        { key: due.key, recoveredAtMs: START_MS },
      ].map((each) => ({
        ...each,
        found: null,
        clearSinceMs: START_MS,
        told: 'recovered' as const,
      }));
      await store.stepAlerts({ holder: HOLDER, nowMs: endedMs, opened: [], changed });
      const kept = async (atDays: number) => {
        await store.removeExpired({ nowMs: START_MS + atDays * DAY_MS, limit: 10_000 });
        const found = [late, due].map(({ key }) => store.alert({ projectKey: project, key }));
        return (await Promise.all(found)).map((each) => each !== null);
      };
      assert.deepEqual(await kept(100), [true, true]);
      const [claimed] = (await claim(bench)).notices;
      assert.equal(claimed?.alert, due.key);
      const sent = { state: 'sent', dueAtMs: null, status: 200, error: null } as const;
      const settled = { key: claimed.key, attempts: 1, nowMs: START_MS, outcome: sent };
      await store.settleNotice(settled);
      assert.deepEqual(await kept(100), [true, false]);
      assert.deepEqual(await kept(151), [false, false]);
      await bench.close();
    });

    test('S17.13: of many alerts of a project the newest stay, and the open ones', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const { key: endpoint } = await bench.endpoint();
      await turn(bench);
      const three = ['ep_1', 'ep_2', 'ep_3'].map((subject) => conditionOf(bench, { subject }));
      const [over, due, stays] = await opened(bench, ...three);
      assert.ok(over !== undefined && due !== undefined && stays !== undefined);
      const to = { endpoint, user: null };
      assert.equal(await told(bench, over, [noticeOf(bench, over, to)]), true);
      const [first] = (await claim(bench)).notices;
      assert.ok(first !== undefined);
      const sent = { state: 'sent', dueAtMs: null, status: 200, error: null } as const;
      await store.settleNotice({ key: first.key, attempts: 1, nowMs: START_MS, outcome: sent });
      assert.equal(await told(bench, due, [noticeOf(bench, due, to)]), true);
      const ended = { found: null, clearSinceMs: START_MS, recoveredAtMs: START_MS };
      const changed = [over, due].map(({ key }) => ({ key, ...ended, told: 'recovered' as const }));
      await store.stepAlerts({ holder: HOLDER, nowMs: START_MS, opened: [], changed });
      await bench.execute(`insert into alerts (project_key, trigger, subject, name, since_at, value,
          waiting, opened_at, recovered_at, told)
        with recursive made(n) as (select 1 union all select n + 1 from made
          where n < ${ALERTS_KEPT_MAX + 600})
        select ${project}, 'OPS_DISK_LOW', '', 'Ringpost', 0, 1, 0, ${START_MS}, ${START_MS},
          'never' from made`);
      const expire = async () => {
        while ((await store.removeExpired({ nowMs: START_MS, limit: 300 })).more);
        const filter = { open: null, endpoint: null, trigger: null };
        const page = { beforeKey: null, limit: 2 * ALERTS_KEPT_MAX };
        const alerts = await store.alerts({ projectKey: project, filter, ...page });
        const kept = new Set(alerts.map(({ key }) => key));
        const notices = (await bench.dump())
          .split('\n')
          .filter((row) => /^\W*alert_notices/.test(row));
        return [kept.size, ...[over, due, stays].map(({ key }) => kept.has(key)), notices.length];
      };
      assert.deepEqual(await expire(), [ALERTS_KEPT_MAX + 2, false, true, true, 1]);
      const [second] = (await claim(bench)).notices;
      assert.ok(second !== undefined);
      await store.settleNotice({ key: second.key, attempts: 1, nowMs: START_MS, outcome: sent });
      assert.deepEqual(await expire(), [ALERTS_KEPT_MAX + 1, false, false, true, 0]);
      await bench.close();
    });

    test('S17.13: a batch removes few notices, however many an alert has', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const { key: endpoint } = await bench.endpoint();
      const numbers = (count: number) => `with recursive made(n) as (select 1 union all
        select n + 1 from made where n < ${count})`;
      const [alerts, told, each] = [ALERTS_KEPT_MAX + 40, 40, 30];
      await bench.execute(`insert into alerts (key, project_key, trigger, subject, name, since_at,
          value, waiting, opened_at, recovered_at, told)
        ${numbers(alerts)} select n, ${project}, 'OPS_DISK_LOW', '', 'Ringpost', 0, 1, 0,
          ${START_MS}, ${START_MS}, 'recovered' from made`);
      await bench.execute(`insert into alert_notices (key, project_key, lane, endpoint_key,
          sequence, trigger, edge, fired_at, text, data, state, claimed_until, attempts, closed_at)
        ${numbers(told * each)} select n, ${project}, 'endpoint ${endpoint}', ${endpoint},
          n, 'OPS_DISK_LOW', 'opened', ${START_MS}, '', '{}', 'sent', 0, 1, ${START_MS} from made`);
      await bench.execute(`insert into told_alerts (alert_key, notice_key)
        ${numbers(told * each)} select 1 + (n - 1) / ${each}, n from made`);
      const stored = async () => {
        const rows = (await bench.dump()).split('\n');
        return rows.filter((row) => /^\W*alert_notices/.test(row)).length;
      };
      assert.equal(await stored(), told * each);
      const limit = 100;
      let [more, batches] = [true, 0];
      for (let before = told * each; more; batches += 1) {
        ({ more } = await store.removeExpired({ nowMs: START_MS, limit }));
        const left = await stored();
        assert.ok(before - left < limit + each, `${before - left} at once`);
        before = left;
      }
      assert.equal(await stored(), 0);
      assert.ok(batches > (told * each) / (limit + each));
      await bench.close();
    });

    test('S17.13: a notice is removed with the last alert that it tells', async () => {
      const bench = await benchOf(open);
      const { store } = bench;
      const { key: endpoint } = await bench.endpoint();
      await turn(bench);
      const two = [conditionOf(bench), conditionOf(bench, { subject: 'ep_2' })];
      const [one, other] = await opened(bench, ...two);
      assert.ok(one !== undefined && other !== undefined);
      const late = START_MS + 10 * DAY_MS;
      const notice = {
        ...noticeOf(bench, one, { endpoint, user: null }),
        firing: { ...FIRING, firedAtMs: late },
        alerts: [one.key, other.key],
      };
      assert.equal(await told(bench, one, [notice]), true);
      bench.clock.nowMs = late;
      await turn(bench);
      const [claimed] = (await claim(bench)).notices;
      assert.ok(claimed !== undefined);
      const sent = { state: 'sent', dueAtMs: null, status: 200, error: null } as const;
      const { key } = claimed;
      await store.settleNotice({ key, attempts: 1, nowMs: late, outcome: sent });
      const ends = [
        { key: one.key, recoveredAtMs: START_MS },
        { key: other.key, recoveredAtMs: START_MS + DAY_MS },
      ];
      const over = { found: null, clearSinceMs: START_MS, told: 'recovered' as const };
      const changed = ends.map((each) => ({ ...each, ...over }));
      await store.stepAlerts({ holder: HOLDER, nowMs: late, opened: [], changed });
      const stored = async (days: number) => {
        await store.removeExpired({ nowMs: START_MS + days * DAY_MS, limit: 10_000 });
        return /^\W*alert_notices/m.test(await bench.dump());
      };
      assert.equal(await stored(90.5), true, 'it tells another alert still');
      assert.equal(await stored(91.5), false);
      await bench.close();
    });

    test('S17.12: a claim shows that the alerts of a notice are gone', async () => {
      const bench = await benchOf(open);
      const { key: endpoint } = await bench.endpoint();
      await turn(bench);
      const [alert] = await opened(bench, conditionOf(bench));
      assert.ok(alert);
      const notice = { ...noticeOf(bench, alert, { endpoint, user: null }), alerts: [] };
      assert.equal(await told(bench, alert, [notice]), true);
      assert.equal((await claim(bench)).notices[0]?.alert, null);
      await bench.close();
    });
  });
}
