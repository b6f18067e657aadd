/**
 * The master keys of a process as one secret box: it opens what any of them sealed, and seals with
 * one. There are two only while the master key is rotated; the store says which one seals, so that
 * all processes change at the same time and none seals what another cannot open.
 */
import type { Secrets } from '../engine/ports/secrets.ts';
import { createSecretBox, keyIdOf, sealedBy } from './secret-box.ts';

export interface KeyRing extends Secrets {
  readonly ids: readonly string[];
  /** The id of the key that seals. */
  sealsWith(): string;
  /** Does nothing if there is no such key. */
  sealWith(id: string): void;
}

/** The first key seals, until `sealWith` names another one. */
export function createKeyRing(keys: readonly [Uint8Array, ...Uint8Array[]]): KeyRing {
  const boxes = new Map(keys.map((key) => [keyIdOf(key), createSecretBox(key)]));
  let current = keyIdOf(keys[0]);
  let box = createSecretBox(keys[0]);
  return {
    ids: [...boxes.keys()],
    sealsWith: () => current,
    sealWith: (id) => {
      const wanted = boxes.get(id);
      if (wanted === undefined) return;
      current = id;
      box = wanted;
    },
    seal: (plain, context, place) => box.seal(plain, context, place),
    open: (sealed, context, place) =>
      // The present box names the key that is missing.
      (boxes.get(sealedBy(sealed) ?? '') ?? box).open(sealed, context, place),
    token: (bytes) => box.token(bytes),
    sha256Hex: (text) => box.sha256Hex(text),
  };
}
