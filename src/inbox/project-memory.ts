/**
 * Caches which projects exist. Any program on this machine may post under any name, and only items
 * of an existing project are kept. Unknown names are not cached.
 */

const PROJECTS_MAX = 1_000;

/** `find` rejects if there is no such project, or if it cannot be read now. */
export function createProjectMemory(
  find: (projectId: string) => Promise<unknown>,
): (projectId: string) => Promise<boolean> {
  const known = new Set<string>();
  return async (projectId) => {
    if (known.has(projectId)) return true;
    try {
      await find(projectId);
    } catch {
      return false;
    }
    if (known.size >= PROJECTS_MAX) known.clear();
    known.add(projectId);
    return true;
  };
}
