/** What the doctor says of mail: with a real server, and a DNS that answers as a test says. */
import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { checkMail } from '../../src/cli/doctor-mail.ts';
import { smtpUrl } from '../../src/config/mail-setting.ts';
import { startMailServer } from '../channel/email/mail-server.ts';

const NO_KEY = { dkimRecord: null, dkimKey: null };
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const PUBLIC = createPublicKey(privateKey)
  .export({ type: 'spki', format: 'der' })
  .toString('base64');
const SIGNED = {
  smtpUrl: null,
  dkimRecord: 'calls._domainkey.example.com',
  dkimKey: privateKey,
};

test('a mail server that accepts the login is good, and gets no mail', async (t) => {
  const server = await startMailServer(t, {
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
  });
  const login = 'calls%40example.com:pa55-Word%2Fsecret@';
  for (const who of ['', login]) {
    const url = smtpUrl(`smtp://${who}127.0.0.1:${server.port}`);
    const [check] = await checkMail({ ...NO_KEY, smtpUrl: url });
    assert.equal(check?.good, true, check?.text);
    assert.match(check?.text ?? '', who === '' ? /no login was tried/ : /takes our login/);
  }
  assert.deepEqual(server.taken, []);
});

test('a mail server that refuses it is reported, without the password', async (t) => {
  const server = await startMailServer(t, {
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
  });
  const url = smtpUrl(`smtp://calls:hunter2@127.0.0.1:${server.port}`);
  const [check] = await checkMail({ ...NO_KEY, smtpUrl: url });
  assert.equal(check?.good, false);
  assert.match(check?.text ?? '', /does not accept our login \(535\)/);
  assert.doesNotMatch(check?.text ?? '', /hunter2/);
});

test('without settings of mail it says nothing of mail', async () => {
  assert.deepEqual(await checkMail({ ...NO_KEY, smtpUrl: null }), []);
});

test('the DNS must have the public half of the DKIM key; a missing record is shown', async () => {
  const good = [[`v=DKIM1; k=rsa; p=${PUBLIC.slice(0, 200)}`, PUBLIC.slice(200)]];
  assert.equal((await checkMail(SIGNED, async () => good))[0]?.good, true);
  const [other] = await checkMail(SIGNED, async () => [['v=DKIM1; p=AAAA']]);
  assert.ok(other?.good === false && other.text.includes(`v=DKIM1; k=rsa; p=${PUBLIC}`));
  const [none] = await checkMail(SIGNED, () => Promise.reject(new Error('ENOTFOUND')));
  assert.ok(none?.good === false && /add it as a TXT record/.test(none.text));
});
