/** A firing as a mail: read by an independent parser, and compared with golden files. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { mailOf, SUBJECT_POINTS_MAX, subjectOf } from '../../../src/channel/email/message.ts';
import { ERROR_CODES } from '../../../src/core/payload/call-error.ts';
import { messageOf } from '../../../src/core/payload/message.ts';
import { sampleFiring } from '../../../src/core/payload/sample.ts';
import { callError } from '../../../src/core/trigger/fire.ts';
import { TRIGGERS } from '../../../src/core/trigger/trigger.ts';
import { anyText } from '../../support/any-text.ts';
import { AT_MS, givenFiring, givenParts, givenRun, sourceOf } from './given-firing.ts';

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

describe('the headers', () => {
  test('have sender, recipient, subject and date, and mark the mail as automatic', async () => {
    const mail = await PostalMime.parse(sourceOf());
    assert.deepEqual(
      mail.headers.map(({ key }) => key),
      NAMES,
    );
    assert.deepEqual(mail.from, { name: 'Ringpost', address: 'calls@example.com' });
    assert.deepEqual(mail.to, [{ name: '', address: 'ops@example.org' }]);
    assert.equal(mail.date, '2026-11-20T11:19:00.000Z');
    assert.equal(mail.subject, '[Ringpost] OUTBOUND_CALL_COMPLETED call_01JD3Z9M0T2A (COMPLETED)');
    const shown = (key: string) => mail.headers.find((header) => header.key === key)?.value;
    assert.equal(shown('auto-submitted'), 'auto-generated');
    assert.equal(shown('x-auto-response-suppress'), 'All');
    assert.equal(shown('x-webhook-id'), 'msg_01JD3Z9M0T000000042');
    assert.equal(shown('x-webhook-event'), 'OUTBOUND_CALL_COMPLETED');
    assert.equal(shown('x-webhook-endpoint-id'), 'ep_01JD3Z9M0T000000007');
  });

  test('name the delivery, the same on every attempt', async () => {
    const mail = await PostalMime.parse(sourceOf());
    assert.equal(mail.messageId, '<dlv_01JD3Z9M0T000000042@example.com>');
    assert.equal(sourceOf(), sourceOf());
  });

  test('make one thread of a call, apart from other calls and projects', async () => {
    const threadOf = async (changes: object) => {
      const { references, inReplyTo } = await PostalMime.parse(sourceOf(changes));
      assert.equal(references, inReplyTo);
      assert.match(references ?? '', /^<call\.[\w-]{27}@example\.com>$/);
      return references;
    };
    const one = await threadOf({});
    assert.equal(await threadOf({ deliveryId: 'dlv_other', firing: givenRun() }), one);
    assert.notEqual(await threadOf({ callId: 'call_other' }), one);
    assert.notEqual(await threadOf({ projectId: 'prj_other' }), one);
  });

  test('encode a sender whose name is not plain ASCII', async () => {
    const from = { name: 'Größe, Anruf & Co. "x"', address: 'calls@example.com' };
    assert.deepEqual((await PostalMime.parse(sourceOf({ from }))).from, from);
    const { from: bare } = await PostalMime.parse(sourceOf({ from: { ...from, name: null } }));
    assert.deepEqual(bare, { name: '', address: 'calls@example.com' });
  });
});

describe('the subject', () => {
  test('has no status if the firing has none', () => {
    const subject = subjectOf(messageOf(givenRun()));
    assert.equal(subject, '[Ringpost] ACW_COMPLETED call_01JD3Z9M0T2A');
  });

  test('keeps the trigger whole when values are long', () => {
    const values = { callId: 'c'.repeat(256), serviceName: 'n'.repeat(100) };
    const subject = subjectOf(messageOf(givenFiring('OUTBOUND_CALL_COMPLETED', values)));
    assert.match(subject, /^\[n{39}…\] OUTBOUND_CALL_COMPLETED c+… \(COMPLETED\)$/);
    assert.equal([...subject].length, SUBJECT_POINTS_MAX);
  });

  test('shows an id that looks like an encoded word unchanged', async () => {
    const callId = '=?UTF-8?Q?=0D=0ABcc:_x=E2=80=AE?=';
    const firing = givenFiring('OUTBOUND_CALL_BUSY', { callId, callStatus: 'BUSY' });
    const { subject } = await PostalMime.parse(sourceOf({ firing }));
    assert.equal(subject, `[Ringpost] OUTBOUND_CALL_BUSY ${callId} (BUSY)`);
  });

  test('never exceeds its bound and has no invisible characters', () => {
    const text = anyText({ maxLength: 300 });
    fc.assert(
      fc.property(
        fc.constantFrom(...TRIGGERS),
        text,
        text,
        text,
        (trigger, callId, serviceName, callStatus) => {
          const subject = subjectOf(
            messageOf(givenFiring(trigger, { callId, serviceName, callStatus })),
          );
          assert.ok([...subject].length <= SUBJECT_POINTS_MAX);
          assert.doesNotMatch(subject, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
          assert.ok(subject.includes(`] ${trigger} `));
        },
      ),
    );
  });
});

describe('the parts', () => {
  test('are the display text and a table, for every trigger', async () => {
    for (const trigger of TRIGGERS) {
      const firing = sampleFiring(trigger, 'Call Events', AT_MS);
      const { text = '', html = '', attachments } = await PostalMime.parse(sourceOf({ firing }));
      assert.equal(text.replaceAll('\r\n', '\n').trimEnd(), firing.text);
      for (const { label, value } of messageOf(firing).facts) {
        assert.ok(html.includes(label) && html.includes(value), `${trigger}: ${label}`);
      }
      assert.deepEqual(attachments, []);
    }
  });

  test('are short lines of plain ASCII', () => {
    const firing = givenFiring('OUTBOUND_CALL_ERROR', {
      callId: '注文'.repeat(100),
      clientId: '.',
    });
    const source = sourceOf({ firing });
    assert.doesNotMatch(source, /[^\x20-\x7e\r\n\t]/);
    assert.doesNotMatch(source, /(?<!\r)\n|\r(?!\n)/);
    for (const line of source.split('\r\n')) assert.ok(line.length <= 78, line);
  });
});

const MANY = Array.from({ length: 12 }, (_, index) =>
  callError(ERROR_CODES[index % ERROR_CODES.length] ?? 'UNKNOWN_ERROR', AT_MS - index),
);
const GOLDEN: Readonly<Record<string, string>> = {
  completed: sourceOf(),
  'many-errors': sourceOf({ firing: givenFiring('OUTBOUND_CALL_ERROR', { errors: MANY }) }),
  'acw-completed': sourceOf({ firing: givenRun() }),
  'other-letters': sourceOf({
    from: { name: '通話のお知らせ', address: 'calls@example.com' },
    firing: givenFiring('OUTBOUND_CALL_BUSY', {
      callId: '注文 4712 <b>&',
      callStatus: 'BUSY',
      serviceName: 'Größe & Co.',
    }),
  }),
};
const FOLDER = new URL('../../golden/email/', import.meta.url);

describe('golden mails', () => {
  for (const [name, source] of Object.entries(GOLDEN)) {
    test(`${name} equals its golden file line by line`, () => {
      const file = readFileSync(new URL(`${name}.eml`, FOLDER), 'utf8');
      assert.equal(source, file.replaceAll('\n', '\r\n'));
    });
  }

  test('every golden file has a case', () => {
    const files = readdirSync(FOLDER).map((file) => file.replace(/\.eml$/, ''));
    assert.deepEqual(files.sort(), Object.keys(GOLDEN).sort());
  });
});

test('the headers are a list of lines, apart from the body', () => {
  const { headers, body } = mailOf(givenParts());
  assert.deepEqual(
    headers.map((line) => line.slice(0, line.indexOf(':')).toLowerCase()),
    NAMES,
  );
  assert.ok(body.startsWith('--=_ringpost\r\n'));
});
