/**
 * The dialogs of one member: leaving, removal or a lesser role, another e-mail, a link for a new
 * password, the end of the second factor.
 */

import { Button, Checkbox } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MemberRecord } from '../../../../src/http/schema/member.ts';
import type { PasswordResetLink } from '../../../../src/http/schema/password-reset.ts';
import { useClient } from '../../api/api-context.tsx';
import { membersQuery } from '../../api/names.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Page, Role } from '../../api/record.ts';
import { useText, type Words } from '../../i18n/words.ts';
import { CopyLine } from '../../kit/copy.tsx';
import { ConfirmDialog, Dialog } from '../../kit/dialog.tsx';
import { Failure } from '../../kit/region/data-region.tsx';
import { useNow } from '../../kit/time/server-clock.ts';
import { showToast } from '../../kit/toast.tsx';
import { type ApiKeyRecord, keyState } from '../api-key/api-key-record.ts';

/** The change to be confirmed: `role` is the new one; null: removal from the project. */
export interface Lesser {
  readonly member: MemberRecord;
  readonly role: Role | null;
}

interface LesserMemberProps {
  readonly asked: Lesser;
  readonly me: string | undefined;
  readonly onClose: () => void;
}

/**
 * Asks before a member leaves the project, is removed, or gets a role that may make no API keys:
 * with the keys that they made, which can be revoked in the same step.
 */
export function LesserMember({ asked: { member, role }, me, onClose }: LesserMemberProps) {
  const t = useText('member');
  const client = useClient();
  const [revokeKeys, setRevokeKeys] = useState(false);
  const { id, name } = member;
  const isMe = id === me;
  const apply = async (): Promise<void> => {
    if (role !== null) await client.patch(`v1/members/${id}`, { role, revokeKeys });
    else if (isMe) await client.remove('v1/members/me');
    else await client.remove(`v1/members/${id}${revokeKeys ? '?revokeKeys=true' : ''}`);
    if (isMe) await queryClient.invalidateQueries({ queryKey: ['session'] });
    for (const key of ['members', 'api-keys']) {
      await queryClient.invalidateQueries({ queryKey: [key, client.project] });
    }
    showToast({ text: role === null ? t.removed(name) : t.roleChanged(name) });
  };
  return (
    <ConfirmDialog
      {...wordsOf(t, { member, role }, isMe)}
      dangerous
      onConfirm={apply}
      onClose={onClose}
    >
      {!(isMe && role === null) && (
        <MadeKeys of={id} revoke={revokeKeys} onChange={setRevokeKeys} />
      )}
    </ConfirmDialog>
  );
}

function wordsOf(t: Words['member'], { member, role }: Lesser, isMe: boolean) {
  if (role !== null) {
    const title = t.lesserTitle(member.name);
    return { title, effect: t.lesserEffect(t.roles[role]), action: t.lesserAction };
  }
  return isMe
    ? { title: t.leaveTitle, effect: t.leaveEffect, action: t.leaveAction }
    : { title: t.removeTitle(member.name), effect: t.removeEffect, action: t.removeAction };
}

interface MadeKeysProps {
  /** `usr_...` */
  readonly of: string;
  readonly revoke: boolean;
  onChange(revoke: boolean): void;
}

/**
 * The API keys that go back to a member, and whether they are revoked with the membership or the
 * role: shown before either ends, since keys outlive their maker.
 */
function MadeKeys({ of, revoke, onChange }: MadeKeysProps) {
  const t = useText('member');
  const client = useClient();
  const nowMs = useNow();
  const query = useQuery({
    queryKey: ['api-keys', client.project, 'made-by', of],
    queryFn: ({ signal }) =>
      client.get<Page<ApiKeyRecord>>('v1/api-keys', { query: { madeBy: of, limit: 200 }, signal }),
  });
  if (query.error !== null) return <Failure error={query.error} />;
  const live = (query.data?.data ?? []).filter((key) => keyState(key, nowMs) === 'active');
  if (live.length === 0) return query.data === undefined ? null : <p>{t.noKeysMade}</p>;
  return (
    <>
      <p>{t.keysMade(live.length)}</p>
      <ul className="made-keys">
        {live.map(({ id, name, hint }) => (
          <li key={id}>
            {name} <span className="quiet mono small">{hint}</span>
          </li>
        ))}
      </ul>
      <Checkbox
        size="sm"
        label={t.revokeKeys(live.length)}
        description={t.revokeKeysEffect}
        checked={revoke}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </>
  );
}

