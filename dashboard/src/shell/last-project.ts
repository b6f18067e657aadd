/**
 * The project that was looked at last in this browser: where `/` goes, and which rail the pages of
 * the whole instance show. It is only a guess: the session decides who may see the project.
 */
import type { SessionRecord } from '../api/record.ts';

const KEY = 'ringpost.project';

export function rememberProject(id: string): void {
  try {
    localStorage.setItem(KEY, id);
  } catch {
    // Without storage the first membership is used.
  }
}

/** Null: a member of nothing. */
export function lastProject({ memberships }: Pick<SessionRecord, 'memberships'>): string | null {
  const remembered = stored();
  const known = memberships.find(({ projectId }) => projectId === remembered);
  return (known ?? memberships[0])?.projectId ?? null;
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
