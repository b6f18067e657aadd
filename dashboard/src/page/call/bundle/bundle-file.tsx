/**
 * The choice of a bundle's file. It is read in this tab only; what it is refused for is said in a
 * sentence, and what was open before goes.
 */
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useText } from '../../../i18n/catalogue.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Icon } from '../../../kit/icon.tsx';
import { BUNDLE_BYTES_MAX, type CallBundle, type ReadBundle, readBundle } from './read-bundle.ts';
import { bundleText } from './text.ts';

export interface BundleFault {
  readonly name: string;
  readonly sentence: string;
}

export interface Opened {
  readonly name: string;
  readonly bundle: CallBundle;
}

export interface BundleFileProps {
  /** One is open already. */
  readonly again: boolean;
  onRead(opened: Opened | null, fault: BundleFault | null): void;
}

export function BundleFile({ again, onRead }: BundleFileProps) {
  const t = useText(bundleText);
  const format = useFormat();
  const field = useRef<HTMLInputElement>(null);
  const read = async (file: File): Promise<void> => {
    const { name } = file;
    const refuse = (sentence: string): void => onRead(null, { name, sentence });
    if (file.size > BUNDLE_BYTES_MAX) {
      refuse(t.tooLarge(format.bytes(file.size), format.bytes(BUNDLE_BYTES_MAX)));
      return;
    }
    const answer = await file.text().then(readBundle, () => null);
    if (answer === null) refuse(t.unreadable);
    else if (answer.kind === 'read') onRead({ name, bundle: answer.bundle }, null);
    else refuse(sentenceOf(answer));
  };
  const sentenceOf = (answer: Exclude<ReadBundle, { kind: 'read' }>): string =>
    answer.kind === 'malformed' ? t.malformed(answer.at) : t.fault[answer.kind];
  return (
    <>
      <input
        ref={field}
        type="file"
        className="unseen"
        tabIndex={-1}
        accept=".json,application/json"
        aria-label={t.file}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) void read(file);
          // The same file again is a change too.
          currentTarget.value = '';
        }}
      />
      <Button
        size="xs"
        variant={again ? 'default' : 'filled'}
        leftSection={<Icon name="calls" />}
        onClick={() => field.current?.click()}
      >
        {again ? t.another : t.choose}
      </Button>
    </>
  );
}
