/** The HTML part of a mail: it loads, runs and links nothing, and every value is only text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailHtml, titleOf } from '../../../src/channel/email/html.ts';
import { messageOf } from '../../../src/core/payload/message.ts';
import { sampleFiring } from '../../../src/core/payload/sample.ts';
import { callError } from '../../../src/core/trigger/fire.ts';
import { TRIGGERS } from '../../../src/core/trigger/trigger.ts';
import { AT_MS, givenFiring, givenRun } from './given-firing.ts';

const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '</td></tr></table><script>alert(1)</script>',
  '"><a href="https://evil.example">here</a>',
  "' style='background:url(https://evil.example)",
  '&lt;b&gt; &amp; <!-- -->',
  '</style></title><style>*{display:none}</style>',
];

test('every value is text, in the heading, the table, the errors and the foot', () => {
  const plain = tagsOf(mailHtml(messageOf(givenFiring('OUTBOUND_CALL_ERROR'))));
  for (const value of HOSTILE) {
    const values = { callId: value, callSid: value, clientId: value, callStatus: value };
    const firing = givenFiring('OUTBOUND_CALL_ERROR', { ...values, serviceName: value });
    const html = mailHtml(messageOf(firing));
    assert.deepEqual(tagsOf(html), plain, value);
    assert.ok(!html.includes(value));
  }
});

function tagsOf(html: string): readonly string[] {
  return [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag);
}

test('the part loads, runs and links nothing', () => {
  for (const trigger of TRIGGERS) {
    const html = mailHtml(messageOf(sampleFiring(trigger, 'Call Events', AT_MS)));
    assert.doesNotMatch(html, /https?:|url\(|@import|@font-face|<(?:a|img|link|script|iframe)\b/i);
    assert.doesNotMatch(html, /\s(?:href|src|background|on\w+)=/i);
  }
});

test('the part has a light and a dark form, and a viewport for narrow screens', () => {
  const html = mailHtml(messageOf(givenRun()));
  assert.match(html, /<meta name="color-scheme" content="light dark">/);
  assert.match(html, /@media \(prefers-color-scheme:dark\)/);
  assert.match(html, /<meta name="viewport" content="width=device-width/);
  const classes = new Set(
    [...html.matchAll(/class="([^"]+)"/g)].flatMap(([, all = '']) => all.split(' ')),
  );
  const dark = html.slice(html.indexOf('prefers-color-scheme'));
  for (const name of classes) {
    if (name !== 'gap' && name !== 'pad') assert.ok(dark.includes(`.${name}{`), name);
  }
});

test('at most ten errors are shown, with the number of the others', () => {
  const errors = Array.from({ length: 13 }, (_, index) =>
    callError('INTERNAL_ERROR', AT_MS + index),
  );
  const html = mailHtml(messageOf(givenFiring('OUTBOUND_CALL_ERROR', { errors })));
  assert.equal(html.match(/>INTERNAL_ERROR</g)?.length, 10);
  assert.match(html, /… and 3 more/);
});

test('the title is the trigger in plain words', () => {
  assert.equal(titleOf('OUTBOUND_CALL_NO_RESPONSE'), 'Outbound call: no response');
  assert.equal(
    titleOf('INBOUND_CALL_CONCURRENCY_LIMIT_EXCEEDED'),
    'Inbound call: concurrency limit exceeded',
  );
  assert.equal(titleOf('CALL_LOG_CREATED'), 'Call log created');
  assert.equal(titleOf('ACW_COMPLETED'), 'After-call work completed');
});

test('the colour of the bar follows the outcome', () => {
  const barOf = (firing: Parameters<typeof messageOf>[0]) =>
    /<td class="(good|bad|warn|calm)"/.exec(mailHtml(messageOf(firing)))?.[1];
  assert.equal(barOf(givenFiring('OUTBOUND_CALL_COMPLETED')), 'good');
  assert.equal(barOf(givenFiring('OUTBOUND_CALL_ERROR')), 'bad');
  assert.equal(barOf(givenRun()), 'bad');
  assert.equal(barOf(givenFiring('OUTBOUND_CALL_BUSY')), 'warn');
  assert.equal(barOf(givenFiring('CALL_LOG_CREATED')), 'calm');
});
