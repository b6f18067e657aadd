/**
 * The mailer against real mail servers: TLS, its own login only, reused connections, and not a byte
 * of a message after its permit has ended.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SendResult } from '../../../src/core/delivery/outcome.ts';
import { givenPermit } from '../given.ts';
import { givenMail, givenMailer, LOGIN, PASSWORD } from './given-mail.ts';
import { startMailServer } from './mail-server.ts';
import { HANG, startScripted } from './scripted-server.ts';

function endOf(result: SendResult): string | number {
  if (result.kind === 'response') return result.status;
  return result.kind === 'error' ? result.error : result.kind;
}

describe('a mail', () => {
  test('goes to the one recipient of its envelope, over TLS, with its bytes', async (t) => {
    const server = await startMailServer(t);
    const { mailer } = givenMailer(t, { port: server.port, login: LOGIN });
    const mail = givenMail();
    const result = await mailer.send(mail);
    assert.ok(result.kind === 'response' && result.status === 250);
    assert.equal(result.excerpt, '250 OK: message queued');
    const [taken] = server.taken;
    assert.deepEqual(
      { ...taken, session: '' },
      {
        from: mail.from,
        recipients: [mail.to],
        source: mail.source,
        secured: true,
        user: LOGIN.user,
        session: '',
      },
    );
  });

  test('goes over TLS from the first byte where the address says smtps', async (t) => {
    const server = await startMailServer(t, { secure: true });
    const { mailer } = givenMailer(t, { port: server.port, tls: 'wrapped', login: LOGIN });
    assert.equal(endOf(await mailer.send(givenMail())), 250);
    assert.equal(server.taken[0]?.secured, true);
  });

  test('has only the recipient of its envelope, whatever its headers say', async (t) => {
    const server = await startMailServer(t);
    const { mailer } = givenMailer(t, { port: server.port });
    const source =
      'To: a@evil.example\r\nBcc: b@evil.example\r\nCc: c@evil.example\r\n\r\nhello\r\n';
    await mailer.send(givenMail({ source }));
    assert.deepEqual(server.taken[0]?.recipients, ['ops@example.com']);
  });
});

describe('TLS', () => {
  test('is required: a server without STARTTLS gets no login and no mail', async (t) => {
    const server = await startScripted(t, {
      EHLO: '250-mail.example\r\n250-PIPELINING\r\n250 AUTH PLAIN',
      STARTTLS: '502 5.5.1 what',
    });
    const { mailer } = givenMailer(t, { port: server.port, login: LOGIN });
    assert.equal(endOf(await mailer.send(givenMail())), 'tls');
    assert.deepEqual(
      server.lines.map((line) => line.split(' ')[0]),
      ['EHLO', 'STARTTLS'],
    );
    assert.deepEqual(server.messages, []);
  });

  test('replies in clear text before STARTTLS are dropped', async (t) => {
    const injected = '220 go ahead\r\n250-mail.example\r\n250 AUTH LOGIN';
    const server = await startScripted(t, { STARTTLS: injected });
    const { mailer, clock } = givenMailer(t, { port: server.port, login: LOGIN });
    const sent = mailer.send(givenMail());
    await server.reached('STARTTLS');
    clock.advance(11_000);
    assert.match(String(endOf(await sent)), /^(?:timeout|tls|protocol)$/);
    assert.ok(!server.lines.some((line) => line.startsWith('AUTH')));
  });

  for (const certificate of ['other-host', 'expired', 'self-signed'] as const) {
    test(`a certificate that is ${certificate} is not trusted, wrapped or not`, async (t) => {
      for (const tls of ['required', 'wrapped'] as const) {
        const server = await startMailServer(t, { certificate, secure: tls === 'wrapped' });
        const { mailer } = givenMailer(t, { port: server.port, tls, login: LOGIN });
        assert.equal(endOf(await mailer.send(givenMail())), 'tls');
        assert.deepEqual(server.taken, []);
      }
    });
  }

  test('if it is optional, is used when offered, with any certificate', async (t) => {
    const server = await startMailServer(t, { certificate: 'self-signed' });
    const { mailer } = givenMailer(t, { port: server.port, tls: 'optional' });
    assert.equal(endOf(await mailer.send(givenMail())), 250);
    assert.equal(server.taken[0]?.secured, true);
  });

  test('if it is optional and not offered, is left out', async (t) => {
    const server = await startMailServer(t, { disabledCommands: ['STARTTLS'] });
    const { mailer } = givenMailer(t, { port: server.port, tls: 'optional' });
    assert.equal(endOf(await mailer.send(givenMail())), 250);
    assert.equal(server.taken[0]?.secured, false);
  });

  test('if it is wrapped, a server in clear text is a tls error', async (t) => {
    const server = await startMailServer(t);
    const { mailer } = givenMailer(t, { port: server.port, tls: 'wrapped' });
    assert.equal(endOf(await mailer.send(givenMail())), 'tls');
  });
});

describe('the login', () => {
  test('if it is wrong, is an authentication error that repeats no text', async (t) => {
    const server = await startMailServer(t);
    const login = { user: LOGIN.user, password: 'wrong-pa55' };
    const { mailer } = givenMailer(t, { port: server.port, login });
    const result = await mailer.send(givenMail());
    assert.equal(endOf(result), 'authentication');
    assert.doesNotMatch(JSON.stringify(result), /wrong-pa55|no such login/);
  });

  test('is tried even if not offered, so that no mail goes without it', async (t) => {
    const server = await startScripted(t, {
      EHLO: '250-mail.example\r\n250 STARTTLS',
      AUTH: '503 no',
    });
    const { mailer } = givenMailer(t, { port: server.port, login: LOGIN });
    assert.equal(endOf(await mailer.send(givenMail())), 'authentication');
    assert.deepEqual(server.messages, []);
  });

  test('is not shown even if the server repeats it for a message', async (t) => {
    const server = await startScripted(t, { RCPT: `550 5.1.1 ${LOGIN.user} with ${PASSWORD}` });
    const { mailer } = givenMailer(t, { port: server.port, login: LOGIN });
    const result = await mailer.send(givenMail());
    assert.ok(result.kind === 'response' && result.excerpt !== null);
    assert.ok(!result.excerpt.includes(PASSWORD));
  });
});

describe('the pool', () => {
  test('reuses a connection', async (t) => {
    const server = await startScripted(t);
    const { mailer } = givenMailer(t, { port: server.port, login: LOGIN });
    for (let index = 0; index < 5; index += 1) {
      assert.equal(endOf(await mailer.send(givenMail())), 250);
    }
    assert.equal(server.connections, 1);
    assert.equal(server.messages.length, 5);
  });

  test('never opens more than its bound of connections', async (t) => {
    const server = await startMailServer(t);
    const { mailer } = givenMailer(t, { port: server.port, login: LOGIN });
    const sources = Array.from({ length: 60 }, (_, index) => `X-Number: ${index}\r\n\r\nhello\r\n`);
    const ends = await Promise.all(sources.map((source) => mailer.send(givenMail({ source }))));
    assert.deepEqual(new Set(ends.map(endOf)), new Set([250]));
    assert.deepEqual(server.taken.map(({ source }) => source).sort(), [...sources].sort());
    assert.equal(server.openMost, 3);
  });

  test('a mail that waits for a connection ends by its deadline, and never goes out', async (t) => {
    const server = await startScripted(t, { DONE: HANG });
    const { mailer, clock } = givenMailer(t, { port: server.port, connectionsMax: 1 });
    const first = mailer.send(givenMail({ timeoutMs: 30_000 }));
    await server.reached('DONE');
    const second = mailer.send(givenMail({ source: 'X-Second: 1\r\n\r\n\r\n', timeoutMs: 1_000 }));
    clock.advance(1_100);
    assert.equal(endOf(await second), 'timeout');
    clock.advance(30_000);
    assert.equal(endOf(await first), 'timeout');
    assert.equal(server.messages.length, 1);
  });

  test('works again after a restart of the server', async (t) => {
    const server = await startScripted(t);
    const { mailer } = givenMailer(t, { port: server.port, login: LOGIN });
    assert.equal(endOf(await mailer.send(givenMail())), 250);
    await server.restart();
    // The mailer may notice the dead connection at once, or with the first mail.
    const ends = [endOf(await mailer.send(givenMail())), endOf(await mailer.send(givenMail()))];
    assert.ok(ends[0] === 250 || ends[0] === 'reset', String(ends[0]));
    assert.equal(ends[1], 250);
    assert.equal(server.connections, 2);
  });

  test('waits on close for mails in flight, and refuses new ones', async (t) => {
    const server = await startScripted(t, { DONE: HANG });
    const { mailer, clock } = givenMailer(t, { port: server.port });
    const sent = mailer.send(givenMail());
    await server.reached('DONE');
    let closed = false;
    const closing = mailer.close().then(() => {
      closed = true;
    });
    assert.equal(endOf(await mailer.send(givenMail())), 'network');
    assert.equal(closed, false);
    clock.advance(10_100);
    assert.equal(endOf(await sent), 'timeout');
    await closing;
  });
});

describe('the permit', () => {
  test('if it has ended, allows no mail and no connection', async (t) => {
    const server = await startScripted(t);
    const { mailer } = givenMailer(t, { port: server.port });
    const { permit, end } = givenPermit();
    end();
    assert.equal(endOf(await mailer.send(givenMail({ permit }))), 'network');
    assert.equal(server.connections, 0);
  });

  for (const lapses of [true, false]) {
    const what = lapses ? 'one that lapsed untold sends no message' : 'one that holds sends it';
    test(`is asked when the server accepts DATA: ${what}`, async (t) => {
      const server = await startScripted(t, { DATA: HANG });
      const { mailer, clock } = givenMailer(t, { port: server.port });
      const given = givenPermit();
      const sent = mailer.send(givenMail({ permit: given.permit }));
      await server.reached('DATA');
      if (lapses) given.lapse();
      const told = server.lines.length;
      server.say(lapses ? '354 go' : '354 go\r\n250 2.0.0 queued');
      assert.equal(endOf(await sent), lapses ? 'network' : 250);
      assert.equal(given.heard, 0);
      await Promise.all([mailer.close(), server.gone()]);
      clock.advance(20_000);
      assert.equal(server.lines.slice(told).includes('Subject: hello'), !lapses);
      assert.equal(server.lines.length > told, !lapses);
    });
  }

  test('if it ends, drops a mail in flight at once', async (t) => {
    const server = await startScripted(t, { DONE: HANG });
    const { mailer } = givenMailer(t, { port: server.port });
    const { permit, end } = givenPermit();
    const sent = mailer.send(givenMail({ permit }));
    await server.reached('DONE');
    end();
    assert.equal(endOf(await sent), 'network');
  });
});

describe('a check', () => {
  test('logs in and sends nothing', async (t) => {
    const server = await startMailServer(t);
    const { mailer } = givenMailer(t, { port: server.port, login: LOGIN });
    assert.equal(await mailer.check(), null);
    assert.deepEqual(server.taken, []);
  });

  test('says what is wrong', async (t) => {
    const server = await startMailServer(t, { certificate: 'expired' });
    const { mailer } = givenMailer(t, { port: server.port, login: LOGIN });
    const found = await mailer.check();
    assert.ok(found?.kind === 'error' && found.error === 'tls');
    assert.match(found.detail, /CERT_HAS_EXPIRED/);
  });
});
