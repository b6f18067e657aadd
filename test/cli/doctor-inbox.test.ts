/** What the doctor says of the local inbox, and of mail without a server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkInbox } from '../../src/cli/doctor-inbox.ts';
import { smtpUrl } from '../../src/config/mail-setting.ts';

const SETTINGS: Parameters<typeof checkInbox>[0] = {
  inbox: 'auto',
  inboxPort: null,
  port: 8_080,
  host: '127.0.0.1',
  roles: ['api', 'worker'],
  databaseUrl: null,
  smtpUrl: null,
};

test('for a start with an inbox it names the port, and says that mail stays there', async () => {
  const tried: unknown[] = [];
  const checks = await checkInbox(SETTINGS, async (...where) => {
    tried.push(where);
    return null;
  });
  assert.deepEqual(tried, [['127.0.0.1', 8_081]]);
  assert.deepEqual(checks, [
    { good: true, text: 'local inbox on port 8081 of 127.0.0.1' },
    { good: true, text: 'mail goes to the local inbox only: RINGPOST_SMTP_URL names no server' },
  ]);
});

test('a busy port is a fault only if the inbox or its port is set', async () => {
  const busy = async () => 'is in use';
  for (const [more, good] of [
    [{}, true],
    [{ inbox: 'on' }, false],
    [{ inboxPort: 8_081 }, false],
  ] as const) {
    const [inbox, mail] = await checkInbox({ ...SETTINGS, ...more }, busy);
    assert.equal(inbox?.good, good);
    assert.match(inbox?.text ?? '', /8081 is in use; choose another with RINGPOST_INBOX_PORT/);
    assert.match(mail?.text ?? '', /^mail cannot be sent/);
  }
});

test('if the inbox is off it says why, and nothing of mail with a server', async () => {
  const settings = {
    ...SETTINGS,
    inbox: 'off',
    smtpUrl: smtpUrl('smtps://mail.example.com'),
  } as const;
  const checks = await checkInbox(settings, () => assert.fail('no port is tried'));
  assert.deepEqual(checks, [{ good: true, text: 'no local inbox: RINGPOST_INBOX=off.' }]);
});
