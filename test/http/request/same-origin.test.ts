/** Whether a request that changes something comes from a page of our own. */
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

test('a page of ours is let in, by what the browser says of the site or of the origin', () => {
  assert.ok(isLetIn({ host, 'sec-fetch-site': 'same-origin' }, null));
  assert.ok(isLetIn({ host, origin: `http://${host}` }, null));
  assert.ok(isLetIn({ host: 'calls.example.com', origin: 'https://calls.example.com' }, null));
  assert.ok(isLetIn({ host: '10.0.0.7:8080', origin: 'https://calls.example.com' }, publicUrl));
  assert.ok(isLetIn({ host: 'Calls.Example.com:80', origin: 'http://calls.example.com' }, null));
});

test('another site is not, whatever else it sends', () => {
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

test('a program shows neither: with a session it is refused, without one let in', () => {
  assert.equal(isLetIn({ host }, null), false);
  assert.equal(isLetIn({ host }, null, false), true);
});

test('what only reads may come from anywhere', () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    assert.ok(isLetIn({ host, 'sec-fetch-site': 'cross-site' }, null, true, method));
  }
});
