/** The SMTP receiver: a real mail client, and raw connections that are refused. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createTransport } from 'nodemailer';
import { HANG_MS_MAX } from '../../src/inbox/desk.ts';
import type { OpenInbox } from '../../src/inbox/inbox.ts';
import { MAIL_BYTES_MAX } from '../../src/inbox/smtp-receiver.ts';
import { givenInbox, ONE, rawTo, TWO, told, until } from './given.ts';

const TO = 'ops@example.com';
const BOX = { channel: 'email', name: TO } as const;
const SHOWN = '[Ringpost] OUTBOUND_CALL_BUSY\n────\nCall ID: call-7\n────\nTime: now';

function clientFor(t: TestContext, inbox: OpenInbox, projectId = ONE) {
  const { host, port, login } = inbox.mailServerFor(projectId);
  const auth = { user: login.user, pass: login.password };
  const transport = createTransport({ pool: true, host, port, auth, maxConnections: 1 });
  t.after(() => transport.close());
  return (more: object = {}) =>
    transport.sendMail({
      from: 'Calls <calls@example.com>',
      to: TO,
      subject: 'Anruf für Zoë',
      text: SHOWN,
      html: '<p>call-7</p>',
      ...more,
    });
}

/** The SMTP code with which the server refused. */
async function codeOf(sent: Promise<unknown>): Promise<number> {
  const error = await sent.then(
    () => null,
    (reason: unknown) => reason,
  );
  return Number(Object(error).responseCode ?? 0);
}

test('a mail goes to the box that the login names, not to its recipient', async (t) => {
  const { inbox, items } = await givenInbox(t);
  const { host, port, login } = inbox.mailServerFor(ONE, 'kept@inbox.invalid');
  const auth = { user: login.user, pass: login.password };
  const transport = createTransport({ host, port, auth });
  t.after(() => transport.close());
  const mail = { from: 'calls@example.com', to: TO, text: SHOWN };
  assert.match((await transport.sendMail(mail)).response, /^250 /);
  assert.equal((await items(ONE, { channel: 'email', name: 'kept@inbox.invalid' })).length, 1);
  assert.equal((await items(ONE, { channel: 'email', name: TO })).length, 0);
  const other = createTransport({ host, port, auth: { ...auth, user: `${login.user} x` } });
  t.after(() => other.close());
  assert.equal(await codeOf(other.sendMail(mail)), 535);
});

test('a mail is accepted and shown with its subject, text and HTML', async (t) => {
  const { inbox, items } = await givenInbox(t);
  const sent = await clientFor(t, inbox)();
  assert.match(sent.response, /^250 /);
  const [item] = await items(ONE, { channel: 'email', name: TO });
  assert.ok(item !== undefined);
  assert.deepEqual([item.trigger, item.callId], ['OUTBOUND_CALL_BUSY', 'call-7']);
  assert.equal(item.verification, null);
  const { mail, headers, body } = await inbox.get(ONE, item.id);
  assert.partialDeepStrictEqual(mail, {
    from: 'Calls <calls@example.com>',
    to: [TO],
    subject: 'Anruf für Zoë',
    html: '<p>call-7</p>\n',
  });
  assert.match(mail?.text ?? '', /^Call ID: call-7$/m);
  assert.ok(headers.some(({ name }) => name === 'Subject'));
  assert.match(body, /^From: /);
});

test('two projects with the same address see only their own mails', async (t) => {
  const { inbox, items } = await givenInbox(t);
  await clientFor(t, inbox, ONE)({ subject: 'for one' });
  await clientFor(t, inbox, TWO)({ subject: 'for two' });
  for (const [project, other, subject] of [
    [ONE, TWO, 'for one'],
    [TWO, ONE, 'for two'],
  ] as const) {
    const [item, ...rest] = await items(project);
    assert.deepEqual(rest, []);
    assert.equal((await inbox.get(project, item?.id ?? '')).mail?.subject, subject);
    await assert.rejects(inbox.get(other, item?.id ?? ''), { code: 'NOT_FOUND' });
  }
  inbox.program(TWO, BOX, told({ status: 550 }));
  await clientFor(t, inbox, ONE)();
  assert.equal(await codeOf(clientFor(t, inbox, TWO)()), 550);
});

test('a box refuses the recipient or the mail with the code of its behaviour', async (t) => {
  const { inbox, items } = await givenInbox(t);
  const send = clientFor(t, inbox);
  for (const at of ['rcpt', 'data'] as const) {
    for (const status of [421, 450, 550, 552]) {
      inbox.program(ONE, BOX, told({ status, at, body: 'No\r\n250 injected' }));
      assert.equal(await codeOf(send()), status, `${at} ${status}`);
      const [item] = await items();
      assert.deepEqual([item?.answer.status, (item?.bytes ?? 0) > 0], [status, at === 'data']);
    }
  }
  inbox.program(ONE, BOX, told({ status: 451, at: 'rcpt', first: 1 }));
  assert.equal(await codeOf(send()), 451);
  assert.match((await send()).response, /^250 /);
});

