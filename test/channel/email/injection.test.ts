/**
 * Text of a caller, a platform or an operator never becomes a header, a part or a recipient of a
 * mail: every trick in every value, sent to a real mail server and read by an independent parser.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import PostalMime from 'postal-mime';
import { createMailChannel } from '../../../src/channel/email/channel.ts';
import { mailFault } from '../../../src/core/endpoint/target-rules.ts';
import { callError } from '../../../src/core/trigger/fire.ts';
import { givenEndpoint, givenSend } from '../given.ts';
import { AT_MS, givenFiring } from './given-firing.ts';
import { givenMailer } from './given-mail.ts';
import { startMailServer } from './mail-server.ts';

const EVIL = 'evil@evil.example';
const LINES = [
  `\r\nBcc: ${EVIL}`,
  `\nBcc: ${EVIL}`,
  `\rBcc: ${EVIL}`,
  `x\r\n\r\n<script>alert(1)</script>`,
  `x\r\n.\r\nMAIL FROM:<${EVIL}>\r\nRCPT TO:<${EVIL}>\r\nDATA\r\nSubject: hi`,
  `x\n.\nRCPT TO:<${EVIL}>`,
  `x\r.\rRCPT TO:<${EVIL}>`,
  `>\r\nTo: ${EVIL}`,
  `x\u2028Bcc: ${EVIL}`,
  `x\u2029Bcc: ${EVIL}`,
  `x\u0085Bcc: ${EVIL}`,
  `x\u0000\r\nBcc: ${EVIL}`,
  `x\v\fBcc: ${EVIL}`,
  `\r\n Bcc: ${EVIL}`,
  `%0d%0aBcc: ${EVIL}`,
  `=0D=0ABcc: ${EVIL}`,
  `=?UTF-8?Q?=0D=0ABcc:_${EVIL}?=`,
  `x\r\n--=_ringpost\r\nContent-Type: text/html\r\n\r\n<b>mine</b>`,
  `--=_ringpost--`,
  `x" , <${EVIL}>`,
  `=?utf-8?B?${Buffer.from(`x\r\nBcc: ${EVIL}`).toString('base64')}?=`,
  `\u202eSSAP\u2066`,
];
const VALUES = ['callId', 'clientId', 'callSid', 'callStatus', 'serviceName'] as const;
const NAMES = [
  'from',
  'to',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'auto-submitted',
  'x-auto-response-suppress',
  'x-webhook-id',
  'x-webhook-event',
  'x-webhook-endpoint-id',
  'mime-version',
  'content-type',
];

describe('a value from a caller', () => {
  for (const name of [...VALUES, 'error'] as const) {
    test(`${name} cannot be a header, a part or a recipient`, async (t) => {
      const server = await startMailServer(t);
      const { mailer } = givenMailer(t, { port: server.port });
      const channel = createMailChannel({ mailer, from: 'calls@example.com', dkim: null });
      const endpoint = givenEndpoint({ kind: 'email', target: 'ops@example.org' });
      for (const line of LINES) {
        const errors = [{ ...callError('INTERNAL_ERROR', AT_MS), message: line }];
        const values = name === 'error' ? { errors } : { [name]: line };
        const firing = givenFiring('OUTBOUND_CALL_ERROR', values);
        const callId = name === 'callId' ? line : 'call_1';
        const result = await channel.send(givenSend(endpoint, { firing, callId }));
        assert.equal(result.kind === 'response' && result.status, 250, JSON.stringify(result));
      }
      assert.equal(server.taken.length, LINES.length);
      for (const [index, { recipients, source }] of server.taken.entries()) {
        const line = JSON.stringify(LINES[index]);
        assert.deepEqual(recipients, ['ops@example.org'], line);
        const mail = await PostalMime.parse(source);
        assert.deepEqual(
          mail.headers.map(({ key }) => key),
          NAMES,
          line,
        );
        assert.deepEqual(mail.to, [{ name: '', address: 'ops@example.org' }], line);
        assert.deepEqual(mail.attachments, [], line);
        assert.equal(source.match(/^--=_ringpost/gm)?.length, 3, line);
        assert.doesNotMatch(mail.subject ?? '', /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u, line);
        assert.doesNotMatch(mail.html ?? '', /<script|<b>mine|href=|src=/i, line);
      }
    });
  }
});

const TARGETS = [
  `ops@example.org\r\nBcc: ${EVIL}`,
  `ops@example.org\r\nRCPT TO:<${EVIL}>`,
  `ops@example.org, ${EVIL}`,
  `ops@example.org; ${EVIL}`,
  `ops@example.org ${EVIL}`,
  `group: ops@example.org, ${EVIL};`,
  `Ops <ops@example.org>`,
  `<ops@example.org>`,
  `"ops"@example.org`,
  `"ops\r\n"@example.org`,
  `ops(${EVIL})@example.org`,
  `ops@example.org> SIZE=1 <${EVIL}`,
  `ops@[127.0.0.1]`,
  `ops@example`,
  `@evil.example:ops@example.org`,
  `${EVIL}\u0000@example.org`,
  `öps@example.org`,
  `ops@exämple.org`,
  ` ops@example.org`,
  `ops@example.org\n`,
  `ops@@example.org`,
  '',
];

test('a target that is not one plain address is neither registered nor sent to', async (t) => {
  const server = await startMailServer(t);
  const { mailer } = givenMailer(t, { port: server.port });
  const channel = createMailChannel({ mailer, from: 'calls@example.com', dkim: null });
  for (const target of TARGETS) {
    assert.notEqual(mailFault(target), null, target);
    const result = await channel.send(givenSend(givenEndpoint({ kind: 'email', target })));
    assert.equal(result.kind === 'error' && result.error, 'configuration', target);
  }
  assert.deepEqual(server.taken, []);
  assert.equal(server.openMost, 0);
});

test('the date of a mail is the time of the firing, not of the attempt', async () => {
  const channel = createMailChannel({ mailer: null, from: 'calls@example.com', dkim: null });
  const firing = givenFiring('OUTBOUND_CALL_COMPLETED');
  const endpoint = givenEndpoint({ kind: 'email', target: 'ops@example.org' });
  const shown = channel.show?.(givenSend(endpoint, { firing, atMs: AT_MS + 86_400_000 }));
  assert.equal(shown?.headers.Date, 'Fri, 20 Nov 2026 11:19:00 +0000');
});
