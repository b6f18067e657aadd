/** Mails are decoded for the page of the inbox, also malformed ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMail } from '../../src/inbox/mail.ts';

const read = (lines: readonly string[]) => readMail(Buffer.from(lines.join('\r\n')));

test('subject, addresses and both parts are decoded', async () => {
  const { mail, headers } = await read([
    'From: =?utf-8?q?Z=C3=B6e?= <zoe@example.com>',
    'To: a@example.com, Group: b@example.com, c@example.com;',
    'Subject: =?utf-8?b?5p2x?=',
    'Message-ID: <dlv_1@example.com>',
    'Content-Type: multipart/alternative; boundary=x',
    '',
    '--x',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'a =E6=9D=B1 b',
    '--x',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<script>alert(1)</script><p>b</p>',
    '--x--',
    '',
  ]);
  assert.partialDeepStrictEqual(mail, {
    from: 'Zöe <zoe@example.com>',
    to: ['a@example.com', 'Group'],
    subject: '東',
    messageId: '<dlv_1@example.com>',
    text: 'a 東 b\n',
    // Unchanged: the page that shows it must keep it from running.
    html: '<script>alert(1)</script><p>b</p>\n',
  });
  assert.deepEqual(headers[2], ['Subject', '=?utf-8?b?5p2x?=']);
});

test('a source that is no mail has no recipients and no HTML', async () => {
  const nested = Array.from(
    { length: 40 },
    (_none, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
  );
  for (const source of [
    '',
    '\u0000\u0001',
    'just text',
    nested.join(''),
    `x: ${'y'.repeat(99_999)}`,
  ]) {
    const { mail } = await readMail(Buffer.from(source));
    assert.deepEqual([mail.to, mail.html], [[], null], source.slice(0, 30));
  }
});
