/** Every class of failure has words of its own, for every kind of endpoint. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SEND_ERRORS } from '../../../src/core/delivery/outcome.ts';
import { ENDPOINT_KINDS } from '../../../src/core/endpoint/endpoint.ts';
import { diagnose, diagnosisOf } from '../../../src/engine/delivery/diagnosis.ts';

test('each class says what happens, why, and what to do, for each kind of endpoint', () => {
  const statuses = ['200', '400', '401', '403', '404', '408', '410', '413', '418', '429', '500'];
  const classes = ['3xx', ...statuses, '503', '599', '601', ...SEND_ERRORS, 'blocked'];
  for (const kind of ENDPOINT_KINDS) {
    for (const issueClass of classes) {
      const { title, text, nextStep } = diagnose(issueClass, kind);
      for (const words of [title, text, nextStep]) assert.ok(words.length > 8, issueClass);
      assert.match(`${text} ${nextStep}`, /\.$/, issueClass);
    }
  }
});

test('a redirect has its advice, mail its code, a chat its product', () => {
  assert.match(diagnose('3xx', 'custom').nextStep, /final URL/);
  assert.match(diagnose('550', 'email').title, /mail server said 550/);
  assert.match(diagnose('451', 'email').text, /tried again/);
  assert.match(diagnose('404', 'slack').nextStep, /new URL/);
  assert.match(diagnose('dns', 'email').nextStep, /doctor/);
  assert.match(diagnose('of a newer version', 'custom').title, /failed/);
});

test('without an answer or an error there is no diagnosis', () => {
  assert.equal(diagnosisOf({ lastStatus: null, lastError: null }, 'custom'), null);
  assert.equal(diagnosisOf({ lastStatus: 503, lastError: null }, 'custom')?.title, 'Answered 503');
});

test('a 401 names token, key and clocks, and how to check ours', () => {
  const { text, nextStep } = diagnose('401', 'custom');
  assert.match(text, /token or key is not ours, or one of the two clocks is wrong/);
  assert.match(nextStep, /look at both clocks \(`ringpost doctor` looks at ours\)/);
});
