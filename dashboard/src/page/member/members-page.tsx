/**
 * Who belongs to the project and as what, and who is invited. Only owners change it; the last
 * owner stays, which the service sees to.
 */

import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MEMBER_ROLES } from '../../../../src/core/person/role.ts';
import type { InvitationCreated, InvitationRecord } from '../../../../src/http/schema/member.ts';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import type { Page as PageOf, Role } from '../../api/record.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/words.ts';
import { CopyLine } from '../../kit/copy.tsx';
import { ConfirmDialog, Dialog } from '../../kit/dialog.tsx';
import { FormFoot, useForm } from '../../kit/form/form.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { DataRegion, EmptyState } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { type Column, DataTable } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { showToast } from '../../kit/toast.tsx';
import { MemberList } from './member-list.tsx';

export function Page() {
  const t = useText('member');
  const may = useMay('members:admin');
  const [inviting, setInviting] = useState(false);
  return (
    <>
      <PageHead
        title={t.title}
        lead={t.lead}
        actions={
          <Button
            size="sm"
            disabled={!may}
            title={may ? undefined : t.mayNot}
            onClick={() => setInviting(true)}
          >
            {t.invite}
          </Button>
        }
      />
      <MemberList may={may} />
      {may && <InvitationList />}
      {inviting && <NewInvitation onClose={() => setInviting(false)} />}
    </>
  );
}

/**
 * Invitations that were not accepted yet.
 * Each can be withdrawn, after asking.
 */
function InvitationList() {
  const t = useText('member');
  const client = useClient();
  const key = ['invitations', client.project];
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => client.get<PageOf<InvitationRecord>>('v1/invitations', { signal }),
  });
  const [asking, setAsking] = useState<InvitationRecord | null>(null);
  const withdraw = async ({ id, email }: InvitationRecord): Promise<void> => {
    await client.remove(`v1/invitations/${id}`);
    showToast({ text: t.withdrawn(email) });
    await queryClient.invalidateQueries({ queryKey: key });
  };
  const rows = query.data?.data ?? [];
  const columns: readonly Column<InvitationRecord>[] = [
    { id: 'email', head: t.email, as: 'link', cell: ({ email }) => email },
    { id: 'role', head: t.role, as: 'quiet', cell: ({ role }) => t.roles[role] },
    {
      id: 'until',
      head: t.until,
      as: 'when',
      cell: ({ expiresAt }) => <Moment iso={expiresAt} />,
    },
    {
      id: 'withdraw',
      head: <span className="unseen">{t.withdraw}</span>,
      as: 'actions',
      cell: (invitation) => (
        <Button size="compact-sm" variant="default" onClick={() => setAsking(invitation)}>
          {t.withdraw}
        </Button>
      ),
    },
  ];
  return (
    <DataRegion
      title={t.invitations}
      region={regionOf(query, { count: rows.length })}
      empty={<EmptyState title={t.noInvitations} />}
      rows={1}
    >
      <DataTable
        caption={t.invitationsListed}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
      />
      {asking !== null && (
        <ConfirmDialog
          title={t.withdrawTitle(asking.email)}
          action={t.withdraw}
          effect={t.withdrawEffect}
          dangerous
          onConfirm={() => withdraw(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </DataRegion>
  );
}

const START: { readonly email: string; readonly role: Role } = { email: '', role: 'operator' };
const SHOWN = ['/email', '/role'];

/**
 * Invites a person: an e-mail and a role become
 * a link, which is shown once.
 */
function NewInvitation({ onClose }: { readonly onClose: () => void }) {
  const t = useText('member');
  const client = useClient();
  const [made, setMade] = useState<InvitationCreated | null>(null);
  const form = useForm(START, async (values) => {
    setMade(await client.post<InvitationCreated>('v1/invitations', values));
    await queryClient.invalidateQueries({ queryKey: ['invitations', client.project] });
  });
  if (made !== null) {
    return (
      <Dialog
        title={t.made}
        onClose={onClose}
        foot={
          <Button size="sm" onClick={onClose}>
            {t.done}
          </Button>
        }
      >
        {made.mail?.sent === true && <p>{t.mailed(made.email)}</p>}
        {made.mail?.sent === false && (
          <p className="fault" role="alert">
            {t.notMailed(made.mail.fault ?? '')}
          </p>
        )}
        <p>{t.madeLead(made.email)}</p>
        <CopyLine text={made.link} what={t.link} />
      </Dialog>
    );
  }
  return (
    <Dialog title={t.inviteTitle} onClose={onClose}>
      <form onSubmit={form.submit} className="form" noValidate>
        <p>{t.inviteHint}</p>
        <TextInput
          label={t.email}
          type="email"
          autoComplete="off"
          value={form.values.email}
          error={form.faultOf('/email')}
          onChange={({ currentTarget }) => form.set('email', currentTarget.value)}
        />
        <NativeSelect
          label={t.role}
          value={form.values.role}
          error={form.faultOf('/role')}
          data={MEMBER_ROLES.map((value) => ({ value, label: t.roles[value] }))}
          onChange={({ currentTarget }) => {
            const chosen = MEMBER_ROLES.find((one) => one === currentTarget.value);
            if (chosen !== undefined) form.set('role', chosen);
          }}
        />
        <FormFoot form={form} action={t.inviteAction} shown={SHOWN} always guarded={false}>
          <Button variant="default" size="sm" onClick={onClose}>
            {t.cancel}
          </Button>
        </FormFoot>
      </form>
    </Dialog>
  );
}
