/**
 * The creator of an API key, and whether that creator may still create keys: a member, another key,
 * an instance key, or the service itself. A key that was created with another key has that one's
 * creator. Pure: from the rows of one project.
 */
import type { MemberRole } from '../person/role.ts';
import { mayMakeKeys } from '../person/role-rights.ts';

export const MAKER_KINDS = ['member', 'api-key', 'instance-key', 'system', 'unknown'] as const;
/** `removed`: no longer a member of the project. `demoted`: in a role that may create no keys. */
export const MAKER_STATES = ['active', 'removed', 'demoted', 'unknown'] as const;

export interface KeyMaker {
  readonly kind: (typeof MAKER_KINDS)[number];
  /**
   * `usr_...`, `key_...` or `ik_...`; null for the service itself, and for keys from before this
   * was stored.
   */
  readonly id: string | null;
  readonly name: string | null;
  /**
   * For a key that a key created: the state of the person who created the first key in the chain.
   */
  readonly state: (typeof MAKER_STATES)[number];
}

interface Made {
  readonly id: string;
  readonly name: string;
  /** The actor as audit entries name it; null: unknown. */
  readonly madeBy: string | null;
}

/** A person who created a key. `role` null: no longer a member of the project. */
interface Person {
  readonly id: string;
  readonly name: string;
  readonly role: MemberRole | null;
}

export const SYSTEM_MAKER: KeyMaker = { kind: 'system', id: null, name: null, state: 'active' };
const UNKNOWN: KeyMaker = { kind: 'unknown', id: null, name: null, state: 'unknown' };

/**
 * `keys`: all keys of the project; `people`: the persons who created some of them; `instanceKeys`:
 * names by id.
 */
export function makerOf(
  { madeBy }: Made,
  keys: readonly Made[],
  people: readonly Person[],
  instanceKeys: ReadonlyMap<string, string>,
): KeyMaker {
  if (madeBy === null) return UNKNOWN;
  if (madeBy === 'system') return SYSTEM_MAKER;
  if (madeBy.startsWith('ik_')) {
    const name = instanceKeys.get(madeBy) ?? null;
    return { kind: 'instance-key', id: madeBy, name, state: 'active' };
  }
  const person = people.find(({ id }) => id === madeBy);
  if (person !== undefined) {
    const { id, name, role } = person;
    return { kind: 'member', id, name, state: stateOf(role) };
  }
  const key = keys.find(({ id }) => id === madeBy);
  if (key === undefined) return UNKNOWN;
  const { state } = makerOf(key, without(keys, key), people, instanceKeys);
  return { kind: 'api-key', id: key.id, name: key.name, state };
}

/** All keys that the member created, and all keys created with these, in any state. */
export function keysMadeBy<Key extends Made>(
  keys: readonly Key[],
  memberId: string,
): readonly Key[] {
  const makers = new Set([memberId]);
  const found: Key[] = [];
  // A key is created after its creator, and rows are in that order; a second pass costs little.
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

/**
 * Removes a key from the search, so that a chain of creators ends even if the rows form a circle.
 */
function without(keys: readonly Made[], one: Made): readonly Made[] {
  return keys.filter((each) => each !== one);
}
