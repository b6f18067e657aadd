/**
 * To which addresses the service may connect and which targets may be registered (S7.19 to S7.21):
 * first, middle and last address of every special range, and the allow list.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGuard } from '../../src/channel/destination-guard.ts';

const GUARD = createGuard({ allow: [] });
const OPEN = createGuard({ allow: ['127.0.0.0/8', '10.1.0.0/16', '::1/128', 'fd12::/16'] });
const WIDE = createGuard({ allow: ['0.0.0.0/0', '::/0'] });

const REFUSED: ReadonlyArray<
  readonly [range: string, first: string, middle: string, last: string]
> = [
  ['0.0.0.0/8', '0.0.0.0', '0.77.1.2', '0.255.255.255'],
  ['10.0.0.0/8', '10.0.0.0', '10.128.0.1', '10.255.255.255'],
  ['100.64.0.0/10', '100.64.0.0', '100.100.1.1', '100.127.255.255'],
  ['127.0.0.0/8', '127.0.0.0', '127.0.0.1', '127.255.255.255'],
  ['169.254.0.0/16', '169.254.0.0', '169.254.169.254', '169.254.255.255'],
  ['172.16.0.0/12', '172.16.0.0', '172.20.10.2', '172.31.255.255'],
  ['192.0.0.0/24', '192.0.0.0', '192.0.0.192', '192.0.0.255'],
  ['192.0.2.0/24', '192.0.2.0', '192.0.2.99', '192.0.2.255'],
  ['192.31.196.0/24', '192.31.196.0', '192.31.196.1', '192.31.196.255'],
  ['192.52.193.0/24', '192.52.193.0', '192.52.193.1', '192.52.193.255'],
  ['192.88.99.0/24', '192.88.99.0', '192.88.99.1', '192.88.99.255'],
  ['192.168.0.0/16', '192.168.0.0', '192.168.1.1', '192.168.255.255'],
  ['192.175.48.0/24', '192.175.48.0', '192.175.48.1', '192.175.48.255'],
  ['198.18.0.0/15', '198.18.0.0', '198.19.0.0', '198.19.255.255'],
  ['198.51.100.0/24', '198.51.100.0', '198.51.100.7', '198.51.100.255'],
  ['203.0.113.0/24', '203.0.113.0', '203.0.113.7', '203.0.113.255'],
  ['224.0.0.0/4', '224.0.0.0', '230.1.2.3', '239.255.255.255'],
  ['240.0.0.0/4', '240.0.0.0', '250.0.0.1', '255.255.255.255'],
  ['168.63.129.16', '168.63.129.16', '168.63.129.16', '168.63.129.16'],
  ['::/96', '::', '::7f00:1', '::ffff:ffff'],
  ['::1', '::1', '0:0:0:0:0:0:0:1', '::0001'],
  ['::ffff:0:0/96', '::ffff:0:0', '::ffff:127.0.0.1', '::ffff:255.255.255.255'],
  ['::ffff of public', '::ffff:8.8.8.8', '::ffff:0:8.8.8.8', '::8.8.8.8'],
  ['64:ff9b::/96', '64:ff9b::', '64:ff9b::7f00:1', '64:ff9b::ffff:ffff'],
  ['64:ff9b:1::/48', '64:ff9b:1::', '64:ff9b:1::a00:1', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::/64', '100::', '100::1', '100::ffff:ffff:ffff:ffff'],
  ['100:0:0:1::/64', '100:0:0:1::', '100:0:0:1::1', '100:0:0:1:ffff:ffff:ffff:ffff'],
  ['2001::/23', '2001::', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:1ff:ffff::'],
  ['ISATAP', 'fe80::5efe:a00:1', '2606:4700::5efe:a00:1', '2606:4700:0:0:200:5efe:a9fe:a9fe'],
  ['2001:db8::/32', '2001:db8::', '2001:db8:1::1', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::/16', '2002::', '2002:7f00:1::1', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  [
    '2620:4f:8000::/48',
    '2620:4f:8000::',
    '2620:4f:8000::1',
    '2620:4f:8000:ffff:ffff:ffff:ffff:ffff',
  ],
  ['3fff::/20', '3fff::', '3fff:123::1', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['4000::/2 and up', '4000::1', '8000::', 'dfff::1'],
  ['5f00::/16', '5f00::', '5f00:1::', '5f00:ffff::'],
  ['fc00::/7', 'fc00::', 'fd00:ec2::254', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::/10', 'fe80::', 'fe80::1', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fec0::/10', 'fec0::', 'fec0::1', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::/8', 'ff00::', 'ff02::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
];
for (const [range, ...addresses] of REFUSED) {
  test(`addresses in ${range} are refused`, () => {
    for (const address of addresses) assert.match(GUARD.refusal(address) ?? 'allowed', /refused/);
  });
}

test('global addresses beside the special ranges are reachable', () => {
  const global = [
    '1.0.0.0',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
  ];
  global.push('126.255.255.255', '128.0.0.0', '168.63.129.15', '168.63.129.17', '169.253.255.255');
  global.push('169.255.0.0', '172.15.255.255', '172.32.0.0', '192.0.1.0', '192.167.255.255');
  global.push('192.169.0.0', '198.17.255.255', '198.20.0.0', '223.255.255.255', '2000::1');
  global.push('2001:200::1', '2001:db7::1', '2001:db9::1', '2003::1', '2606:4700:4700::1111');
  global.push('2620:4f:7fff::1', '3ffe::1', '3fff:1000::1');
  global.push('2606:4700::5eff:a00:1', '2606:4700:0:0:201:5efe:a00:1', '2606:4700::5efe:0:a00:1');
  for (const address of global) assert.equal(GUARD.refusal(address), null, address);
});

test('a text that is no plain address is refused', () => {
  for (const text of [
    '',
    'localhost',
    '2130706433',
    '0x7f.1',
    '127.1',
    'fe80::1%eth0',
    '::1%0',
    '8.8.8.8.',
  ]) {
    assert.notEqual(GUARD.refusal(text), null, text);
    assert.notEqual(WIDE.refusal(text), null, text);
  }
});

test('the allow list allows its own ranges, and http: only there', () => {
  for (const address of ['127.0.0.1', '10.1.255.255', '::1', 'fd12::9']) {
    assert.equal(OPEN.refusal(address, 'http:'), null, address);
    assert.equal(OPEN.refusal(address, 'https:'), null, address);
  }
  assert.notEqual(OPEN.refusal('10.2.0.0'), null);
  assert.notEqual(OPEN.refusal('fd13::9'), null);
  assert.match(OPEN.refusal('8.8.8.8', 'http:') ?? '', /https: only/);
  assert.equal(OPEN.refusal('8.8.8.8', 'https:'), null);
});

test('link-local, metadata and embedded addresses are refused even if all is allowed', () => {
  const never = ['169.254.169.254', '169.254.0.1', 'fe80::1', 'fd00:ec2::254', '100.100.100.200'];
  never.push('168.63.129.16', '192.0.0.192', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe');
  never.push('2002:a9fe:a9fe::1', '::a9fe:a9fe', '::ffff:0:169.254.169.254', 'fd20:ce::254');
  never.push('2001:0:4136:e378:8000:63bf:5601:5601', '64:ff9b:1::a9fe:a9fe', 'fd00:c1::a9fe:a9fe');
  never.push('fd00::5efe:a9fe:a9fe', '2606:4700:0:0:200:5efe:169.254.169.254');
  for (const address of never) assert.match(WIDE.refusal(address) ?? 'allowed', /refused/, address);
});

test('a reason never repeats the address', () => {
  for (const [, ...addresses] of REFUSED) {
    for (const address of addresses) assert.ok(!GUARD.refusal(address)?.includes(address), address);
  }
});

test('an invalid range in the allow list throws at once', () => {
  assert.throws(() => createGuard({ allow: ['10.0.0.0/99'] }));
});

test('a range that can never be allowed throws with its reason', () => {
  for (const range of ['169.254.0.0/16', '169.254.169.254', 'fe80::1/128', 'fd00:ec2::/32']) {
    assert.throws(() => createGuard({ allow: ['10.0.0.0/8', range] }), {
      message: new RegExp(`ALLOW_TARGETS holds ${range.replaceAll('.', '\\.')}, which is .+never`),
    });
  }
});

test('the allow list also holds for the registration of targets', () => {
  assert.equal(OPEN.checkTarget('http://127.0.0.1:8080/hook'), null);
  assert.equal(OPEN.checkTarget('http://[::1]:8080/hook'), null);
  assert.notEqual(OPEN.checkTarget('http://10.2.0.1/'), null);
  assert.notEqual(WIDE.checkTarget('http://169.254.169.254/latest/meta-data'), null);
  assert.notEqual(GUARD.checkTarget('https://127.0.0.1/'), null);
});

test('our own origin is allowed only by its exact address and port', () => {
  const own = 'http://127.0.0.1:8081';
  const guard = createGuard({ allow: [], own });
  assert.equal(guard.refusal('127.0.0.1', 'http:', own), null);
  for (const [address, protocol, origin] of [
    ['127.0.0.1', 'http:', undefined],
    ['127.0.0.1', 'http:', 'http://127.0.0.1:8080'],
    ['127.0.0.1', 'https:', 'https://127.0.0.1:8081'],
    ['127.0.0.1', 'http:', 'http://inbox.example:8081'],
    ['127.0.0.1', 'http:', 'http://localhost:8081'],
    ['127.0.0.2', 'http:', own],
    ['169.254.169.254', 'http:', own],
    ['::1', 'http:', own],
  ] as const) {
    assert.notEqual(guard.refusal(address, protocol, origin), null, `${address} ${origin}`);
  }
  assert.equal(guard.checkTarget(`${own}/prj_1/slack/a.b-c_d`), null);
  for (const target of [
    own,
    `${own}/`,
    `${own}0/a`,
    `${own}/a?b=c`,
    `${own}/a#b`,
    `${own}/%2e%2e/a`,
    `${own}/a//b`,
    `${own}\\@evil.example/a`,
    `${own}@evil.example/a`,
    'http://127.0.0.1:8080/a',
    'http://localhost:8081/a',
    'https://127.0.0.1:8081/a',
  ]) {
    assert.notEqual(guard.checkTarget(target), null, target);
  }
  assert.notEqual(GUARD.checkTarget(`${own}/a`), null);
  assert.notEqual(GUARD.refusal('127.0.0.1', 'http:', own), null);
});

test('a public address can be an https: target, a private one cannot', () => {
  const { checkTarget } = createGuard({ allow: [] });
  for (const target of ['https://8.8.8.8/', 'https://[2606:4700:4700::1111]:8443/x']) {
    assert.equal(checkTarget(target), null, target);
  }
  for (const target of [
    'http://8.8.8.8/',
    'https://10.0.0.1/',
    'https://127.0.0.1/',
    'https://169.254.169.254/',
    'https://[::1]/',
    'https://[fd00::1]/',
    'https://[::ffff:10.0.0.1]/',
  ]) {
    assert.notEqual(checkTarget(target), null, target);
  }
});
