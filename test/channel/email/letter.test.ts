/** Letters to people: both parts, both languages, escaped, sent to a real mail server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLetters, letterMail } from '../../../src/channel/email/letter.ts';
import { letterText } from '../../../src/channel/email/letter-text.ts';
import { mailSource } from '../../../src/channel/email/message.ts';
import type { InvitationLetter, Letter, ResetLetter } from '../../../src/engine/ports/letters.ts';
import { createSteppedClock } from '../stepped-clock.ts';
import { givenMailer } from './given-mail.ts';
import { startMailServer } from './mail-server.ts';
import { startScripted } from './scripted-server.ts';

const LINK = 'https://calls.example.com/invitation#token=abc_-1';
const INVITATION: InvitationLetter = {
  kind: 'invitation',
  to: 'lou@example.com',
  language: 'en',
  link: LINK,
  expiresAtMs: Date.UTC(2026, 10, 23, 11, 19),
  projectName: 'Support',
  inviter: 'Kim',
};
const RESET: ResetLetter = {
  kind: 'password-reset',
  to: 'lou@example.com',
  language: null,
  name: 'Lou',
  link: LINK,
  expiresAtMs: Date.UTC(2026, 10, 20, 12, 19),
};
const FROM = { name: 'Ringpost', address: 'calls@example.com' };

/** Decodes quoted-printable. */
function read(source: string): string {
  const joined = source.replaceAll('=\r\n', '');
  const bytes = joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

test('a letter goes to its one reader, with the link in both parts', async (t) => {
  const server = await startMailServer(t);
  const { mailer } = givenMailer(t, { port: server.port });
  const clock = createSteppedClock();
  const from = 'Ringpost <calls@example.com>';
  const letters = createLetters({ mailer, from, dkim: null, clock });
  assert.equal(await letters.send(INVITATION), null);
  const [taken] = server.taken;
  assert.deepEqual([taken?.from, taken?.recipients], ['calls@example.com', ['lou@example.com']]);
  const source = read(taken?.source ?? '');
  assert.match(source, /^To: lou@example\.com$/m);
  assert.match(source, /^Subject: You are invited to Ringpost$/m);
  const [, text = '', html = ''] = source.split(/--=_ringpost/);
  assert.match(text, /text\/plain.*Kim invites you to the project Support/s);
  assert.ok(text.includes(LINK), text);
  assert.match(text, /until 2026-11-23 11:19 UTC/);
  assert.ok(html.includes(`href="${LINK}"`), html);
});

test('the name of a person adds no header, no markup and no recipient', () => {
  const inviter = 'Kim\r\nBcc: eve@evil.example\r\n\r\n<script>alert(1)</script>';
  const letter = { ...INVITATION, inviter, projectName: '<img src=x onerror=1>&"\'' };
  const mail = letterMail(letter, FROM, 0);
  assert.equal(
    mail.headers.some((line) => /^bcc:/i.test(line)),
    false,
  );
  assert.deepEqual(
    mail.headers.filter((line) => line.startsWith('To:')),
    ['To: lou@example.com'],
  );
  const [, , html = ''] = read(mailSource(mail)).split(/--=_ringpost/);
  assert.doesNotMatch(html, /<script|<img/);
  assert.match(html, /&#60;img src=x onerror=1&#62;&#38;&#34;&#39;/);
});

const NOTICE = { to: 'lou@example.com', language: null, name: 'Lou' } as const;
const LETTERS: readonly Letter[] = [
  INVITATION,
  RESET,
  {
    kind: 'email-confirm',
    to: 'lou@example.com',
    language: null,
    link: LINK,
    expiresAtMs: 0,
  },
  { kind: 'email-taken', to: 'lou@example.com', language: null },
  { ...NOTICE, kind: 'email-asked', email: 'new@example.com' },
  { ...NOTICE, kind: 'email-changed', email: 'new@example.com' },
];

test('a subject has no text of a person, and no name becomes a link', () => {
  const names = ['https://evil.example/x', 'www.evil', 'Win at evil.example', 'evil。example'];
  for (const letter of LETTERS) {
    for (const language of ['en', 'ja']) {
      const plain = letterText({ ...letter, language });
      for (const name of names) {
        const named = { ...letter, language, projectName: name, inviter: name, name };
        const text = letterText(named);
        assert.equal(text.subject, plain.subject, letter.kind);
        const whole = [text.subject, text.title, ...text.lines, ...text.foot].join(' ');
        assert.equal(whole.includes(name), false, whole);
      }
      assert.doesNotMatch(plain.subject, /Kim|Support|Lou|example|:\/\//);
    }
  }
});

test('a letter without a link has no button, and each has an id of its own', () => {
  const ids = LETTERS.map((letter, index) => {
    const mail = letterMail(letter, FROM, index);
    const source = read(mailSource(mail));
    assert.equal(source.includes('href='), 'link' in letter, letter.kind);
    assert.doesNotMatch(source, /null|undefined/);
    return mail.headers.find((line) => line.startsWith('Message-ID'));
  });
  // The invitation, the reset and the confirmation of this test have the same link.
  assert.equal(new Set(ids).size, 4);
});

test('a letter is in Japanese if its reader chose that, otherwise in English', () => {
  for (const letter of [INVITATION, RESET]) {
    for (const language of [null, 'en', 'de-DE', 'jax']) {
      assert.equal(letterText({ ...letter, language }).language, 'en');
    }
    for (const language of ['ja', 'JA-jp']) {
      const text = letterText({ ...letter, language });
      assert.equal(text.language, 'ja');
      const whole = [text.subject, text.title, ...text.lines, text.action, ...text.foot].join(' ');
      assert.match(whole, /[\u3040-\u30ff]/);
      const page = read(mailSource(letterMail({ ...letter, language }, FROM, 0)));
      assert.match(page, /<html lang="ja">/);
      assert.ok(page.includes(text.action ?? '?'));
    }
  }
});

test('the reason of a refused letter does not show its link', async (t) => {
  const server = await startScripted(t, { RCPT: '550 5.1.1 no such mailbox' });
  const { mailer } = givenMailer(t, { port: server.port, tls: 'optional' });
  const clock = createSteppedClock();
  const letters = createLetters({ mailer, from: 'calls@example.com', dkim: null, clock });
  const fault = await letters.send(RESET);
  assert.match(String(fault), /550|mail server/);
  assert.equal(String(fault).includes('token'), false);
});

test('a notice says what was done and what to do, and a name in it is no link', () => {
  const about = { to: 'lou@example.com', name: 'Lou', atMs: Date.UTC(2026, 10, 23, 11, 19) };
  const seen = { address: '198.51.100.7', userAgent: 'Mozilla/5.0 (X11) Firefox/140.0' };
  const device: Letter = { kind: 'new-device', language: 'en', ...about, ...seen };
  const told = read(mailSource(letterMail(device, FROM, 0)));
  assert.match(told, /When: 2026-11-23 11:19 UTC/);
  for (const fact of [...Object.values(seen), 'change the password', 'sign out']) {
    assert.ok(told.includes(fact), fact);
  }
  const evil = { ...device, userAgent: 'see http://evil.example/ now', name: 'evil.example' };
  assert.doesNotMatch(read(mailSource(letterMail(evil, FROM, 0))), /evil/);
  for (const language of ['en', 'ja']) {
    const removed: Letter = { kind: 'second-factor-removed', ...about, language };
    for (const letter of [removed, { ...device, language }]) {
      const { subject, lines, foot } = letterText(letter);
      assert.ok(subject.includes('Ringpost') && !subject.includes('Lou'), subject);
      assert.ok(lines.length > 0 && foot.length > 1, language);
    }
  }
});
