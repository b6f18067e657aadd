/** Makes people for the tests of a store: facts, sessions, the first owner, one more member. */
import assert from 'node:assert/strict';
import type { MemberRole } from '../../../src/core/person/role.ts';
import type { NewSession, User, UserFacts } from '../../../src/engine/ports/people-store.ts';
import { type Bench, START_MS } from '../given.ts';

export function facts(name: string, more: Partial<UserFacts> = {}): UserFacts {
  return {
    email: `${name}@example.com`,
    emailFrom: 'setup',
    name,
    language: null,
    passwordHash: `hash of ${name}`,
    oidcSubject: null,
    ...more,
  };
}

export function session(hash: string, more: Partial<NewSession> = {}): NewSession {
  const where = { address: '192.0.2.7', userAgent: 'a browser', replaces: null };
  const shown = { provenAtMs: null, secondFactorAtMs: null };
  return { hash, signedInBy: 'password', ...where, ...shown, ...more };
}

export async function owner(bench: Bench): Promise<User> {
  const { store, project } = bench;
  await store.addSetupToken({ hash: 'token', nowMs: START_MS });
  const completed = await store.completeSetup({
    projectKey: project,
    tokenHash: 'token',
    user: facts('kim'),
    session: session('first', { signedInBy: 'setup' }),
    audit: bench.audit(),
  });
  assert.equal(completed, true);
  const user = await store.userByEmail('kim@example.com');
  assert.ok(user !== null);
  return user;
}

export async function join(bench: Bench, name: string, role: MemberRole): Promise<User> {
  const { store, project } = bench;
  const direct = { projectKey: project, role };
  const who = { made: facts(name, { emailFrom: 'invitation' }) };
  assert.ok(
    await store.admit({
      admission: { invitations: [], direct, who, session: null },
      audit: bench.audit(),
    }),
  );
  const user = await store.userByEmail(`${name}@example.com`);
  assert.ok(user !== null);
  return user;
}
