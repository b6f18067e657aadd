/** Requests that change something must come from a page of our own origin. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertSameOrigin } from '../../../src/http/request/same-origin.ts';

type Headers = Record<string, string>;

function isLetIn(headers: Headers, publicUrl: string | null, strict = true, method = 'POST') {
  try {
    assertSameOrigin({ method, headers }, publicUrl, strict);
    return true;
  } catch (error) {
    assert.equal(Object(error).code, 'NOT_SAME_ORIGIN');
    return false;
  }
}

const host = 'calls.example.com:8080';
const publicUrl = 'https://calls.example.com/ringpost';

test('our own page is accepted by its Sec-Fetch-Site or Origin header', () => {
  assert.ok(isLetIn({ host, 'sec-fetch-site': 'same-origin' }, null));
  assert.ok(isLetIn({ host, origin: `http://${host}` }, null));
  assert.ok(isLetIn({ host: 'calls.example.com', origin: 'https://calls.example.com' }, null));
  assert.ok(isLetIn({ host: '10.0.0.7:8080', origin: 'https://calls.example.com' }, publicUrl));
  assert.ok(isLetIn({ host: 'Calls.Example.com:80', origin: 'http://calls.example.com' }, null));
});

test('another site is refused, whatever else it sends', () => {
  for (const site of ['cross-site', 'same-site', 'none', 'SAME-ORIGIN', '']) {
    const headers = { host, 'sec-fetch-site': site, origin: `http://${host}` };
    assert.equal(isLetIn(headers, publicUrl), false, site);
    assert.equal(isLetIn(headers, publicUrl, false), false, site);
  }
  for (const origin of [
    'https://evil.example',
    'null',
    '',
    'http://calls.example.com:8081',
    'https://example.com',
    'https://calls.example.com.evil.example',
    `ftp://${host}`,
    'https://calls.example.com:444',
  ]) {
    assert.equal(isLetIn({ host, origin }, publicUrl), false, origin);
    assert.equal(isLetIn({ host, origin }, publicUrl, false), false, origin);
  }
});

test('a request with neither header is refused with a session, accepted without', () => {
  assert.equal(isLetIn({ host }, null), false);
  assert.equal(isLetIn({ host }, null, false), true);
});

test('a request that only reads may come from any site', () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    assert.ok(isLetIn({ host, 'sec-fetch-site': 'cross-site' }, null, true, method));
  }
});
