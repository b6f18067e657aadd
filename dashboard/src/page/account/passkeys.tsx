/**
 * One's own passkeys: added with a name, listed with their use, removed. The first factor of an
 * account shows its recovery codes.
 */
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { addPasskey, knowsPasskeys } from '../../api/passkey.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Page, Passkey } from '../../api/record.ts';
import { secondFactorQuery } from '../../api/session.ts';
import { useText } from '../../i18n/words.ts';
import { ConfirmDialog, Dialog } from '../../kit/dialog.tsx';
import { useForm } from '../../kit/form/form.tsx';
import { DataRegion, EmptyState } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { showToast } from '../../kit/toast.tsx';
import { PasskeyFailure } from '../login/sign-in-parts.tsx';
import { RecoveryCodes } from './second-factor.tsx';

const PATH = 'v1/account/passkeys';

export function PasskeyList() {
  const t = useText('entry').passkey;
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
  const t = useText('entry').passkey;
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

interface AddPasskeyProps {
  onClose(): void;
  /** `codes`: the recovery codes, if this is the first factor of the account. */
  onDone(codes: readonly string[]): Promise<void>;
}

/**
 * Gives a new passkey a name; the browser then asks which authenticator keeps it, and the service
 * judges what that signed.
 */
function AddPasskey({ onClose, onDone }: AddPasskeyProps) {
  const t = useText('entry').passkey;
  const client = useClient();
  const form = useForm({ name: '' }, async ({ name }) => {
    await onDone((await addPasskey(client, name.trim() || t.defaultName)).recoveryCodes);
  });
  return (
    <Dialog title={t.add} onClose={onClose}>
      <form onSubmit={form.submit} className="form" noValidate>
        <TextInput
          label={t.name}
          description={t.nameHint}
          maxLength={60}
          autoFocus
          value={form.values.name}
          error={form.faultOf('/name')}
          onChange={({ currentTarget }) => form.set('name', currentTarget.value)}
        />
        {form.failure !== null && form.faultOf('/name') === undefined && (
          <PasskeyFailure error={form.failure} />
        )}
        <div className="dialog-foot">
          <Button variant="default" size="sm" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" size="sm" loading={form.saving}>
            {t.goOn}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
