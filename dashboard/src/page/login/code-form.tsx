/**
 * The second step of a sign-in: a passkey, the code of the authenticator app, or a recovery code.
 * The page decides what comes after it.
 */
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { showPasskey } from '../../api/passkey.ts';
import type { SecondFactorMeans } from '../../api/record.ts';
import { useText } from '../../i18n/catalogue.ts';
import { CodeField } from '../../kit/form/code-field.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { EntryFailure } from './entry-failure.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { entryText } from './text.ts';

const MEANS = 'v1/session/second-factor/options';

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
  const means = useSecondFactorMeans();
  const byPasskey = async () => {
    // Each try has a challenge of its own.
    const { passkey } = await client.post<SecondFactorMeans>(MEANS);
    if (passkey === null) throw new Error('removed meanwhile');
    await showPasskey(client, 'v1/session/second-factor/passkey', passkey);
    await onDone();
  };
  const isAppless = means?.authenticator === false;
  return (
    <form onSubmit={form.submit} className="form" noValidate>
      {means !== null && means.passkey !== null && <PasskeyButton onShow={byPasskey} />}
      <CodeField
        label={isAppless ? t.recoveryCode : t.code}
        description={isAppless ? t.recoveryHint : t.codeHint}
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

/** Null until it is known; the code can be typed meanwhile. */
function useSecondFactorMeans(): SecondFactorMeans | null {
  const client = useClient();
  const [means, setMeans] = useState<SecondFactorMeans | null>(null);
  useEffect(() => {
    const left = new AbortController();
    client.post<SecondFactorMeans>(MEANS, undefined, { signal: left.signal }).then(
      (found) => setMeans(found),
      () => {},
    );
    return () => left.abort();
  }, [client]);
  return means;
}
