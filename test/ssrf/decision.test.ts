/**
 * The guard's verdict on addresses, compared with the registries and a small oracle: special ranges
 * with their edges, the neighbours outside, public services, and random addresses.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createGuard } from '../../src/channel/destination-guard.ts';
import { insideOf, neighboursOf, numberOf, rangeOf, textOf } from './address-math.ts';
import { isSpecial, SPECIAL } from './oracle.ts';
import { METADATA, PUBLIC, SPECIAL4, SPECIAL6 } from './special-range.ts';

const GUARD = createGuard({ allow: [] });
const EVERYTHING = createGuard({ allow: ['0.0.0.0/0', '::/0'] });
const RANGES = [...SPECIAL4, ...SPECIAL6, ...METADATA];
const REFUSED = /^The destination address is refused: it is [^\d]*(?:6to4|IPv4)?[^\d]*\.$/;

for (const cidr of RANGES) {
  test(`${cidr}: refused at its first, middle and last address, neighbours by their own`, () => {
    for (const address of insideOf(rangeOf(cidr))) {
      for (const protocol of ['https:', 'http:'] as const) {
        assert.match(GUARD.refusal(textOf(address), protocol) ?? 'allowed', REFUSED);
      }
    }
    for (const address of neighboursOf(rangeOf(cidr))) {
      const said = GUARD.refusal(textOf(address));
      assert.equal(said !== null, isSpecial(address), `${textOf(address)}: ${said}`);
    }
  });
}

test('public services are reachable over https: only', () => {
  assert.ok(PUBLIC.length >= 20);
  for (const address of PUBLIC) {
    assert.equal(GUARD.refusal(address, 'https:'), null, address);
    assert.match(GUARD.refusal(address, 'http:') ?? 'allowed', /https: only/, address);
  }
});

test('a random address is judged as the registries say', () => {
  const value = (family: 4 | 6, bits: number) =>
    fc.bigInt({ min: 0n, max: (1n << BigInt(bits)) - 1n }).map((n) => ({ family, value: n }));
  const near = fc
    .tuple(fc.constantFrom(...SPECIAL), fc.bigInt({ min: -65_536n, max: 65_536n }))
    .map(([range, by]) => {
      const end = range.family === 4 ? 1n << 32n : 1n << 128n;
      return { family: range.family, value: (range.last + by + end) % end };
    });
  const isatap = fc
    .tuple(fc.constantFrom(0n, 0x200n), fc.bigInt({ min: 0n, max: 0xffff_ffffn }))
    .map(([flag, low]) => ({
      family: 6 as const,
      value: numberOf('2606:4700:1:1::').value + (flag << 48n) + (0x5efen << 32n) + low,
    }));
  const any = fc.oneof(value(4, 32), value(6, 128), near, isatap);
  fc.assert(
    fc.property(any, (address) => {
      assert.equal(GUARD.refusal(textOf(address)) !== null, isSpecial(address), textOf(address));
    }),
    { numRuns: 5_000 },
  );
});

test('metadata is refused in every IPv6 form, even if everything is allowed', () => {
  const four = METADATA.map(rangeOf).filter(({ family }) => family === 4);
  const prefixes = ['::', '::ffff:0:0', '::ffff:0:0:0', '64:ff9b::', '64:ff9b:1::'];
  prefixes.push('fe80::5efe:0:0', '2606:4700::5efe:0:0', '2606:4700:0:0:200:5efe:0:0');
  prefixes.push('fd00::5efe:0:0', 'fd00:0:0:0:200:5efe:0:0');
  for (const { first } of four) {
    for (const prefix of prefixes) {
      const text = textOf({ family: 6, value: numberOf(prefix).value + first });
      assert.match(EVERYTHING.refusal(text, 'http:') ?? 'allowed', REFUSED, text);
    }
    const sixToFour = textOf({ family: 6, value: numberOf('2002::').value + (first << 80n) + 1n });
    assert.match(EVERYTHING.refusal(sixToFour) ?? 'allowed', REFUSED, sixToFour);
    const teredo = numberOf('2001:0:808:808:8000::').value + (first ^ 0xffff_ffffn);
    assert.match(EVERYTHING.refusal(textOf({ family: 6, value: teredo })) ?? 'allowed', REFUSED);
  }
  for (const cidr of METADATA) {
    const text = textOf({ family: rangeOf(cidr).family, value: rangeOf(cidr).first });
    assert.match(EVERYTHING.refusal(text, 'http:') ?? 'allowed', REFUSED, text);
  }
});

test('an allowed range does not allow the addresses beside it', () => {
  const ranges = [
    '10.1.0.0/16',
    '127.0.0.0/8',
    '192.168.7.7/32',
    'fd12:3456::/32',
    '100.65.0.0/17',
  ];
  for (const cidr of ranges) {
    const guard = createGuard({ allow: [cidr] });
    for (const address of insideOf(rangeOf(cidr))) {
      assert.equal(guard.refusal(textOf(address), 'http:'), null, textOf(address));
    }
    for (const address of neighboursOf(rangeOf(cidr))) {
      const said = guard.refusal(textOf(address), 'http:');
      assert.notEqual(said, null, textOf(address));
      assert.equal(guard.refusal(textOf(address)) !== null, isSpecial(address), textOf(address));
    }
  }
});
