/**
 * Asks for the password over the page when the session ended, so that nothing typed is lost. Only
 * for a person who was signed in: the first sign-in has a page of its own.
 */

import { Button, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useClient } from '../api/api-context.tsx';
import { isCodeMissing } from '../api/failure.ts';
import { queryClient } from '../api/query-client.ts';
import type { SessionRecord } from '../api/record.ts';
import { useSession } from '../api/session.ts';
import { announceSignedIn, useSignedOut } from '../api/sign-in-state.ts';
import { useText } from '../i18n/words.ts';
import { Dialog } from '../kit/dialog.tsx';
import { PasswordField } from '../kit/form/field.tsx';
import { useForm } from '../kit/form/form.tsx';
import { Failure } from '../kit/region/data-region.tsx';
import { CodeForm } from '../page/login/sign-in-parts.tsx';

export function SignInAgain() {
  const signedOut = useSignedOut();
  const session = useSession();
  return signedOut && session !== null ? <Again session={session} /> : null;
}

function Again({ session }: { readonly session: SessionRecord }) {
  const t = useText('shell').signIn;
  const { login } = useText('entry');
  const client = useClient();
  const id = useId();
  const { email } = session.user;
  const [isCode, setCode] = useState(false);
  const goOn = async () => {
    announceSignedIn();
    await queryClient.invalidateQueries();
  };
  const form = useForm({ password: '' }, async ({ password }) => {
    try {
      await client.post('v1/session', { email, password });
    } catch (error) {
      if (!isCodeMissing(error)) throw error;
      setCode(true);
      return;
    }
    await goOn();
  });
  if (isCode) {
    return (
      <Dialog title={t.againTitle} onClose={() => {}}>
        <CodeForm onDone={goOn} onBack={() => setCode(false)} />
      </Dialog>
    );
  }
  return (
    <Dialog
      title={t.againTitle}
      onClose={() => {}}
      foot={
        <>
          <Button
            variant="default"
            size="sm"
            onClick={() => {
              announceSignedIn();
              location.reload();
            }}
          >
            {t.other}
          </Button>
          <Button type="submit" size="sm" form={id} loading={form.saving}>
            {login.action}
          </Button>
        </>
      }
    >
      <p>{t.again}</p>
      <form id={id} onSubmit={form.submit}>
        <TextInput label={login.email} value={email} readOnly autoComplete="username" />
        <PasswordField
          label={login.password}
          value={form.values.password}
          autoComplete="current-password"
          data-autofocus
          onChange={({ currentTarget }) => form.set('password', currentTarget.value)}
        />
      </form>
      {form.failure !== null && <Failure error={form.failure} />}
    </Dialog>
  );
}
