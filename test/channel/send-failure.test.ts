/** The fixed codes of failures, which never show the text of a system error. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure, judgeError, SendFailure } from '../../src/channel/send-failure.ts';

const SECRET = 'connect 10.1.2.3:5432 with token s3cr3t';

function coded(code: string): Error {
  return Object.assign(new Error(SECRET), { code });
}

const CODES: ReadonlyArray<readonly [string, 'tcp' | 'tls' | 'dns' | 'http', string]> = [
  ['ECONNREFUSED', 'tcp', 'refused'],
  ['ETIMEDOUT', 'tcp', 'connect-timeout'],
  ['EHOSTUNREACH', 'tcp', 'network'],
  ['ENETUNREACH', 'tcp', 'network'],
  ['ECONNRESET', 'tcp', 'reset'],
  ['ECONNRESET', 'tls', 'reset'],
  ['CERT_HAS_EXPIRED', 'tls', 'tls'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls', 'tls'],
  ['EPROTO', 'tls', 'tls'],
  ['ENOTFOUND', 'dns', 'dns'],
  ['EAI_AGAIN', 'dns', 'dns'],
  ['UND_ERR_SOCKET', 'http', 'reset'],
  ['EPIPE', 'http', 'reset'],
  ['UND_ERR_HEADERS_OVERFLOW', 'http', 'protocol'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'http', 'protocol'],
  ['ERR_ASSERTION', 'http', 'protocol'],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'http', 'tls'],
  ['ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', 'http', 'tls'],
  ['UND_ERR_INVALID_ARG', 'http', 'configuration'],
  ['SOMETHING_ELSE', 'http', 'network'],
];
for (const [code, phase, error] of CODES) {
  test(`${code} in the phase ${phase} is ${error}`, () => {
    const judged = judgeError(coded(code), phase);
    assert.ok(judged.kind === 'error' && judged.error === error);
    assert.ok(judged.detail.includes(code));
    assert.ok(!judged.detail.includes('10.1.2.3') && !judged.detail.includes('s3cr3t'));
  });
}

test('a code that is no plain word is not repeated', () => {
  const judged = judgeError(coded('E 10.1.2.3 s3cr3t'), 'http');
  assert.ok(!judged.detail.includes('s3cr3t'));
});

test('a failure that is already judged stays unchanged', () => {
  const why = { kind: 'blocked', detail: 'Refused.' } as const;
  assert.equal(judgeError(new SendFailure(why), 'http'), why);
  assert.deepEqual(failure('timeout', 'x'), { kind: 'error', error: 'timeout', detail: 'x' });
});

test('a thrown value that is no Error is a network failure', () => {
  const judged = judgeError('s3cr3t', 'http');
  assert.ok(judged.kind === 'error' && judged.error === 'network');
});
