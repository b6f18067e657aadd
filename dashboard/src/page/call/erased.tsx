/**
 * What a deletion erases, as its dialog says it: the id that has to be typed, to be copied, and
 * every part of a call. What follows from it is said by who asks.
 */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/catalogue.ts';
import { CopyButton } from '../../kit/copy-button.tsx';
import { callText } from './text.ts';

export interface ErasedProps {
  readonly id: string;
  /** What the id is called. */
  readonly name: string;
  readonly first: string;
  readonly children: ReactNode;
}

export function Erased({ id, name, first, children }: ErasedProps) {
  const t = useText(callText).deletion;
  return (
    <>
      <p>
        <span className="mono wrap">{id}</span> <CopyButton text={id} what={name} />
      </p>
      <p>{first}</p>
      <ul className="erased">
        {t.parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
      {children}
    </>
  );
}
