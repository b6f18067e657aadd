/**
 * The projects that one is a member of, and as what. They come with the session; nothing is asked
 * for.
 */
import { Link } from '@tanstack/react-router';
import type { Membership } from '../../api/record.ts';
import { useText } from '../../i18n/catalogue.ts';
import { Panel } from '../../kit/panel.tsx';
import { EmptyState } from '../../kit/region/empty-state.tsx';
import { DataTable, ROW_LINK } from '../../kit/table/data-table.tsx';
import { shellText } from '../../shell/text.ts';
import { wordText } from '../../word/text.ts';
import { entryText } from '../login/text.ts';

export function Memberships({ memberships }: { readonly memberships: readonly Membership[] }) {
  const t = useText(entryText).account;
  const none = useText(shellText).forbidden.none;
  const roles = useText(wordText).role;
  return (
    <Panel title={t.memberships}>
      {memberships.length === 0 ? (
        <EmptyState title={none} />
      ) : (
        <DataTable
          caption={t.memberships}
          rows={memberships}
          rowId={({ projectId }) => projectId}
          columns={[
            {
              id: 'project',
              head: t.project,
              as: 'link',
              cell: ({ projectId, projectName }) => (
                <Link to="/p/$project/overview" params={{ project: projectId }} {...ROW_LINK}>
                  {projectName}
                </Link>
              ),
            },
            { id: 'role', head: t.role, as: 'when', cell: ({ role }) => roles[role] },
          ]}
        />
      )}
    </Panel>
  );
}