test('a box with a call refuses only mails of this call', async (t) => {
  const { inbox } = await givenInbox(t);
  inbox.program(ONE, BOX, told({ status: 554, callId: 'call-7' }));
  const send = clientFor(t, inbox);
  assert.equal(await codeOf(send()), 554);
  assert.match((await send({ text: SHOWN.replace('call-7', 'call-8') })).response, /^250 /);
});

test('a box delays, drops and hangs, at the recipient and after the mail', async (t) => {
  const { clock, inbox, items } = await givenInbox(t);
  const outcome = async () => (await items())[0]?.answer.outcome;
  inbox.program(ONE, BOX, told({ delayMs: 3_000 }));
  const delayed = clientFor(t, inbox)();
  await until(async () => (await outcome()) === 'pending');
  clock.advance(3_000);
  assert.match((await delayed).response, /^250 /);
  assert.equal(await outcome(), 'answered');
  for (const at of ['rcpt', 'data'] as const) {
    inbox.program(ONE, BOX, told({ action: 'drop', at }));
    await assert.rejects(clientFor(t, inbox)());
    assert.equal(await outcome(), 'dropped');
    inbox.program(ONE, BOX, told({ action: 'hang', at }));
    const sent = clientFor(t, inbox)();
    await until(async () => (await outcome()) === 'pending');
    clock.advance(HANG_MS_MAX);
    await assert.rejects(sent);
    assert.equal(await outcome(), 'hung');
  }
});

test('projects that keep their connections leave room for others', async (t) => {
  const { inbox } = await givenInbox(t);
  const { port } = inbox.mailServerFor(ONE);
  const kept = Array.from({ length: 64 * 5 }, () => rawTo(t, port));
  await Promise.all(kept.map((connection) => connection.until((text) => /^220 /m.test(text))));
  assert.match((await clientFor(t, inbox)()).response, /^250 /);
});

test('another program cannot log in, and no mail is accepted without a login', async (t) => {
  const { inbox, items } = await givenInbox(t);
  const { port, login } = inbox.mailServerFor(ONE);
  const plain = (user: string, password: string) =>
    `AUTH PLAIN ${Buffer.from(`\0${user}\0${password}`).toString('base64')}\r\n`;
  for (const [command, code] of [
    [`MAIL FROM:<a@example.com>\r\n`, '530'],
    [plain(ONE, 'wrong'), '535'],
    [plain(TWO, login.password), '535'],
    [plain('', ''), '535'],
    ['STARTTLS\r\n', '5'],
  ] as const) {
    const connection = rawTo(t, port);
    await connection.until((text) => text.startsWith('220 '));
    connection.send('EHLO x\r\n');
    const before = (await connection.until((text) => /^250 /m.test(text))).length;
    assert.doesNotMatch(connection.heard(), /STARTTLS/);
    connection.send(command);
    const heard = await connection.until((text) => /\r\n$/.test(text.slice(before)));
    assert.ok(heard.slice(before).startsWith(code), heard.slice(before));
    connection.socket.destroy();
  }
  assert.deepEqual(await items(), []);
});

test('a mail that is too large is 552; deeply nested and odd ones are kept', async (t) => {
  const { inbox, items } = await givenInbox(t);
  const send = clientFor(t, inbox);
  assert.equal(await codeOf(send({ text: 'x\n'.repeat(MAIL_BYTES_MAX) })), 552);
  const nest = (depth: number): string =>
    Array.from(
      { length: depth },
      (_none, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    ).join('');
  for (const raw of [nest(500), 'no header at all', '\u0000\u00ff\r\n.\r\n', '\r\n\r\n']) {
    assert.match((await send({ raw, envelope: { from: 'a@b.c', to: TO } })).response, /^250 /);
    const [item] = await items();
    assert.ok((await inbox.get(ONE, item?.id ?? '')).mail !== null);
  }
});

test('broken and endless commands end only their own connection', async (t) => {
  const { inbox, items } = await givenInbox(t);
  const { port } = inbox.mailServerFor(ONE);
  for (const talk of [
    'NONSENSE\r\n'.repeat(40),
    `EHLO ${'x'.repeat(100_000)}\r\n${'NOOP\r\n'.repeat(40)}`,
    'EHLO x\r\nDATA\r\n'.repeat(40),
    '\u0016\u0003\u0001\u0002\u0000'.repeat(20_000),
  ]) {
    const connection = rawTo(t, port);
    await connection.until((text) => text.startsWith('220 '));
    connection.send(talk);
    await connection.until((text) => /^[45]\d\d /m.test(text)).catch(() => {});
    connection.socket.resetAndDestroy();
  }
  assert.match((await clientFor(t, inbox)()).response, /^250 /);
  assert.equal((await items()).length, 1);
});
