/** S17.12: no notice blocks the others of its receiver for ever. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type NewNotice, NOTICES_WAITING_MAX } from '../../../src/engine/ports/alert-store.ts';
import { EVERY_MS, telling } from './telling.ts';

describe('notices', () => {
  test('S17.12: a notice that cannot be sent is given up, and the next one goes', async (t) => {
    const { rig, pager, mail, pagerEndpoint, arrived } = await telling(t);
    await pagerEndpoint();
    const channelFault = new Error('This message cannot be built.');
    pager.answer = ({ sequence }) => {
      if (sequence === 1) throw channelFault;
      return 200;
    };
    mail.freeBytes = 1;
    await rig.advance(2 * EVERY_MS);
    mail.freeBytes = 2 ** 40;
    await rig.advance(HOUR_MS);
    assert.equal(arrived().at(-1)?.data.alertState, 'RECOVERED');
    const closed = rig.events.filter(({ name }) => name === 'notice.closed');
    assert.deepEqual(
      closed.map((event) => event.name === 'notice.closed' && [event.state, event.error]),
      [
        ['failed', channelFault.message],
        ['sent', null],
      ],
    );
  });

  test('S17.12: a notice whose alerts are gone is dropped, and the next one goes', async (t) => {
    const { rig, mail, pagerEndpoint, arrived } = await telling(t);
    const { key: endpoint } = await pagerEndpoint();
    await rig.advance(EVERY_MS);
    const notice: NewNotice = {
      projectKey: rig.project,
      recipient: { endpoint, user: null },
      edge: 'recovered',
      firing: { trigger: 'OPS_DISK_LOW', firedAtMs: 1, text: '', data: '{}', errors: null },
      alerts: [],
    };
    await rig.store.tellAlerts({ holder: 'process-1', alerts: [], notices: [notice] });
    mail.freeBytes = 1;
    await rig.advance(10 * EVERY_MS);
    assert.deepEqual(
      arrived().map(({ data, sequence }) => [data.alertState, sequence]),
      [['OPENED', 2]],
    );
    const failed = rig.events.filter(({ name }) => name === 'store.failed');
    assert.deepEqual(failed, []);
  });

  test('S17.13: of too many notices for a receiver the oldest is dropped', async (t) => {
    const { rig, mail, pagerEndpoint } = await telling(t);
    const { key: endpoint } = await pagerEndpoint();
    await rig.advance(EVERY_MS);
    const notice: NewNotice = {
      projectKey: rig.project,
      recipient: { endpoint, user: null },
      edge: 'opened',
      firing: {
        trigger: 'OPS_DISK_LOW',
        firedAtMs: rig.clock.wallMs(),
        text: '',
        data: '{"alertId":"alr_1"}',
        errors: null,
      },
      alerts: [],
    };
    const notices = Array.from({ length: NOTICES_WAITING_MAX }, () => notice);
    await rig.store.tellAlerts({ holder: 'process-1', alerts: [], notices });
    mail.freeBytes = 1;
    await rig.advance(EVERY_MS);
    const closed = rig.events.flatMap((event) =>
      event.name === 'notice.closed' && event.error !== null ? [event] : [],
    );
    const error = `${NOTICES_WAITING_MAX} newer notices waited for this receiver.`;
    assert.deepEqual(
      closed.map((each) => [each.state, each.to, each.alertId, each.attempts, each.error]),
      [['dropped', 'endpoint', 'alr_1', 0, error]],
    );
  });
});

const HOUR_MS = 3_600_000;