interface FactorRemovalProps {
  /** The member who loses the factors; null: the dialog is closed. */
  readonly member: MemberRecord | null;
  readonly onClose: () => void;
}

/**
 * Removes every second factor of a member who lost phone and recovery codes, after a question that
 * says what it opens.
 */
export function FactorRemoval({ member, onClose }: FactorRemovalProps) {
  const t = useText('member');
  const client = useClient();
  const { queryKey } = membersQuery(client);
  const remove = async ({ id, name }: MemberRecord): Promise<void> => {
    await client.remove(`v1/members/${id}/second-factor`);
    await queryClient.invalidateQueries({ queryKey });
    showToast({ text: t.factorRemoved(name) });
  };
  if (member === null) return null;
  return (
    <ConfirmDialog
      title={t.removeFactorTitle(member.name)}
      effect={t.removeFactorEffect(member.name)}
      action={t.removeFactorAction}
      dangerous
      onConfirm={() => remove(member)}
      onClose={onClose}
    />
  );
}

interface PendingEmailsProps {
  readonly members: readonly MemberRecord[];
  readonly may: boolean;
}

/**
 * An e-mail that a member asked for where no mail server is set: an owner, who knows the person,
 * confirms it or refuses it.
 */
export function PendingEmails({ members, may }: PendingEmailsProps) {
  const t = useText('member');
  const client = useClient();
  const { queryKey } = membersQuery(client);
  const [asked, setAsked] = useState<MemberRecord | null>(null);
  const again = () => queryClient.invalidateQueries({ queryKey });
  const refuse = useMutation({
    mutationFn: ({ id }: MemberRecord) => client.remove(`v1/members/${id}/email-change`),
    onSuccess: (_, { name }) => showToast({ text: t.emailRefused(name) }),
    onSettled: again,
  });
  const confirm = async ({ id, name, pendingEmail }: MemberRecord): Promise<void> => {
    await client.post(`v1/members/${id}/email-change/confirm`, { email: pendingEmail });
    await again();
    await queryClient.invalidateQueries({ queryKey: ['session'] });
    showToast({ text: t.emailConfirmed(name) });
  };
  return (
    <>
      {refuse.error !== null && <Failure error={refuse.error} />}
      {members.map((member) =>
        member.pendingEmail === null ? null : (
          <div className="asked-note" role="status" key={member.id}>
            <p>{t.wantsEmail(member.name, member.email, member.pendingEmail)}</p>
            {may && (
              <span className="cell-buttons">
                <Button size="compact-sm" onClick={() => setAsked(member)}>
                  {t.emailConfirm}
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={refuse.isPending && refuse.variables === member}
                  onClick={() => refuse.mutate(member)}
                >
                  {t.emailRefuse}
                </Button>
              </span>
            )}
          </div>
        ),
      )}
      {asked !== null && (
        <ConfirmDialog
          title={t.emailConfirmTitle(asked.pendingEmail ?? '')}
          effect={t.emailConfirmEffect(asked.name)}
          action={t.emailConfirm}
          onConfirm={() => confirm(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

interface ResetLinkProps {
  /** The member of the dialog; null: it is closed. A created link stays visible until then. */
  readonly member: MemberRecord | null;
  readonly onClose: () => void;
}

interface Made {
  readonly link: string;
  readonly email: string;
}

/**
 * A link by which a member chooses a new password: made after a question, shown once, and sent by
 * the person who made it. It works without a mail server.
 */
export function ResetLink({ member, onClose }: ResetLinkProps) {
  const t = useText('member');
  const client = useClient();
  const [made, setMade] = useState<Made | null>(null);
  const make = async ({ id, email }: MemberRecord): Promise<void> => {
    const { link } = await client.post<PasswordResetLink>(`v1/members/${id}/password-reset`);
    setMade({ link, email });
  };
  if (made !== null) {
    return (
      <Dialog
        title={t.resetMade}
        onClose={() => setMade(null)}
        foot={
          <Button size="sm" onClick={() => setMade(null)}>
            {t.done}
          </Button>
        }
      >
        <p>{t.resetMadeLead(made.email)}</p>
        <CopyLine text={made.link} what={t.resetLink} />
      </Dialog>
    );
  }
  if (member === null) return null;
  return (
    <ConfirmDialog
      title={t.resetTitle(member.name)}
      effect={t.resetEffect}
      action={t.resetAction}
      onConfirm={() => make(member)}
      onClose={onClose}
    />
  );
}
