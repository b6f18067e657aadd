/**
 * The authenticator app of an account: its secret as a picture and as text, the code that turns it
 * on, and the recovery codes, which are shown once. Passkeys are in `passkeys.tsx`.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import { SECOND_FACTOR_PATH, secondFactorQuery } from '../../api/second-factor.ts';
import { useText } from '../../i18n/catalogue.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { CopyLine } from '../../kit/copy-line.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { CodeField } from '../../kit/form/code-field.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { Panel } from '../../kit/panel.tsx';
import { QrCode } from '../../kit/qr-code.tsx';
import { Failure } from '../../kit/region/failure.tsx';
import { entryText } from '../login/text.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

interface Begun {
  readonly secret: string;
  readonly uri: string;
}

interface Codes {
  readonly codes: readonly string[];
}

const PATH = SECOND_FACTOR_PATH;

export function SecondFactorPanel() {
  const t = useText(entryText).secondFactor;
  const client = useClient();
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [removing, setRemoving] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const { data } = useQuery(secondFactorQuery(client));
  const attempt = (act: () => Promise<unknown>) => {
    setFailure(null);
    act().catch((error: unknown) => setFailure(error instanceof Error ? error : null));
  };
  const done = async (made: readonly string[] | null) => {
    setBegun(null);
    setCodes(made);
    await queryClient.invalidateQueries();
  };
  if (data === undefined) return <Panel title={t.title}>{null}</Panel>;
  return (
    <Panel title={t.title}>
      <p>{data.enabled ? t.on(data.recoveryCodes) : t.off}</p>
      <p className="form-foot">
        {!data.authenticator && (
          <Button onClick={() => attempt(async () => setBegun(await client.post<Begun>(PATH)))}>
            {t.setUp}
          </Button>
        )}
        {data.enabled && (
          <Button
            variant="default"
            onClick={() =>
              attempt(async () => done((await client.post<Codes>(`${PATH}/recovery-codes`)).codes))
            }
          >
            {t.newCodes}
          </Button>
        )}
        {data.authenticator && (
          <Button variant="default" onClick={() => setRemoving(true)}>
            {t.remove}
          </Button>
        )}
      </p>
      {failure !== null && <Failure error={failure} />}
      {begun !== null && <SetUp begun={begun} onClose={() => setBegun(null)} onDone={done} />}
      {codes !== null && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
      {removing && (
        <ConfirmDialog
          title={t.removeTitle}
          action={t.remove}
          dangerous
          effect={t.removeText}
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            await client.remove(PATH);
            await done(null);
            setRemoving(false);
          }}
        />
      )}
    </Panel>
  );
}

function SetUp({
  begun,
  onClose,
  onDone,
}: {
  readonly begun: Begun;
  onClose(): void;
  onDone(codes: readonly string[]): Promise<void>;
}) {
  const t = useText(entryText).secondFactor;
  const client = useClient();
  const form = useForm({ code: '' }, async ({ code }) => {
    await onDone((await client.post<Codes>(`${PATH}/confirm`, { code })).codes);
  });
  return (
    <Dialog title={t.setUp} onClose={onClose}>
      <form onSubmit={form.submit} className="form" noValidate>
        <p>{t.secretText}</p>
        <QrCode text={begun.uri} label={t.picture} />
        <CopyLine text={begun.secret} what={t.secret} />
        <CopyLine text={begun.uri} what={t.openApp} />
        <CodeField
          label={t.code}
          inputMode="numeric"
          value={form.values.code}
          error={form.faultOf('/code')}
          onChange={({ currentTarget }) => form.set('code', currentTarget.value)}
        />
        {form.failure !== null && form.faults.length === 0 && <Failure error={form.failure} />}
        <div className="dialog-foot">
          <Button variant="default" size="sm" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" size="sm" loading={form.saving}>
            {t.turnOn}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
