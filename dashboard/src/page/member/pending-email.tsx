/**
 * An e-mail that a member asked for where no mail server is set: an owner, who knows the person,
 * confirms it or refuses it.
 */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { MemberRecord } from '../../../../src/http/schema/member.ts';
import { useClient } from '../../api/api-context.tsx';
import { membersQuery } from '../../api/names.ts';
import { queryClient } from '../../api/query-client.ts';
import { useText } from '../../i18n/catalogue.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { Failure } from '../../kit/region/failure.tsx';
import { showToast } from '../../kit/toast.tsx';
import { memberText } from './text.ts';

interface PendingEmailsProps {
  readonly members: readonly MemberRecord[];
  readonly may: boolean;
}

export function PendingEmails({ members, may }: PendingEmailsProps) {
  const t = useText(memberText);
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
