/** Passwords without costly hashing, for tests that make many people. */
import { createHash } from 'node:crypto';
import type { Passwords } from '../../../src/engine/ports/passwords.ts';

const hashOf = (password: string) => createHash('sha256').update(password).digest('hex');

export const QUICK_PASSWORDS: Passwords = {
  hash: async (password) => hashOf(password),
  verify: async (password, kept) => (await kept()) === hashOf(password),
};
