/**
 * The second step of a sign-in: the code of the authenticator app, or a recovery code. The page
 * decides what comes after it.
 */
import { Button, TextInput } from '@mantine/core';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/catalogue.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { EntryFailure } from './entry-failure.tsx';
import { entryText } from './text.ts';

export interface CodeFormProps {
  onDone(): Promise<unknown>;
  /** Back to the password. */
  onBack(): void;
}

export function CodeForm({ onDone, onBack }: CodeFormProps) {
  const t = useText(entryText).login;
  const client = useClient();
  const form = useForm({ code: '' }, async ({ code }) => {
    await client.post('v1/session/second-factor', { code });
    await onDone();
  });
  return (
    <form onSubmit={form.submit} className="form" noValidate>
      <TextInput
        label={t.code}
        description={t.codeHint}
        autoComplete="one-time-code"
        autoFocus
        value={form.values.code}
        error={form.faultOf('/code')}
        onChange={({ currentTarget }) => form.set('code', currentTarget.value)}
      />
      {form.failure !== null && form.faults.length === 0 && <EntryFailure error={form.failure} />}
      <Button type="submit" fullWidth loading={form.saving}>
        {t.action}
      </Button>
      <Button variant="default" fullWidth onClick={onBack}>
        {t.back}
      </Button>
    </form>
  );
}
