/** Passwords by argon2id: the stored form, the check, and that an unknown account takes as long. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPasswordHasher } from '../../src/system/password-hasher.ts';

const PASSWORD = 'correct horse battery staple';

test('a password is stored as argon2id of 19 MiB and two passes, with new salt', async () => {
  const passwords = createPasswordHasher();
  const [one, two] = [await passwords.hash(PASSWORD), await passwords.hash(PASSWORD)];
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  assert.notEqual(one, two);
  assert.equal(await passwords.verify(PASSWORD, async () => one), true);
  assert.equal(await passwords.verify(PASSWORD, async () => two), true);
  assert.equal(await passwords.verify(`${PASSWORD} `, async () => one), false);
});

test('a hash made elsewhere with parameters of RFC 9106 is accepted', async () => {
  const passwords = createPasswordHasher();
  const weak = (await passwords.hash(PASSWORD)).replace('m=19456', 'm=19457');
  assert.equal(await passwords.verify(PASSWORD, async () => weak), false);
  await assert.rejects(
    passwords.verify(PASSWORD, async () => 'sha1:123'),
    /not one of ours/,
  );
});

test('an unknown account takes as long, and no password is right for it', async () => {
  const passwords = createPasswordHasher();
  const stored = await passwords.hash(PASSWORD);
  const took = async (hash: string | null): Promise<number> => {
    const times: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      const startedMs = performance.now();
      assert.equal(await passwords.verify('something else', async () => hash), false);
      times.push(performance.now() - startedMs);
    }
    return times.toSorted((a, b) => a - b)[4] ?? 0;
  };
  const [known, unknown] = [await took(stored), await took(null)];
  // Without hashing it would be hundreds of times faster.
  assert.ok(unknown > known / 4 && unknown < known * 4, `${known} ms and ${unknown} ms`);
});

test('if too many checks wait, the next one is told to try again', async () => {
  const passwords = createPasswordHasher();
  let asked = 0;
  const unknown = async () => {
    asked += 1;
    return null;
  };
  const all = await Promise.allSettled(
    Array.from({ length: 70 }, () => passwords.verify('x', unknown)),
  );
  assert.equal(asked, 66, 'nothing is looked up for who is refused');
  const refused = all.filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 4);
  for (const each of refused) {
    assert.equal(each.status === 'rejected' && each.reason.code, 'OVERLOADED');
  }
  assert.equal(await passwords.verify('x', async () => null), false);
});
