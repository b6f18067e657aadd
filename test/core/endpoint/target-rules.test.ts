/** Which targets may be registered, by kind. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EndpointKind } from '../../../src/core/endpoint/endpoint.ts';
import { TARGET_LENGTH_MAX, targetFault } from '../../../src/core/endpoint/target-rules.ts';

const URL_KINDS: readonly EndpointKind[] = ['slack', 'teams', 'custom', 'self-provided-agent'];

function fault(target: string | null, kind: EndpointKind = 'custom', allowHttp = false) {
  return targetFault(kind, target, allowHttp);
}

test('section 1: a built-in agent has no target, every other kind needs one', () => {
  for (const kind of ['builtin-analyzer', 'builtin-evaluator'] as const) {
    assert.equal(fault(null, kind), null);
    assert.match(fault('https://example.com/', kind) ?? '', /has no target/);
  }
  for (const kind of [...URL_KINDS, 'email'] as const)
    assert.match(fault(null, kind) ?? '', /Give/);
});

describe('a URL', () => {
  test('of https with a host is fine', () => {
    const fine = [
      'https://example.com',
      'HTTPS://Example.COM:8443/a%20b?c=d@e',
      'https://bücher.example/ü',
      'https://[2001:db8::1]/',
      `https://example.com/${'a'.repeat(TARGET_LENGTH_MAX - 20)}`,
    ];
    for (const kind of URL_KINDS) {
      for (const target of fine) assert.equal(fault(target, kind), null, target);
    }
  });

  test('that breaks a rule is refused with what to do', () => {
    const wrong: readonly (readonly [target: string, sentence: RegExp])[] = [
      ['', /https:\/\//],
      ['example.com/hook', /https:\/\//],
      ['http://example.com', /https:\/\//],
      ['ftp://example.com', /https:\/\//],
      ['javascript:alert(1)', /https:\/\//],
      ['https:example.com', /https:\/\//],
      ['https:/example.com', /https:\/\//],
      ['https:///example.com', /host/],
      ['https://', /host/],
      ['https://?a', /host/],
      ['https://:443/', /host/],
      ['https://a:99999/', /port/],
      ['https://a%40b/', /host/],
      ['https://1.2.3.4.5/', /host/],
      ['https://user@example.com', /user info/],
      ['https://user:pass@example.com', /user info/],
      ['https://example.com/#part', /fragment/],
      ['https://example.com#', /fragment/],
      ['https://example.com/a b', /spaces/],
      [' https://example.com', /spaces/],
      ['https://example.com/\t', /spaces/],
      ['https://exa\nmple.com/', /spaces/],
      ['https://example.com\\@evil.example', /backslashes/],
      ['https://example.com/\u3000', /spaces/],
      [`https://example.com/${'a'.repeat(TARGET_LENGTH_MAX - 19)}`, /2048/],
    ];
    for (const [target, sentence] of wrong) assert.match(fault(target) ?? '', sentence, target);
  });

  test('of http is fine only where a development setting allows it', () => {
    assert.equal(fault('http://127.0.0.1:3000/', 'custom', true), null);
    assert.equal(fault('https://example.com/', 'custom', true), null);
    assert.match(fault('ftp://example.com/', 'custom', true) ?? '', /https:\/\/ or http:\/\//);
  });
});

describe('a mail address', () => {
  test('that is one plain address is fine', () => {
    const fine = ['a@b.example', 'first.last+calls@sub.example.com', `${'a'.repeat(64)}@b.example`];
    const longest = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`;
    assert.equal(longest.length, 254);
    for (const target of [...fine, longest]) assert.equal(fault(target, 'email'), null, target);
    assert.notEqual(fault(`${longest}d`, 'email'), null);
  });

  test('that is anything more is refused', () => {
    const wrong = [
      '',
      'a',
      'a@b',
      '@b.example',
      'a@',
      '.a@b.example',
      'a.@b.example',
      'a..b@c.example',
      'a@b.example, evil@c.example',
      'a@b.example\r\nBcc: evil@c.example',
      'grp: a@b.example;',
      'A <a@b.example>',
      '"a b"@c.example',
      'a(b)@c.example',
      'ä@b.example',
      'a@-b.example',
      'a@b-.example',
      'a@[127.0.0.1]',
      'a@b.example\n',
      `${'a'.repeat(65)}@b.example`,
      `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.example`,
    ];
    for (const target of wrong) assert.notEqual(fault(target, 'email'), null, target);
  });
});
