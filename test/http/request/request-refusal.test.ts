/** For which heads a request is refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headRefusal } from '../../../src/http/request/request-refusal.ts';

function refusalOf(
  headers: Readonly<Record<string, string>>,
  { url = '/v1/calls', httpVersion = '1.1' } = {},
): string | null {
  const request = { url, headers: { host: 'a', ...headers }, raw: { httpVersion, rawHeaders: [] } };
  return headRefusal(request)?.code ?? null;
}

test('a usual head is accepted', () => {
  assert.equal(refusalOf({}), null);
  assert.equal(refusalOf({ 'content-encoding': 'identity' }), null);
  for (const charset of ['utf-8', 'UTF-8', '"utf-8"', 'utf8']) {
    assert.equal(refusalOf({ 'content-type': `application/json; charset=${charset}` }), null);
  }
});

test('a raw # is refused anywhere in the request target', () => {
  for (const url of ['/healthz#', '/#?callId=a', '/v1/calls?x#&y']) {
    assert.equal(refusalOf({}, { url }), 'MALFORMED_REQUEST', url);
  }
});

test('a request target beyond the bound is URI_TOO_LONG', () => {
  assert.equal(refusalOf({}, { url: `/${'x'.repeat(8_191)}` }), null);
  assert.equal(refusalOf({}, { url: `/${'x'.repeat(8_192)}` }), 'URI_TOO_LONG');
});

test('a compressed body or one in another charset is refused by its headers', () => {
  for (const encoding of ['gzip', 'br', 'identity, gzip']) {
    assert.equal(refusalOf({ 'content-encoding': encoding }), 'MEDIA_TYPE', encoding);
  }
  for (const type of ['application/json;charset=iso-8859-1', 'text/x; CharSet="latin1"']) {
    assert.equal(refusalOf({ 'content-type': type }), 'MEDIA_TYPE', type);
  }
});

test('HTTP/1.1 must name its host, HTTP/1.0 need not', () => {
  const without = (httpVersion: string) =>
    headRefusal({ url: '/', headers: {}, raw: { httpVersion, rawHeaders: [] } })?.code ?? null;
  assert.deepEqual([without('1.1'), without('1.0')], ['MALFORMED_REQUEST', null]);
});

test('a request that names two hosts is refused, whichever way they are written', () => {
  const named = (...rawHeaders: string[]) =>
    headRefusal({ url: '/', headers: { host: 'a' }, raw: { httpVersion: '1.1', rawHeaders } });
  assert.equal(named('Host', 'a', 'x-note', 'host'), null);
  assert.equal(named('Host', 'a', 'HOST', 'a')?.code, 'MALFORMED_REQUEST');
  assert.equal(named('host', 'a', 'accept', '*/*', 'Host', 'b')?.code, 'MALFORMED_REQUEST');
});
