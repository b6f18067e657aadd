/**
 * A link by which a member chooses a new password: made after a question, shown once, and sent by
 * whoever made it. It works without a mail server.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { MemberRecord } from '../../../../src/http/schema/member.ts';
import type { PasswordResetLink } from '../../../../src/http/schema/password-reset.ts';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/catalogue.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { CopyLine } from '../../kit/copy-line.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { memberText } from './text.ts';

interface ResetLinkProps {
  /** Who is asked about; null: nobody. What was made stays until it is closed. */
  readonly member: MemberRecord | null;
  readonly onClose: () => void;
}

interface Made {
  readonly link: string;
  readonly email: string;
}

export function ResetLink({ member, onClose }: ResetLinkProps) {
  const t = useText(memberText);
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
