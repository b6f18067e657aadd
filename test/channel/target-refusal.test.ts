/** S7.19: which targets may be registered, with every notation of a host. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TargetPolicy, targetRefusal } from '../../src/channel/target-refusal.ts';

const STRICT: TargetPolicy = { privateNames: false, allowsLiteral: () => false };
const DEVELOPMENT: TargetPolicy = {
  privateNames: true,
  allowsLiteral: (address) => address.startsWith('127.') || address === '::1',
};

test('public https: targets are accepted', () => {
  const targets = [
    'https://example.com',
    'https://EXAMPLE.com/Hook',
    'https://a.b-c.example.co/x?y=1',
  ];
  targets.push(
    'https://example.com:8443/',
    'https://example.com:443/',
    'https://xn--bcher-kva.example/',
  );
  targets.push(
    'https://example.com?x',
    'https://1e100.net/a%20b',
    'https://hooks.example/_/x;y=@z',
  );
  for (const target of targets) assert.equal(targetRefusal(target, STRICT), null, target);
});

test('the length is bounded', () => {
  const fill = 'https://example.com/';
  assert.equal(targetRefusal(fill.padEnd(2_048, 'a'), STRICT), null);
  assert.match(targetRefusal(fill.padEnd(2_049, 'a'), STRICT) ?? '', /2,048/);
});

const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'other schemes': [
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'example.com',
    '',
  ],
  'malformed addresses': [
    'https:example.com',
    'https:/example.com',
    'https:///example.com',
    'https://',
  ],
  'user info': [
    'https://user@example.com/',
    'https://a:b@example.com/',
    'https://example.com@127.0.0.1/',
  ],
  fragments: ['https://example.com/#x', 'https://example.com#', 'https://127.0.0.1#@example.com/'],
  'disputed characters': [
    'https://example.com\\@127.0.0.1/',
    'https://exa mple.com/',
    ' https://example.com/',
  ],
  'control characters': [
    'https://example.com/\r\nx: y',
    'https://exam\tple.com/',
    'https://a.example/\0',
  ],
  'plain literals': [
    'https://127.0.0.1/',
    'https://8.8.8.8/',
    'https://10.0.0.1:8443/',
    'https://0.0.0.0/',
  ],
  'decimal, octal, hex, short': [
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://0X7F.1/',
    'https://127.1/',
    'https://127.0.1/',
    'https://0/',
    'https://127.0.0.01/',
    'https://00000000127.0.0.1/',
  ],
  'IPv6 in every form': [
    'https://[::1]/',
    'https://[::]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
    'https://[fe80::1%25eth0]/',
    'https://[fe80::1%eth0]/',
    'https://[2606:4700:4700::1111]/',
  ],
  'unicode that means digits, dots or letters': [
    'https://１２７.0.0.1/',
    'https://①②⑦.⓪.⓪.①/',
    'https://127。0。0。1/',
    'https://ⓛocalhost/',
    'https://bücher.example/',
  ],
  'percent encoding in the host': [
    'https://%31%32%37.0.0.1/',
    'https://local%68ost/',
    'https://a%00.example/',
  ],
  'dots at the end': [
    'https://127.0.0.1./',
    'https://localhost./',
    'https://example.com./',
    'https://a..example/',
  ],
  'private names': [
    'https://localhost/',
    'https://LOCALHOST:8443/',
    'https://x.localhost/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://intranet/',
    'https://router.lan/',
    'https://nas.home.arpa/',
    'https://1.0.0.127.in-addr.arpa/',
    'https://web.corp/',
  ],
  'names that are none': [
    'https://-a.example/',
    `https://${'a'.repeat(64)}.example/`,
    'https://a*b.example/',
  ],
  'ports that are none': [
    'https://example.com:0443/',
    'https://example.com:99999/',
    'https://example.com:/',
  ],
};
for (const [what, targets] of Object.entries(REFUSED)) {
  test(`refused: ${what}`, () => {
    for (const target of targets) {
      const refusal = targetRefusal(target, STRICT);
      assert.match(refusal ?? 'accepted', /^The .*\.$/, JSON.stringify(target));
    }
  });
}

test('a name of more than 253 characters is refused', () => {
  const name = `${'a'.repeat(60)}.`.repeat(5);
  assert.notEqual(targetRefusal(`https://${name}example/`, STRICT), null);
});

test('an allow list allows http:, private names, and the literals that it holds', () => {
  for (const target of [
    'http://localhost:8080/hook',
    'http://receiver:8080/',
    'https://printer.local/',
    'http://127.0.0.1/',
    'http://127.0.0.1:80/',
    'http://[::1]:9000/',
    'http://crm.internal/',
    'https://example.com/',
  ]) {
    assert.equal(targetRefusal(target, DEVELOPMENT), null, target);
  }
});

test('an allow list does not allow http: to public names and addresses', () => {
  for (const target of ['http://example.com/', 'http://crm.example.com:8080/', 'http://8.8.8.8/']) {
    assert.match(targetRefusal(target, DEVELOPMENT) ?? '', /must be an https: address/, target);
  }
});

test('with an allow list other literals and malformed targets are still refused', () => {
  for (const target of [
    'http://10.0.0.1/',
    'http://169.254.169.254/',
    'http://2130706433/',
    'http://127.1/',
    'http://[::ffff:127.0.0.1]/',
    'http://user@localhost/',
    'http://localhost/#x',
    'gopher://localhost/',
  ]) {
    assert.notEqual(targetRefusal(target, DEVELOPMENT), null, target);
  }
});
