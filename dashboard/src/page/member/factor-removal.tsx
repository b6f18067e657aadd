/**
 * Removes every second factor of a member who lost phone and recovery codes, after a question that
 * says what it opens.
 */
import type { MemberRecord } from '../../../../src/http/schema/member.ts';
import { useClient } from '../../api/api-context.tsx';
import { membersQuery } from '../../api/names.ts';
import { queryClient } from '../../api/query-client.ts';
import { useText } from '../../i18n/catalogue.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { showToast } from '../../kit/toast.tsx';
import { memberText } from './text.ts';

interface FactorRemovalProps {
  /** Whose; null: nobody is asked about. */
  readonly member: MemberRecord | null;
  readonly onClose: () => void;
}

export function FactorRemoval({ member, onClose }: FactorRemovalProps) {
  const t = useText(memberText);
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
