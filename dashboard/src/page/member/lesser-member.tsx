/**
 * Asks before a member leaves the project, is removed, or gets a role that may make no API keys:
 * with the keys that they made, which can be revoked in the same step.
 */
import { useState } from 'react';
import type { MemberRecord } from '../../../../src/http/schema/member.ts';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import type { Role } from '../../api/record.ts';
import { useText } from '../../i18n/catalogue.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { showToast } from '../../kit/toast.tsx';
import { MadeKeys } from './made-keys.tsx';
import { memberText } from './text.ts';

/** What is asked about: `role` is the new one, null: out of the project. */
export interface Lesser {
  readonly member: MemberRecord;
  readonly role: Role | null;
}

interface LesserMemberProps {
  readonly asked: Lesser;
  readonly me: string | undefined;
  readonly onClose: () => void;
}

export function LesserMember({ asked: { member, role }, me, onClose }: LesserMemberProps) {
  const t = useText(memberText);
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

function wordsOf(t: typeof memberText.en, { member, role }: Lesser, isMe: boolean) {
  if (role !== null) {
    const title = t.lesserTitle(member.name);
    return { title, effect: t.lesserEffect(t.roles[role]), action: t.lesserAction };
  }
  return isMe
    ? { title: t.leaveTitle, effect: t.leaveEffect, action: t.leaveAction }
    : { title: t.removeTitle(member.name), effect: t.removeEffect, action: t.removeAction };
}
