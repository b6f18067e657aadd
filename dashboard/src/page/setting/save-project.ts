/**
 * Saves a part of the project's settings, and says so; every section of the settings uses it. A
 * refusal is the caller's to show.
 */
import type { showProject } from '../../../../src/http/schema/project.ts';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import { useText } from '../../i18n/words.ts';
import { showToast } from '../../kit/toast.tsx';

export type ProjectRecord = Readonly<ReturnType<typeof showProject>>;

export function useSaveProject(): (patch: object) => Promise<void> {
  const t = useText('setting');
  const client = useClient();
  return async (patch) => {
    const saved = await client.patch<ProjectRecord>('v1/project', patch);
    queryClient.setQueryData(['project', client.project], saved);
    await queryClient.invalidateQueries({ queryKey: ['session'] });
    showToast({ text: t.saved });
  };
}
