/**
 * Which projects there are, as far as it was asked: whoever is on this machine may post under any
 * name, and only what belongs to a project is kept. Names that lead nowhere are not remembered.
 */

const PROJECTS_MAX = 1_000;

/** `find` rejects for what does not exist, and for what cannot be read now. */
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
