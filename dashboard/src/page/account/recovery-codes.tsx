/**
 * The recovery codes of an account, shown this once: after its first factor, or when new ones were
 * asked for.
 */
import { Button } from '@mantine/core';
import { useText } from '../../i18n/catalogue.ts';
import { CopyLine } from '../../kit/copy-line.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { entryText } from '../login/text.ts';

export interface RecoveryCodesProps {
  readonly codes: readonly string[];
  onClose(): void;
}

export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const t = useText(entryText).secondFactor;
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
