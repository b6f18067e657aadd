/**
 * What the sign-in pages share: the second step, the button of a passkey, and the reason for which
 * a sign-in was refused.
 */
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { ApiFailure } from '../../api/failure.ts';
import { knowsPasskeys, showPasskey } from '../../api/passkey.ts';
import type { SecondFactorMeans } from '../../api/record.ts';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { CodeField } from '../../kit/form/field.tsx';
import { useForm } from '../../kit/form/form.tsx';
import { Failure } from '../../kit/region/data-region.tsx';

const MEANS = 'v1/session/second-factor/options';

interface CodeFormProps {
  onDone(): Promise<unknown>;
  /** Back to the password. */
  onBack(): void;
}

/**
 * The second step of a sign-in: a passkey, the code of the authenticator app, or a recovery code.
 * The page decides what comes after it.
 */
export function CodeForm({ onDone, onBack }: CodeFormProps) {
  const t = useText('entry').login;
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

/**
 * Why one is not let in: a wrong password or code is no alarm of the service, its sentence is
 * enough; and too many tries say how long to wait.
 */
export function EntryFailure({ error }: { readonly error: Error }) {
  const t = useText('entry').login;
  const format = useFormat();
  if (!(error instanceof ApiFailure)) return <Failure error={error} />;
  const { status, retryAfterS } = error;
  if (status === 429 && retryAfterS !== null) {
    return (
      <p className="fault" role="alert">
        {t.throttled(format.duration(retryAfterS * 1_000))}
      </p>
    );
  }
  if (status !== 401) return <Failure error={error} />;
  return (
    <p className="fault" role="alert">
      {error.message}
    </p>
  );
}

/**
 * Why a passkey was not shown or made: what the service said, or what the browser did. A dialog of
 * the browser that was closed looks like one that timed out.
 */
export function PasskeyFailure({ error }: { readonly error: Error }) {
  const t = useText('entry').passkey;
  if (error instanceof ApiFailure) return <EntryFailure error={error} />;
  return (
    <p className="fault" role="alert">
      {error.name === 'InvalidStateError' ? t.already : t.cancelled}
    </p>
  );
}

interface PasskeyButtonProps {
  readonly label?: string;
  /** Rejects when it was not shown. */
  onShow(): Promise<unknown>;
}

/**
 * The button that asks for a passkey, and what went wrong with it: a dialog of the browser that was
 * closed is no alarm of the service.
 */
export function PasskeyButton({ label, onShow }: PasskeyButtonProps) {
  const t = useText('entry').passkey;
  const [failure, setFailure] = useState<Error | null>(null);
  const [asking, setAsking] = useState(false);
  if (!knowsPasskeys()) return null;
  const ask = (): void => {
    setFailure(null);
    setAsking(true);
    onShow()
      .catch((error: unknown) => {
        setFailure(error instanceof Error ? error : new Error(String(error)));
      })
      .finally(() => setAsking(false));
  };
  return (
    <>
      <Button fullWidth variant="default" loading={asking} onClick={ask}>
        {label ?? t.use}
      </Button>
      {failure !== null && <PasskeyFailure error={failure} />}
    </>
  );
}
