/**
 * The maker of an API key, and whether it still may make keys: a member, another key, the service
 * itself. A key that was made with another key has the maker of that one. Pure: from the rows of
 * one project.
 */
import type { MemberRole } from '../person/role.ts';
import { mayMakeKeys } from '../person/role-rights.ts';

export const MAKER_KINDS = ['member', 'api-key', 'system', 'unknown'] as const;
/** `removed`: no member of the project any more. `demoted`: in a role that may make no keys. */
export const MAKER_STATES = ['active', 'removed', 'demoted', 'unknown'] as const;

export interface KeyMaker {
  readonly kind: (typeof MAKER_KINDS)[number];
  /** `usr_...` or `key_...`; null for the service itself, and for keys from before it was kept. */
  readonly id: string | null;
  readonly name: string | null;
  /** If a key made it: the state of the maker of the first key in the chain. */
  readonly state: (typeof MAKER_STATES)[number];
}

interface Made {
  readonly id: string;
  readonly name: string;
  /** As the actor of its audit entry; null: not known. */
  readonly madeBy: string | null;
}

/** A person who made a key. `role` null: no member of the project any more. */
interface Person {
  readonly id: string;
  readonly name: string;
  readonly role: MemberRole | null;
}

export const SYSTEM_MAKER: KeyMaker = { kind: 'system', id: null, name: null, state: 'active' };
const UNKNOWN: KeyMaker = { kind: 'unknown', id: null, name: null, state: 'unknown' };

/** `keys`: of the whole project; `people`: who made some of them. */
export function makerOf(
  { madeBy }: Made,
  keys: readonly Made[],
  people: readonly Person[],
): KeyMaker {
  if (madeBy === null) return UNKNOWN;
  if (madeBy === 'system') return SYSTEM_MAKER;
  const person = people.find(({ id }) => id === madeBy);
  if (person !== undefined) {
    const { id, name, role } = person;
    return { kind: 'member', id, name, state: stateOf(role) };
  }
  const key = keys.find(({ id }) => id === madeBy);
  if (key === undefined) return UNKNOWN;
  const { state } = makerOf(key, without(keys, key), people);
  return { kind: 'api-key', id: key.id, name: key.name, state };
}

/** All that the member made, and all that was made with these, whatever has become of them. */
export function keysMadeBy<Key extends Made>(
  keys: readonly Key[],
  memberId: string,
): readonly Key[] {
  const makers = new Set([memberId]);
  const found: Key[] = [];
  // A key is made after its maker, and rows are in that order; a second look costs little.
  for (let before = -1; before < found.length; ) {
    before = found.length;
    for (const key of keys) {
      if (key.madeBy === null || !makers.has(key.madeBy) || makers.has(key.id)) continue;
      makers.add(key.id);
      found.push(key);
    }
  }
  return found;
}

function stateOf(role: MemberRole | null): KeyMaker['state'] {
  if (role === null) return 'removed';
  return mayMakeKeys(role) ? 'active' : 'demoted';
}

/** So that a chain of makers ends, whatever the rows say. */
function without(keys: readonly Made[], one: Made): readonly Made[] {
  return keys.filter((each) => each !== one);
}
