/** S17.11: members get alerts by mail, in their language, without any endpoint. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isMailed } from '../../../src/engine/alert/alert-mail.ts';
import { addOwner, EVERY_MS, telling } from './telling.ts';

describe('mail about alerts', () => {
  test('S17.11: owners always, operators and admins unless owners alone are wanted', () => {
    const mailed = (mail: 'operators' | 'owners' | 'none') =>
      (['owner', 'admin', 'operator', 'viewer'] as const).filter((role) => isMailed(role, mail));
    assert.deepEqual(mailed('operators'), ['owner', 'admin', 'operator']);
    assert.deepEqual(mailed('owners'), ['owner']);
    assert.deepEqual(mailed('none'), []);
  });

  test('S17.11: an owner is mailed without any endpoint, and again after a failure', async (t) => {
    const { rig, mail, letters } = await telling(t);
    await addOwner(rig, { email: 'olga@example.com', language: 'ja' });
    mail.fault = 'The mail server answered 451.';
    mail.freeBytes = 1;
    await rig.advance(2 * EVERY_MS);
    assert.ok(letters.length >= 1);
    mail.fault = null;
    await rig.advance(3 * EVERY_MS);
    const sent = letters.length;
    await rig.advance(30 * EVERY_MS);
    assert.equal(letters.length, sent, 'once it was taken it is not sent again');
    assert.deepEqual(
      [...new Set(letters.map(({ to, language, noticeId }) => `${to} ${language} ${noticeId}`))]
        .length,
      1,
    );
    assert.deepEqual([letters[0]?.to, letters[0]?.language], ['olga@example.com', 'ja']);
    mail.freeBytes = 2 ** 40;
    await rig.advance(10 * EVERY_MS);
    assert.equal(letters.length, sent + 1);
  });
});
