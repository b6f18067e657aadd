/**
 * A mail server that refuses, hangs or disconnects at each step of a session: every attempt ends
 * with a result that step 9 can judge, and the next one works.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { judge } from '../../../src/core/delivery/outcome.ts';
import { givenMail, givenMailer, LOGIN } from './given-mail.ts';
import { DROP, HANG, type Step, startScripted } from './scripted-server.ts';

const SESSION: readonly Step[] = ['CONNECT', 'EHLO', 'STARTTLS', 'AUTH'];
const MESSAGE: readonly Step[] = ['MAIL', 'RCPT', 'DATA', 'DONE'];
const RULES = { kind: 'email', retryOther4xx: false } as const;

/** The step, its reply, the resulting status or error, and the outcome. */
const REFUSALS: readonly (readonly [Step, string, number | string, string])[] = [
  ['CONNECT', '421 4.3.2 too busy', 421, 'retryable'],
  ['CONNECT', '554 5.7.1 not you', 'refused', 'retryable'],
  ['EHLO', '421 4.3.2 closing', 421, 'retryable'],
  ['EHLO', '550 5.7.1 not you', 'refused', 'retryable'],
  ['STARTTLS', '454 4.7.0 not now', 'tls', 'retryable'],
  ['STARTTLS', '502 5.5.1 what', 'tls', 'retryable'],
  ['AUTH', '454 4.7.0 try later', 454, 'retryable'],
  ['AUTH', '535 5.7.8 no such login', 'authentication', 'retryable'],
  ['MAIL', '451 4.3.0 not now', 451, 'retryable'],
  ['MAIL', '550 5.1.8 not this sender', 550, 'rejected'],
  ['MAIL', '530 5.7.0 log in first', 'authentication', 'retryable'],
  ['RCPT', '450 4.2.1 greylisted', 450, 'retryable'],
  ['RCPT', '550 5.1.1 nobody here', 550, 'rejected'],
  ['DATA', '452 4.3.1 full', 452, 'retryable'],
  ['DATA', '554 5.5.1 no', 554, 'rejected'],
  ['DONE', '452 4.3.1 full', 452, 'retryable'],
  ['DONE', '552 5.3.4 too large', 552, 'rejected'],
  ['DONE', '554 5.7.1 spam', 554, 'rejected'],
  ['DONE', '421 4.3.2 going down', 421, 'retryable'],
  ['DONE', '999 what', 'protocol', 'retryable'],
];

describe('a refusal', () => {
  for (const [step, reply, expected, outcome] of REFUSALS) {
    test(`${reply} at ${step} is ${expected}, which is ${outcome}`, async (t) => {
      const server = await startScripted(t, { [step]: reply });
      const { mailer } = givenMailer(t, { port: server.port, login: LOGIN });
      const result = await mailer.send(givenMail());
      assert.equal(
        result.kind === 'response' ? result.status : result.kind === 'error' && result.error,
        expected,
      );
      const verdict = judge(result, RULES, 0);
      assert.equal(verdict.outcome, outcome);
      assert.equal(verdict.attention, expected === 'authentication');
      delete server.script[step];
      const next = await mailer.send(givenMail());
      assert.equal(next.kind === 'response' && next.status, 250);
    });
  }

  test('the text of a refusal is kept, cleaned and bounded', async (t) => {
    const said = `550 5.1.1 \u0007nobody\u202e ${'x'.repeat(9_000)}`;
    const server = await startScripted(t, { RCPT: Buffer.from(said).toString('latin1') });
    const { mailer } = givenMailer(t, { port: server.port });
    const result = await mailer.send(givenMail());
    assert.ok(result.kind === 'response' && result.excerpt !== null);
    assert.match(result.excerpt, /^550 5\.1\.1 nobody/);
    assert.ok(Buffer.byteLength(result.excerpt) <= 4_096);
  });

  test('a server that accepts DATA after it refused the recipient gets no message', async (t) => {
    const server = await startScripted(t, { RCPT: '550 5.1.1 nobody', DATA: '354 send it' });
    const { mailer } = givenMailer(t, { port: server.port });
    const result = await mailer.send(givenMail());
    assert.equal(result.kind === 'response' && result.status, 550);
    assert.deepEqual(server.messages, []);
  });

  test('an endless reply ends the attempt at its bound', async (t) => {
    const server = await startScripted(t, { MAIL: `250-${'x'.repeat(20_000)}` });
    const { mailer } = givenMailer(t, { port: server.port });
    const result = await mailer.send(givenMail());
    assert.equal(result.kind === 'error' && result.error, 'protocol');
  });
});

describe('a silent server', () => {
  for (const step of [...SESSION, ...MESSAGE]) {
    test(`at ${step} holds an attempt to its deadline, then loses its connection`, async (t) => {
      const server = await startScripted(t, { [step]: HANG });
      const { mailer, clock } = givenMailer(t, { port: server.port, login: LOGIN });
      const sent = mailer.send(givenMail({ timeoutMs: 2_000 }));
      await server.reached(step);
      clock.advance(2_100);
      const result = await sent;
      assert.equal(result.kind === 'error' && result.error, 'timeout');
      delete server.script[step];
      const next = await mailer.send(givenMail());
      assert.equal(next.kind === 'response' && next.status, 250);
      assert.equal(server.connections, 2);
    });
  }
});

describe('a connection that is dropped', () => {
  for (const step of [...SESSION, ...MESSAGE]) {
    test(`at ${step} is retryable, and the mailer itself tries once`, async (t) => {
      const server = await startScripted(t, { [step]: DROP });
      const { mailer } = givenMailer(t, { port: server.port, login: LOGIN });
      const result = await mailer.send(givenMail());
      assert.equal(result.kind === 'error' && result.error, 'reset');
      assert.equal(judge(result, RULES, 0).outcome, 'retryable');
      assert.equal(server.connections, 1);
      assert.ok(server.messages.length <= 1);
    });
  }

  test('a port without a listener is refused', async (t) => {
    const server = await startScripted(t);
    await server.end();
    const { mailer } = givenMailer(t, { port: server.port });
    const result = await mailer.send(givenMail());
    assert.equal(result.kind === 'error' && result.error, 'refused');
  });
});
