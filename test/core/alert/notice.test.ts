/**
 * S17.10: a notice says what happened, since when, how much waits and what to do, in stored parts.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AlertGroup } from '../../../src/core/alert/edge.ts';
import {
  isNotice,
  NAMED_MAX,
  noticeBody,
  noticeMessageOf,
  renderNotice,
} from '../../../src/core/alert/notice.ts';
import { codePointCount } from '../../../src/core/text.ts';
import { alertOf, NOW_MS, PROJECT } from './given.ts';

const OF = { id: 'prj_1', serviceName: 'Acme' };
const URL = 'https://calls.example.com';

function groupOf(count: number, changes: Parameters<typeof alertOf>[0] = {}): AlertGroup {
  const alerts = Array.from({ length: count }, (_, n) =>
    alertOf({ id: `alr_${n}`, subject: `ep_${n}`, name: `Orders ${n}`, ...changes }),
  );
  const [first = alertOf(), ...rest] = alerts;
  const edge = first.recoveredAtMs === null ? 'opened' : 'recovered';
  return { projectKey: PROJECT, edge, alerts: [first, ...rest] };
}

describe('notices', () => {
  test('S17.10: the text of one alert', () => {
    const { text } = renderNotice(groupOf(1), OF, URL, NOW_MS);
    assert.equal(
      text,
      [
        '[Acme] OPS_ENDPOINT_FAILING',
        '─'.repeat(20),
        'Open: Endpoint failing',
        '3 attempts in a row failed at Orders 0.',
        'About: Orders 0',
        'Since: 2026-11-20T11:18:00.000Z',
        'Waiting: 7 deliveries',
        'What to do: Open the endpoint, read the last answer, and correct the receiver or its ' +
          'settings.',
        'Page: https://calls.example.com/p/prj_1/alerts/alr_0',
        '─'.repeat(20),
        'Time: 2026-11-20T11:19:00.000Z',
      ].join('\n'),
    );
  });

  test('S17.10: a recovery has its time and no advice; without an address there is no link', () => {
    const over = groupOf(1, { recoveredAtMs: NOW_MS, told: 'opened' });
    const firing = renderNotice(over, OF, null, NOW_MS);
    const message = noticeMessageOf(firing);
    assert.deepEqual(
      [message.isOpen, message.action, message.link, message.lines],
      [false, '', '', ['3 attempts in a row failed at Orders 0.']],
    );
    assert.ok(message.facts.some(({ label }) => label === 'Over since'));
    assert.ok(!message.facts.some(({ label }) => label === 'Waiting'));
    assert.match(firing.text, /Recovered: Endpoint failing/);
  });

  test('S17.9: a group names its first alerts and how many more there are', () => {
    const { lines, data } = noticeMessageOf(renderNotice(groupOf(8), OF, URL, NOW_MS));
    assert.equal(lines.length, NAMED_MAX + 1);
    assert.equal(lines.at(-1), '… and 3 more');
    assert.equal(data.alertCount, '8');
    assert.equal(data.subjectId, '');
    assert.equal(data.waiting, '56');
    assert.equal(data.link, `${URL}/p/prj_1/alerts`);
    const three = noticeMessageOf(renderNotice(groupOf(3), OF, URL, NOW_MS));
    assert.equal(three.lines.length, 3);
    const twice = groupOf(2, { subject: 'ep_1' });
    assert.equal(noticeMessageOf(renderNotice(twice, OF, URL, NOW_MS)).data.waiting, '7');
  });

  test('S17.10: names are cleaned for display, and the whole text is bounded', () => {
    const name = `${'x'.repeat(110)}\n\u202e<@U1>`;
    const service = { id: 'prj_1', serviceName: `${'s'.repeat(200)}\n` };
    const firing = renderNotice(groupOf(GROUP, { name }), service, URL, NOW_MS);
    assert.ok(codePointCount(firing.text) <= 2_000);
    assert.ok(!firing.text.includes('\u202e'));
    assert.equal(noticeMessageOf(firing).lines.length, NAMED_MAX + 1);
    assert.equal(noticeMessageOf(firing).serviceName.length <= 100, true);
  });

  test('S17.10: the body has the text under the content key, and data of strings', () => {
    const firing = renderNotice(groupOf(1), OF, URL, NOW_MS);
    const body = JSON.parse(noticeBody('content', firing));
    assert.deepEqual(Object.keys(body), ['content', 'data']);
    assert.deepEqual(Object.keys(body.data), [
      'alertId',
      'alertState',
      'alertCount',
      'subjectId',
      'subjectName',
      'summary',
      'value',
      'since',
      'recoveredAt',
      'waiting',
      'action',
      'link',
    ]);
    assert.ok(Object.values(body.data).every((value) => typeof value === 'string'));
    assert.equal(isNotice(firing), true);
    assert.equal(isNotice({ ...firing, trigger: 'ACW_COMPLETED', facts: null }), false);
  });
});

const GROUP = 50;
