/** S17 over the API: alerts, maintenance windows, thresholds, and endpoints that get alerts. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isoTime } from '../../../src/core/time.ts';
import { openAlert } from '../open-alert.ts';
import { setup } from '../setup.ts';

describe('alerts over the API', () => {
  test('S17.7: an alert is listed, acknowledged and muted, and the audit says so', async (t) => {
    const bundle = await setup(t);
    await openAlert(bundle);
    const page = await bundle.call('GET', '/v1/alerts?state=open');
    const alert = Object(page.at('/data/0'));
    assert.equal(page.at('/open'), 1, page.text);
    assert.deepEqual(
      [alert.trigger, alert.title, alert.found, alert.subjectId, alert.state, alert.told],
      [
        'OPS_DISK_LOW',
        'Disk nearly full',
        'The disk of the data directory has 512 MiB left.',
        null,
        'open',
        'no',
      ],
    );
    const path = `/v1/alerts/${alert.id}`;
    const marked = await bundle.call('PATCH', path, { acknowledged: true, note: 'on it' });
    assert.equal(marked.at('/acknowledged/note'), 'on it', marked.text);
    const mutedUntil = isoTime(bundle.clock.wallMs() + 3_600_000);
    const muted = await bundle.call('PATCH', path, { mutedUntil });
    const shown = [muted.at('/mutedUntil'), muted.at('/acknowledged/note')];
    assert.deepEqual(shown, [mutedUntil, 'on it']);
    const back = await bundle.call('PATCH', path, { mutedUntil: null, acknowledged: false });
    assert.deepEqual([back.at('/mutedUntil'), back.at('/acknowledged')], [null, null]);
    const audit = await bundle.call('GET', '/v1/audit');
    const rows: readonly { action: string }[] = Object(audit.at('/data'));
    assert.deepEqual(
      rows.map(({ action }) => action).filter((action) => action.startsWith('alert.')),
      ['alert.unmuted', 'alert.muted', 'alert.acknowledged'],
    );
    const same = await bundle.call('PATCH', path, { acknowledged: false });
    assert.equal(same.status, 200);
    const after = await bundle.call('GET', '/v1/audit');
    assert.equal(Object(after.at('/data')).length, rows.length, 'no change, no entry');
  });

  test('S17.7: a mute ends in the future, within 90 days', async (t) => {
    const bundle = await setup(t);
    await openAlert(bundle);
    const id = String((await bundle.call('GET', '/v1/alerts')).at('/data/0/id'));
    const nowMs = bundle.clock.wallMs();
    for (const mutedUntil of [isoTime(nowMs), isoTime(nowMs + 91 * 86_400_000), 'tomorrow']) {
      const answer = await bundle.call('PATCH', `/v1/alerts/${id}`, { mutedUntil });
      assert.equal(answer.status, 422, answer.text);
      assert.equal(answer.at('/errors/0/field'), '/mutedUntil');
    }
    assert.equal((await bundle.call('GET', '/v1/alerts/alr_0')).status, 404);
  });

  test('S17.8: a maintenance window is made, listed and cancelled', async (t) => {
    const bundle = await setup(t);
    const until = isoTime(bundle.clock.wallMs() + 3_600_000);
    const body = { until, triggers: ['OPS_DISK_LOW', 'OPS_DISK_LOW'], note: 'moving' };
    const made = await bundle.call('POST', '/v1/maintenance-windows', body);
    assert.equal(made.status, 201, made.text);
    assert.deepEqual(made.at('/triggers'), ['OPS_DISK_LOW']);
    const list = await bundle.call('GET', '/v1/maintenance-windows');
    assert.deepEqual(list.at('/data/0/id'), made.at('/id'));
    const path = `/v1/maintenance-windows/${String(made.at('/id'))}`;
    assert.equal((await bundle.call('DELETE', path)).status, 204);
    assert.equal((await bundle.call('DELETE', path)).status, 404);
    const from = isoTime(bundle.clock.wallMs() + 7_200_000);
    const backwards = await bundle.call('POST', '/v1/maintenance-windows', { from, until });
    assert.equal(backwards.at('/errors/0/field'), '/until', backwards.text);
  });

  test('S17.3: thresholds are settings of the project', async (t) => {
    const bundle = await setup(t);
    const alerts = { failures: 5, scoreBelow: null, mail: 'owners' };
    const changed = await bundle.call('PATCH', '/v1/project', { alerts });
    assert.equal(changed.status, 200, changed.text);
    const shown = Object(changed.at('/alerts'));
    assert.deepEqual([shown.failures, shown.scoreBelow, shown.mail], [5, null, 'owners']);
    assert.equal(shown.givenUp, 1, 'what is left out stays');
    const wrong = await bundle.call('PATCH', '/v1/project', { alerts: { failures: 0 } });
    assert.deepEqual([wrong.status, wrong.at('/errors/0/field')], [422, '/alerts/failures']);
    const never = await bundle.call('PATCH', '/v1/project', { alerts: { windowMs: null } });
    assert.equal(Object(never.at('/alerts')).windowMs, 900_000, 'a null there counts as absent');
  });

  test('S17.1: an endpoint gets the alerts that it names, an agent none', async (t) => {
    const bundle = await setup(t);
    const endpoint = {
      name: 'Pager',
      kind: 'custom',
      target: 'https://hooks.example.com/a',
      auth: { method: 'rsa-sha256' },
      triggers: [],
    };
    const made = await bundle.call('POST', '/v1/endpoints', {
      ...endpoint,
      opsTriggers: ['OPS_DISK_LOW', 'OPS_ENDPOINT_HELD'],
    });
    assert.equal(made.status, 201, made.text);
    assert.deepEqual(made.at('/opsTriggers'), ['OPS_ENDPOINT_HELD', 'OPS_DISK_LOW']);
    const none = await bundle.call('POST', '/v1/endpoints', endpoint);
    assert.equal(none.at('/errors/0/field'), '/triggers', none.text);
    const agent = await bundle.call('POST', '/v1/endpoints', {
      name: 'Analyzer',
      kind: 'builtin-analyzer',
      triggers: ['OUTBOUND_CALL_COMPLETED'],
      opsTriggers: ['OPS_DISK_LOW'],
    });
    assert.equal(agent.at('/errors/0/field'), '/opsTriggers', agent.text);
  });
});
