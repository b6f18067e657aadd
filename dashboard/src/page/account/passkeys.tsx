/**
 * One's own passkeys: added with a name, listed with their use, removed. The first factor of an
 * account shows its recovery codes.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { knowsPasskeys } from '../../api/passkey.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Page, Passkey } from '../../api/record.ts';
import { secondFactorQuery } from '../../api/second-factor.ts';
import { useText } from '../../i18n/catalogue.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { EmptyState } from '../../kit/region/empty-state.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { showToast } from '../../kit/toast.tsx';
import { entryText } from '../login/text.ts';
import { AddPasskey } from './add-passkey.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const PATH = 'v1/account/passkeys';

export function PasskeyList() {
  const t = useText(entryText).passkey;
  const client = useClient();
  const query = useQuery({
    queryKey: ['account', 'passkeys'],
    queryFn: ({ signal }) => client.get<Page<Passkey>>(PATH, { signal }),
  });
  const factor = useQuery(secondFactorQuery(client)).data;
  const [adding, setAdding] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const remove = async ({ id }: Passkey): Promise<void> => {
    await client.remove(`${PATH}/${id}`);
    setRemoving(null);
    showToast({ text: t.removed });
    await queryClient.invalidateQueries();
  };
  const rows = query.data?.data ?? [];
  const isUsable = knowsPasskeys() && factor?.passkeysUsable !== false;
  return (
    <>
      <DataRegion
        title={t.title}
        region={regionOf(query, { count: rows.length })}
        empty={<EmptyState title={t.none} />}
        rows={2}
        foot={<p className="quiet">{isUsable ? t.lead : t.unusable}</p>}
        tools={
          isUsable && (
            <Button size="compact-sm" onClick={() => setAdding(true)}>
              {t.add}
            </Button>
          )
        }
      >
        <PasskeyTable rows={rows} onRemove={setRemoving} />
      </DataRegion>
      {adding && (
        <AddPasskey
          onClose={() => setAdding(false)}
          onDone={async (made) => {
            setAdding(false);
            setCodes(made);
            showToast({ text: t.added });
            await queryClient.invalidateQueries();
          }}
        />
      )}
      {codes.length > 0 && <RecoveryCodes codes={codes} onClose={() => setCodes([])} />}
      {removing !== null && (
        <ConfirmDialog
          title={t.removeTitle(removing.name)}
          action={t.remove}
          effect={t.removeText}
          dangerous
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  );
}

function PasskeyTable({
  rows,
  onRemove,
}: {
  readonly rows: readonly Passkey[];
  onRemove(passkey: Passkey): void;
}) {
  const t = useText(entryText).passkey;
  return (
    <DataTable
      caption={t.title}
      rows={rows}
      rowId={({ id }) => id}
      columns={[
        { id: 'name', head: t.name, as: 'link', cell: ({ name }) => name },
        {
          id: 'created',
          head: t.created,
          // Two times at the end of a card would stand on each other.
          as: 'quiet',
          cell: ({ createdAt }) => <Moment iso={createdAt} />,
        },
        {
          id: 'used',
          head: t.lastUsed,
          as: 'when',
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? t.never : <Moment iso={lastUsedAt} />),
        },
        {
          id: 'remove',
          head: <span className="unseen">{t.remove}</span>,
          as: 'actions',
          cell: (passkey) => (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${t.remove}: ${passkey.name}`}
              onClick={() => onRemove(passkey)}
            >
              {t.remove}
            </Button>
          ),
        },
      ]}
    />
  );
}
