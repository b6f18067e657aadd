/**
 * Gives a new passkey a name; the browser then asks which authenticator keeps it, and the service
 * judges what that signed.
 */
import { Button, TextInput } from '@mantine/core';
import { useClient } from '../../api/api-context.tsx';
import { addPasskey } from '../../api/passkey.ts';
import { useText } from '../../i18n/catalogue.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { PasskeyFailure } from '../login/passkey-failure.tsx';
import { entryText } from '../login/text.ts';

export interface AddPasskeyProps {
  onClose(): void;
  /** `codes`: the recovery codes, if this is the first factor of the account. */
  onDone(codes: readonly string[]): Promise<void>;
}

export function AddPasskey({ onClose, onDone }: AddPasskeyProps) {
  const t = useText(entryText).passkey;
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
