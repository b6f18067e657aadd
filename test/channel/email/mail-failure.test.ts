/** Failures of the mail library in our own words: only codes are repeated, and no secret. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeMailError, replyOf } from '../../../src/channel/email/mail-failure.ts';
import { failure, SendFailure } from '../../../src/channel/send-failure.ts';

function told(facts: object): Error {
  return Object.assign(new Error('the words of the library: s3cret'), facts);
}

function judged(facts: object): string {
  const result = judgeMailError(told(facts), ['s3cret']);
  return result.kind === 'error' ? `${result.error}: ${result.detail}` : String(result);
}

test('texts of the library and of a refused login are not repeated', () => {
  const login = { code: 'EAUTH', responseCode: 535, response: '535 5.7.8 s3cret is wrong' };
  const expected = 'authentication: The mail server does not accept our login (535 5.7.8).';
  assert.equal(judged({ ...login, command: 'AUTH PLAIN' }), expected);
  assert.equal(
    judged({ code: 'EAUTH' }),
    'authentication: The mail server does not accept our login (EAUTH).',
  );
  assert.equal(judged({}), 'network: The network could not reach the destination.');
});

test('each failure of a connection has its code', () => {
  const words: readonly (readonly [object, string])[] = [
    [{ code: 'ETIMEDOUT', timeoutType: 'GREETING_TIMEOUT' }, 'connect-timeout'],
    [{ code: 'ETIMEDOUT', timeoutType: 'UPGRADE_TIMEOUT' }, 'connect-timeout'],
    [{ code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT' }, 'timeout'],
    [{ code: 'ESOCKET', originalCode: 'ECONNRESET' }, 'reset'],
    [{ code: 'ESOCKET', originalCode: 'EPIPE' }, 'reset'],
    [{ code: 'ESOCKET', originalCode: 'EHOSTUNREACH' }, 'network'],
    [{ code: 'ESOCKET', originalCode: 'CERT_HAS_EXPIRED' }, 'tls'],
    [{ code: 'ESOCKET', originalCode: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'tls'],
    [{ code: 'ESOCKET', originalCode: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'tls'],
    [{ code: 'ETLS', responseCode: 454 }, 'tls'],
    [{ code: 'ECONNECTION' }, 'reset'],
    [{ code: 'EPROTOCOL' }, 'protocol'],
    [{ code: 'EENVELOPE' }, 'configuration'],
    [{ code: 'EMESSAGE', responseCode: 200, response: '200 what', command: 'DATA' }, 'protocol'],
  ];
  for (const [facts, word] of words)
    assert.equal(judged(facts).split(':')[0], word, JSON.stringify(facts));
});

test('the sentence says what an operator can change', () => {
  const sentences: readonly (readonly [object, RegExp])[] = [
    [{ code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, /NODE_EXTRA_CA_CERTS/],
    [{ code: 'ESOCKET', originalCode: 'ERR_SSL_WRONG_VERSION_NUMBER' }, /smtp: instead of smtps:/],
    [{ code: 'ESOCKET', originalCode: 'CERT_HAS_EXPIRED' }, /\(CERT_HAS_EXPIRED\)\.$/],
    [{ code: 'ETIMEDOUT', timeoutType: 'GREETING_TIMEOUT' }, /465, needs smtps:/],
    [{ code: 'EENVELOPE', responseCode: 530, command: 'MAIL FROM' }, /user and a password.*530/],
  ];
  for (const [facts, sentence] of sentences) assert.match(judged(facts), sentence);
});

test('a failure of our own connector stays unchanged', () => {
  const dns = failure('dns', 'The name has no address.');
  assert.deepEqual(judgeMailError(new SendFailure(dns), []), dns);
  assert.equal(judgeMailError('no error at all', []).kind, 'error');
});

test('a reply keeps its code and its text without the password', () => {
  const reply = replyOf('550 5.1.1 no s3cret here\n550 twice s3cret', ['s3cret']);
  assert.equal(reply.status, 550);
  assert.equal(reply.excerpt, '550 5.1.1 no *** here\n550 twice ***');
});
