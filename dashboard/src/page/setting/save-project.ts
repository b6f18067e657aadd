/**
 * Saves a part of the project's
 * settings, and says so.
 */
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import { useText } from '../../i18n/catalogue.ts';
import { showToast } from '../../kit/toast.tsx';
import type { ProjectRecord } from './project-record.ts';
import { settingText } from './text.ts';

export function useSaveProject(): (patch: object) => Promise<void> {
  const t = useText(settingText);
  const client = useClient();
  return async (patch) => {
    const saved = await client.patch<ProjectRecord>('v1/project', patch);
    queryClient.setQueryData(['project', client.project], saved);
    await queryClient.invalidateQueries({ queryKey: ['session'] });
    showToast({ text: t.saved });
  };
}
