/**
 * The authenticator app of an account: its secret as a picture and as text, the code that turns it
 * on, and the recovery codes, which are shown once. Passkeys are in `passkeys.tsx`.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import { SECOND_FACTOR_PATH, secondFactorQuery } from '../../api/session.ts';
import { useText } from '../../i18n/words.ts';
import { CopyLine } from '../../kit/copy.tsx';
import { ConfirmDialog, Dialog } from '../../kit/dialog.tsx';
import { CodeField } from '../../kit/form/field.tsx';
import { useForm } from '../../kit/form/form.tsx';
import { Panel } from '../../kit/panel.tsx';
import { Failure } from '../../kit/region/data-region.tsx';

interface Begun {
  readonly secret: string;
  readonly uri: string;
}

interface Codes {
  readonly codes: readonly string[];
}

const PATH = SECOND_FACTOR_PATH;

export function SecondFactorPanel() {
  const t = useText('entry').secondFactor;
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
  const t = useText('entry').secondFactor;
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

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  onClose(): void;
}

/**
 * The recovery codes of an account, shown this once: after its first factor, or when new ones were
 * asked for.
 */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const t = useText('entry').secondFactor;
  return (
    <Dialog
      title={t.codesTitle}
      onClose={onClose}
      foot={
        <Button size="sm" onClick={onClose}>
          {t.codesKept}
        </Button>
      }
    >
      <p>{t.codesText}</p>
      <CopyLine text={codes.join(' ')} what={t.codesTitle} />
    </Dialog>
  );
}

interface QrCodeProps {
  readonly text: string;
  /** The name of the text, for screen readers; the text itself stands beside it. */
  readonly label: string;
}

interface Drawn {
  readonly size: number;
  readonly path: string;
}

/**
 * A text as a QR code, drawn as one path of an SVG, dark on light in every theme: cameras do not
 * read it the other way round. Its library comes in a chunk of its own; until then nothing shows.
 */
function QrCode({ text, label }: QrCodeProps) {
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  useEffect(() => {
    let isHere = true;
    import('uqr').then(
      ({ encode }) => {
        const { data, size } = encode(text, { ecc: 'M', border: 2 });
        if (isHere) setDrawn({ size, path: pathOf(data) });
      },
      // Without the picture the text can still be typed.
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [text]);
  if (drawn === null) return null;
  const { size, path } = drawn;
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}

function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
}
