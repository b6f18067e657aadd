/** The settings of mail: good ones are read, wrong ones reported in sentences without secrets. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { dkimKey, dkimRecord, mailFrom, smtpUrl } from '../../src/config/mail-setting.ts';
import { readSettings } from '../../src/config/read-settings.ts';

function pemOf(type: 'rsa' | 'ec', bits = 1_024): string {
  const { privateKey } =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: bits })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

const PEM = pemOf('rsa');
const LOGIN = { user: 'calls@example.com', password: 'p@ss/word' };
const WHO = 'calls%40example.com:p%40ss%2Fword@';

test('the address of a mail server gives TLS, login and the number of connections', () => {
  const server = { host: 'mail.example.com', login: LOGIN, connectionsMax: 10 };
  assert.deepEqual(smtpUrl(`smtps://${WHO}mail.example.com`), {
    ...server,
    port: 465,
    tls: 'wrapped',
  });
  assert.deepEqual(smtpUrl(`smtp://${WHO}MAIL.example.com/?connections=3`), {
    ...server,
    port: 587,
    tls: 'required',
    connectionsMax: 3,
  });
  assert.deepEqual(smtpUrl('smtp://relay:25?tls=optional'), {
    ...server,
    host: 'relay',
    port: 25,
    tls: 'optional',
    login: null,
  });
  assert.equal(smtpUrl('smtp://[2001:db8::1]:2525').host, '2001:db8::1');
});

test('on this machine TLS is optional unless required, also with a password', () => {
  for (const host of ['127.0.0.1', '127.9.9.9', 'localhost', '[::1]']) {
    assert.equal(smtpUrl(`smtp://${WHO}${host}:1025`).tls, 'optional', host);
    assert.equal(smtpUrl(`smtp://${host}?tls=required`).tls, 'required', host);
  }
  for (const host of ['127.example.com', 'localhost.example.com', '128.0.0.1', '[::2]']) {
    assert.equal(smtpUrl(`smtp://${WHO}${host}`).tls, 'required', host);
  }
});

test('a password is never sent in clear over a network', () => {
  assert.throws(() => smtpUrl(`smtp://${WHO}relay.internal:25?tls=optional`), /password in clear/);
});

test('a wrong address of a mail server is reported with its form, without the password', () => {
  const wrong = [
    'hunter2',
    'http://u:hunter2@h',
    'smtp://u:hunter2@',
    'smtp:u:hunter2@h',
    'smtp://u:hunter2@h:0',
    'smtp://u:hunter2@h:99999',
    'smtp://u:hunter2@h/path',
    'smtp://u:hunter2@h#x',
    'smtp://u@h',
    'smtp://:hunter2@h',
    'smtp://u:hunter2%@h',
    'smtp://u:hunter2%0d%0a@h',
    'smtp://u:hunter2@h_%41',
    'smtp://u:hunter2@a b',
    'smtp://u:hunter2@h?tls=off',
    'smtp://u:hunter2@h?tls=required&tls=optional',
    'smtps://u:hunter2@h?tls=optional',
    'smtp://u:hunter2@h?connections=0',
    'smtp://u:hunter2@h?connections=51',
    'smtp://u:hunter2@h?rejectUnauthorized=false',
    'smtp://u:hunter2@h?socket=/tmp/x',
    'smtp://u:hunter2@-h',
    'smtp://u:hunter2@h..i',
  ];
  for (const text of wrong) {
    const result = readSettings({}, { RINGPOST_SMTP_URL: text, RINGPOST_MAIL_FROM: 'a@b.example' });
    assert.ok(result.kind === 'invalid', text);
    assert.match(result.problems.join(), /^RINGPOST_SMTP_URL (?:must be|may end|would)/, text);
    assert.doesNotMatch(result.problems.join(), /hunter2/);
  }
});

test('a sender is one plain address, with a name or without', () => {
  for (const good of [
    'calls@example.com',
    'Calls & Co. <calls@example.com>',
    '通話 <a@b.example>',
  ]) {
    assert.equal(mailFrom(good), good);
  }
  const wrong = [
    'calls',
    'calls@example',
    '<calls@example.com>',
    'a@b.example, c@d.example',
    '"Calls" <a@b.example>',
    'A\r\nBcc: x@y.example <a@b.example>',
    ' A <a@b.example>',
    'A\u202e <a@b.example>',
    `${'n'.repeat(101)} <a@b.example>`,
    'A <a@b.example> <c@d.example>',
  ];
  for (const text of wrong) assert.throws(() => mailFrom(text), /must be an address/, text);
});

test('a DKIM record is the name in the DNS', () => {
  assert.equal(
    dkimRecord('Calls.2026._domainkey.Example.com'),
    'calls.2026._domainkey.example.com',
  );
  for (const text of [
    'calls',
    '_domainkey.example.com',
    'calls._domainkey.com',
    'a b._domainkey.c.d',
  ]) {
    assert.throws(() => dkimRecord(text), /must be the name of a DNS record/, text);
  }
});

test('a DKIM key is PEM, or the file that holds it, and RSA', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-dkim-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'key.pem');
  writeFileSync(file, PEM);
  assert.equal(dkimKey(PEM), PEM);
  assert.equal(dkimKey(PEM.replaceAll('\n', '\\n')), PEM);
  assert.equal(dkimKey(file), PEM);
  assert.throws(() => dkimKey(join(folder, 'none.pem')), /names a file that cannot be read/);
  assert.throws(() => dkimKey('-----BEGIN PRIVATE KEY-----\nx\n'), /must be a private key as PEM/);
  assert.throws(() => dkimKey(pemOf('rsa', 512)), /1,024 bits/);
  assert.throws(() => dkimKey(pemOf('ec')), /RSA/);
});

test('settings of mail that exclude each other are reported', () => {
  const problemOf = (environment: Readonly<Record<string, string>>): string => {
    const result = readSettings({}, environment);
    return result.kind === 'ok' ? 'ok' : result.problems.join('; ');
  };
  const from = { RINGPOST_MAIL_FROM: 'Calls <calls@mail.example.com>' };
  const record = { RINGPOST_DKIM_RECORD: 'calls._domainkey.example.com' };
  const key = { RINGPOST_DKIM_KEY: PEM };
  assert.match(problemOf({ RINGPOST_SMTP_URL: 'smtps://h' }), /needs RINGPOST_MAIL_FROM/);
  assert.match(problemOf({ ...from, ...record }), /set both or none/);
  assert.match(problemOf({ ...from, ...key }), /set both or none/);
  assert.match(problemOf({ ...record, ...key }), /of the domain of RINGPOST_MAIL_FROM/);
  const other = { RINGPOST_MAIL_FROM: 'calls@notexample.com' };
  assert.match(problemOf({ ...other, ...record, ...key }), /of the domain of RINGPOST_MAIL_FROM/);
  assert.equal(problemOf({ ...from, ...record, ...key, RINGPOST_SMTP_URL: 'smtps://h' }), 'ok');
});
