/**
 * Stops a key at once. It says what that does to receivers, which differs by state, and the key's
 * id has to be typed.
 */
import { useClient } from '../../api/api-context.tsx';
import type { SigningKeyRecord } from '../../api/endpoint-record.ts';
import { queryClient } from '../../api/query-client.ts';
import { useText } from '../../i18n/catalogue.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { showToast } from '../../kit/toast.tsx';
import { signingText } from './text.ts';

export interface RevokeDialogProps {
  readonly record: SigningKeyRecord;
  onClose(): void;
}

export function RevokeDialog({ record, onClose }: RevokeDialogProps) {
  const all = useText(signingText);
  const t = all.revoking;
  const client = useClient();
  const { kid, state } = record;
  const retiring = state === 'retiring';
  const effect =
    state === 'active' ? `${t.active} ${t.activeMore}` : retiring ? t.retiring : t.next;
  const stop = async (): Promise<void> => {
    await client.post(`v1/signing-keys/${encodeURIComponent(kid)}/revoke`);
    await queryClient.invalidateQueries({ queryKey: ['signing-keys', client.project] });
    showToast({ text: t.done(kid) });
  };
  return (
    <ConfirmDialog
      title={retiring ? t.retireTitle : t.title}
      effect={effect}
      action={retiring ? t.retireAction : t.action}
      typeWord={kid}
      dangerous
      onConfirm={stop}
      onClose={onClose}
    >
      <p>
        <span className="mono wrap">{kid}</span> <CopyButton text={kid} what={all.kid} />
      </p>
    </ConfirmDialog>
  );
}
