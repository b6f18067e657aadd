/**
 * Asks who is signed in to show again who they are, over whatever they were doing; the act that
 * asked for it then goes on. By the password, a passkey, or at the identity provider in a window of
 * its own, so that nothing typed on this page is lost.
 */

import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useClient } from '../api/api-context.tsx';
import { showPasskey } from '../api/passkey.ts';
import { queryClient } from '../api/query-client.ts';
import type { PasskeyRequest, SessionRecord } from '../api/record.ts';
import { SESSION_KEY, secondFactorQuery, setupQuery, useSession } from '../api/session.ts';
import { answerProof, useProofAsked } from '../api/sign-in-state.ts';
import { useText } from '../i18n/words.ts';
import { Dialog } from '../kit/dialog.tsx';
import { PasswordField } from '../kit/form/field.tsx';
import { useForm } from '../kit/form/form.tsx';
import { Failure } from '../kit/region/data-region.tsx';
import { PasskeyButton } from '../page/login/sign-in-parts.tsx';

/** How often the session is looked at while the window of the provider is open. */
const LOOK_EVERY_MS = 1_500;

export function ProofDialog() {
  const asked = useProofAsked();
  const session = useSession();
  return asked && session !== null ? <Asking session={session} /> : null;
}

function Asking({ session }: { readonly session: SessionRecord }) {
  const t = useText('shell');
  const { login } = useText('entry');
  const client = useClient();
  const id = useId();
  const { email, hasPassword, hasIdentityProvider } = session.user;
  const form = useForm({ password: '' }, async ({ password }) => {
    const shown = await client.post<SessionRecord>('v1/session/reauthentication', { password });
    queryClient.setQueryData(SESSION_KEY, shown);
    answerProof(true);
  });
  const factor = useQuery(secondFactorQuery(client)).data;
  const hasPasskey = factor?.passkeysUsable === true && factor.passkeys > 0;
  const byPasskey = async () => {
    const path = 'v1/session/reauthentication';
    const request = await client.post<PasskeyRequest>(`${path}/options`);
    const shown = await showPasskey<SessionRecord>(client, `${path}/passkey`, request);
    queryClient.setQueryData(SESSION_KEY, shown);
    answerProof(true);
  };
  return (
    <Dialog
      title={t.proof.title}
      onClose={() => answerProof(false)}
      foot={
        <>
          <Button variant="default" size="sm" onClick={() => answerProof(false)}>
            {t.proof.cancel}
          </Button>
          {hasPassword && (
            <Button type="submit" size="sm" form={id} loading={form.saving}>
              {t.proof.action}
            </Button>
          )}
        </>
      }
    >
      <p>{t.proof.text}</p>
      {hasIdentityProvider && <AtProvider />}
      {hasPasskey && <PasskeyButton onShow={byPasskey} />}
      {hasPassword && (
        <form id={id} onSubmit={form.submit}>
          <TextInput label={login.email} value={email} readOnly autoComplete="username" />
          <PasswordField
            label={login.password}
            value={form.values.password}
            error={form.faultOf('/password')}
            autoComplete="current-password"
            data-autofocus
            onChange={({ currentTarget }) => form.set('password', currentTarget.value)}
          />
        </form>
      )}
      {form.failure !== null && form.faults.length === 0 && <Failure error={form.failure} />}
    </Dialog>
  );
}

/** The window of the provider says nothing to this page: the session is looked at meanwhile. */
function AtProvider() {
  const t = useText('shell').proof;
  const client = useClient();
  const [isOpen, setOpen] = useState(false);
  const provider = useQuery(setupQuery(client)).data?.oidc ?? null;
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(async () => {
      const session = await client.get<SessionRecord>('v1/session').catch(() => null);
      if (session === null || Date.parse(session.provenUntil) <= Date.now()) return;
      queryClient.setQueryData(SESSION_KEY, session);
      answerProof(true);
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isOpen, client]);
  if (provider === null) return null;
  return (
    <>
      <Button
        fullWidth
        variant="default"
        onClick={() => {
          const url = new URL(provider.startUrl, location.href);
          url.searchParams.set('again', 'true');
          open(url, '_blank', 'popup,width=520,height=700');
          setOpen(true);
        }}
      >
        {t.provider(provider.name)}
      </Button>
      {isOpen && (
        <p className="quiet" role="status">
          {t.waiting}
        </p>
      )}
    </>
  );
}
