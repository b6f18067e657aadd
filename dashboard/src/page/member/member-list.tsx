/**
 * The members of the project; an owner changes roles
 * and removes, everyone may leave.
 */

import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MEMBER_ROLES } from '../../../../src/core/person/role.ts';
import type { MemberRecord } from '../../../../src/http/schema/member.ts';
import { useClient } from '../../api/api-context.tsx';
import { membersQuery } from '../../api/names.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Role } from '../../api/record.ts';
import { useMembership, useSession } from '../../api/session.ts';
import { useText } from '../../i18n/words.ts';
import { DataRegion, EmptyState, Failure } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { type Column, DataTable } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { showToast } from '../../kit/toast.tsx';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import {
  FactorRemoval,
  type Lesser,
  LesserMember,
  PendingEmails,
  ResetLink,
} from './member-dialogs.tsx';

export function MemberList({ may }: { readonly may: boolean }) {
  const t = useText('member');
  const client = useClient();
  const me = useSession()?.user.id;
  const { queryKey: key, ...asked } = membersQuery(client);
  const query = useQuery({ queryKey: key, ...asked });
  useLiveQueries(['members'], key);
  const change = useMutation({
    mutationFn: ({ id, role }: Pick<MemberRecord, 'id' | 'role'>) =>
      client.patch<MemberRecord>(`v1/members/${id}`, { role }),
    onSuccess: ({ name }) => showToast({ text: t.roleChanged(name) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  });
  const [lesser, setLesser] = useState<Lesser | null>(null);
  const rows = query.data?.data ?? [];
  const [resetting, setResetting] = useState<MemberRecord | null>(null);
  const [freeing, setFreeing] = useState<MemberRecord | null>(null);
  const columns = useColumns({
    may,
    me,
    change,
    onReset: setResetting,
    onRemoveFactor: setFreeing,
    onLesser: (member, role) => setLesser({ member, role }),
  });
  return (
    <DataRegion
      title={t.members}
      titleHidden
      region={regionOf(query, { count: rows.length })}
      empty={<EmptyState title={t.noMembers} />}
    >
      {change.error !== null && <Failure error={change.error} />}
      <PendingEmails members={rows} may={may} />
      <DataTable caption={t.listed} columns={columns} rows={rows} rowId={({ id }) => id} />
      <FactorRemoval member={freeing} onClose={() => setFreeing(null)} />
      <ResetLink member={resetting} onClose={() => setResetting(null)} />
      {lesser !== null && <LesserMember asked={lesser} me={me} onClose={() => setLesser(null)} />}
    </DataRegion>
  );
}

/** The service decides, by all projects of theirs; here only what it surely refuses is left out. */
function mayReset(mine: Role | undefined, theirs: Role): boolean {
  return mine === 'owner' || (mine === 'admin' && theirs !== 'owner');
}

/** Owners and admins make API keys, which outlive that role. */
function endsKeyMaking(from: Role, to: Role): boolean {
  const makes = (role: Role) => role === 'owner' || role === 'admin';
  return makes(from) && !makes(to);
}

interface ColumnParts {
  readonly may: boolean;
  readonly me: string | undefined;
  readonly change: {
    readonly isPending: boolean;
    mutate(to: Pick<MemberRecord, 'id' | 'role'>): void;
  };
  /** `role`: null when they leave. */
  onLesser(member: MemberRecord, role: Role | null): void;
  onReset(member: MemberRecord): void;
  onRemoveFactor(member: MemberRecord): void;
}

function useColumns(parts: ColumnParts): readonly Column<MemberRecord>[] {
  const { may, me, change, onLesser, onReset, onRemoveFactor } = parts;
  const t = useText('member');
  const mine = useMembership()?.role;
  return [
    {
      id: 'name',
      head: t.name,
      as: 'link',
      cell: ({ id, name, email }) => (
        <>
          {name} {id === me && <span className="quiet small">({t.you})</span>}
          <span className="quiet small below">{email}</span>
        </>
      ),
    },
    {
      id: 'role',
      head: t.role,
      as: 'state',
      cell: (member) =>
        may ? (
          <NativeSelect
            size="xs"
            className="role-field"
            aria-label={t.roleOf(member.name)}
            value={member.role}
            disabled={change.isPending}
            data={MEMBER_ROLES.map((value) => ({ value, label: t.roles[value] }))}
            onChange={({ currentTarget }) => {
              const chosen = MEMBER_ROLES.find((one) => one === currentTarget.value);
              if (chosen === undefined) return;
              if (endsKeyMaking(member.role, chosen)) onLesser(member, chosen);
              else change.mutate({ id: member.id, role: chosen });
            }}
          />
        ) : (
          t.roles[member.role]
        ),
    },
    {
      id: 'since',
      head: t.since,
      as: 'when',
      cell: ({ memberSince }) => <Moment iso={memberSince} />,
    },
    {
      id: 'remove',
      head: <span className="unseen">{t.remove}</span>,
      as: 'actions',
      cell: (member) => (
        <span className="cell-buttons">
          {member.id !== me && mayReset(mine, member.role) && (
            <Button size="compact-sm" variant="default" onClick={() => onReset(member)}>
              {t.reset}
            </Button>
          )}
          {may && member.id !== me && member.secondFactor && (
            <Button size="compact-sm" variant="default" onClick={() => onRemoveFactor(member)}>
              {t.removeFactor}
            </Button>
          )}
          {(may || member.id === me) && (
            <Button size="compact-sm" variant="default" onClick={() => onLesser(member, null)}>
              {member.id === me ? t.leave : t.remove}
            </Button>
          )}
        </span>
      ),
    },
  ];
}
