/**
 * Where the API key lives while someone is signed in: in memory; in `sessionStorage` only when
 * they ask for it, so that a reload of this tab does not sign out. Never in `localStorage` or a
 * URL: both outlive the tab and leak into histories, logs and backups.
 */

export interface KeyStore {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

const NAME = 'ringpost-api-key';

export function rememberedKey(store: KeyStore): string | null {
  const key = store.getItem(NAME);
  return key === null || key === '' ? null : key;
}

export function rememberKey(store: KeyStore, key: string, remember: boolean): void {
  if (remember) store.setItem(NAME, key);
  else store.removeItem(NAME);
}

export function forgetKey(store: KeyStore): void {
  store.removeItem(NAME);
}

/** Why what was typed cannot be an API key; null when it can. The service has the last word. */
export function keyProblem(text: string): string | null {
  const key = text.trim();
  if (key === '') return 'Enter an API key.';
  if (!/^[\x21-\x7e]+$/.test(key)) return 'An API key has no spaces and only plain characters.';
  return null;
}
