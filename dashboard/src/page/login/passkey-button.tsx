/**
 * The button that asks for a passkey, and what went wrong with it: a dialog of the browser that was
 * closed is no alarm of the service.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { knowsPasskeys } from '../../api/passkey.ts';
import { useText } from '../../i18n/catalogue.ts';
import { PasskeyFailure } from './passkey-failure.tsx';
import { entryText } from './text.ts';

export interface PasskeyButtonProps {
  readonly label?: string;
  /** Rejects when it was not shown. */
  onShow(): Promise<unknown>;
}

export function PasskeyButton({ label, onShow }: PasskeyButtonProps) {
  const t = useText(entryText).passkey;
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
