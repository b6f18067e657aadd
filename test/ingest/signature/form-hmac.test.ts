/** The proof that a form callback is genuine, with vectors that other implementations made. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FormFields, parseForm } from '../../../src/ingest/form.ts';
import {
  formFault,
  formSignature,
  signedAddresses,
} from '../../../src/ingest/signature/form-hmac.ts';
import { AUTH_TOKEN, requestOf, signCallback } from '../twilio/callback.ts';

const HEADERS = ['x-twilio-signature', 'x-signalwire-signature'] as const;

function isSigned(request: {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly publicUrl: string;
  readonly fields: FormFields;
  readonly authToken: string;
}): boolean {
  const { fields, authToken } = request;
  return formFault({ ...request, secrets: [authToken] }, fields, HEADERS) === null;
}

/** The example of the provider's security page. */
const CLASSIC = {
  token: '12345',
  url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
  fields: {
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  },
  signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
};

function fieldsOf(fields: Readonly<Record<string, string>>): FormFields {
  return new Map(Object.entries(fields).map(([name, value]) => [name, [value]]));
}

function verify(url: string, signedUrl: string): boolean {
  const fields = { CallSid: 'CA01', CallStatus: 'completed' };
  return isSigned({
    headers: { 'x-twilio-signature': signCallback(signedUrl, fields) },
    publicUrl: url,
    fields: fieldsOf(fields),
    authToken: AUTH_TOKEN,
  });
}

test('the published example verifies', () => {
  assert.equal(
    formSignature(CLASSIC.url, fieldsOf(CLASSIC.fields), CLASSIC.token),
    CLASSIC.signature,
  );
  const request = {
    headers: { 'x-twilio-signature': CLASSIC.signature },
    publicUrl: CLASSIC.url,
    fields: fieldsOf(CLASSIC.fields),
    authToken: CLASSIC.token,
  };
  assert.equal(isSigned(request), true);
});

test('any changed byte, another token, or no signature does not verify', () => {
  const request = {
    headers: { 'x-twilio-signature': CLASSIC.signature },
    publicUrl: CLASSIC.url,
    fields: fieldsOf(CLASSIC.fields),
    authToken: CLASSIC.token,
  };
  const changes = [
    { headers: {} },
    { headers: { 'x-twilio-signature': '' } },
    { headers: { 'x-twilio-signature': `${CLASSIC.signature}A` } },
    { headers: { 'x-twilio-signature': CLASSIC.signature.toLowerCase() } },
    { publicUrl: 'https://mycompany.com/myapp.php?foo=1&bar=3' },
    { publicUrl: 'https://mycompany.com.evil.example/myapp.php?foo=1&bar=2' },
    { publicUrl: 'no address' },
    { fields: fieldsOf({ ...CLASSIC.fields, Digits: '1235' }) },
    { fields: fieldsOf({ ...CLASSIC.fields, Extra: '' }) },
    { authToken: '12346' },
  ];
  for (const change of changes) {
    assert.equal(isSigned({ ...request, ...change }), false, JSON.stringify(change));
  }
});

test('the address is accepted with and without the default port', () => {
  const plain = 'https://calls.example.com/v1/ingest/twilio/src_1?callId=a';
  const withPort = 'https://calls.example.com:443/v1/ingest/twilio/src_1?callId=a';
  assert.equal(verify(plain, withPort), true);
  assert.equal(verify(withPort, plain), true);
  assert.equal(verify('http://calls.example.com/x', 'http://calls.example.com:80/x'), true);
  assert.equal(verify('https://calls.example.com/x', 'https://calls.example.com:80/x'), false);
});

test('the address with a port of its own may be signed without it', () => {
  assert.equal(verify('https://calls.example.com:8443/x', 'https://calls.example.com/x'), true);
  assert.equal(
    verify('https://calls.example.com:8443/x', 'https://calls.example.com:443/x'),
    false,
  );
});

test('a query is accepted in each usual way of escaping it', () => {
  const given = "https://calls.example.com/x?clientId=O'Neil (3)";
  const escaped = 'https://calls.example.com/x?clientId=O%27Neil%20(3)';
  const asForm = "https://calls.example.com/x?clientId=O'Neil%20(3)";
  for (const signed of [given, escaped, asForm]) {
    assert.equal(verify(given, signed), true, signed);
    assert.equal(verify(signed, signed), true, signed);
  }
});

test('an address with an empty query is not the address without one', () => {
  const plain = 'https://calls.example.com/x';
  assert.equal(verify(`${plain}?`, plain), false);
  assert.equal(verify(plain, `${plain}?`), false);
  assert.equal(verify(`${plain}?`, `${plain}?`), true);
  assert.equal(verify('https://calls.example.com?', 'https://calls.example.com'), false);
});

test('the forms of an address are few and never name another host', () => {
  for (const url of ['https://a.example/p?q=1', "http://[::1]:8080/p?q='", 'https://a.example']) {
    const forms = signedAddresses(url);
    assert.equal(forms.includes(url), true);
    assert.equal(forms.length <= 9, true);
    for (const form of forms) assert.equal(new URL(form).hostname, new URL(url).hostname);
  }
});

test('a repeated field counts once per distinct value, sorted', () => {
  const form = parseForm('B=2&A=z&A=y&A=z');
  assert.equal(form.kind, 'form');
  if (form.kind !== 'form') return;
  const expected = signCallback('https://a.example/Ay', { A: 'z', B: '2' });
  assert.equal(formSignature('https://a.example/', form.fields, AUTH_TOKEN), expected);
});

test('text outside ASCII is signed as UTF-8', () => {
  const request = requestOf({ CallSid: 'CA01', Caller: 'Zoë 東' });
  const form = parseForm(request.body);
  assert.equal(form.kind, 'form');
  if (form.kind !== 'form') return;
  const { headers, publicUrl } = request;
  assert.equal(isSigned({ headers, publicUrl, fields: form.fields, authToken: AUTH_TOKEN }), true);
});

test("the header of the provider's relatives is read too", () => {
  const request = {
    headers: { 'x-signalwire-signature': CLASSIC.signature },
    publicUrl: CLASSIC.url,
    fields: fieldsOf(CLASSIC.fields),
    authToken: CLASSIC.token,
  };
  assert.equal(isSigned(request), true);
});

test('either of two secrets verifies, and a fault names the header and no secret', () => {
  const { url: publicUrl, token, signature } = CLASSIC;
  const headers = { 'x-twilio-signature': signature };
  const fields = fieldsOf(CLASSIC.fields);
  assert.equal(formFault({ headers, publicUrl, secrets: ['new', token] }, fields, HEADERS), null);
  const fault = formFault({ headers, publicUrl, secrets: ['new', 'old'] }, fields, HEADERS);
  assert.match(fault ?? '', /^x-twilio-signature does not match the request under either secret/);
  const absent = formFault({ headers: {}, publicUrl, secrets: [token] }, fields, HEADERS);
  assert.equal(absent, 'The header x-twilio-signature is missing.');
});
