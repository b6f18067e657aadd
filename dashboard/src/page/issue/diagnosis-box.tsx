/**
 * What a failure means and what to do about it, in the reader's language. The same for an
 * issue and for one delivery. Must never repeat a text of the receiver.
 */
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { type DiagnosisRecord, useDiagnosisWords } from '../../word/diagnosis/diagnosis-words.ts';

export interface DiagnosisBoxProps {
  readonly diagnosis: DiagnosisRecord;
  /** "What to do", before the next step. */
  readonly nextLabel: string;
  /** Links below. */
  readonly children?: ReactNode;
}

export function DiagnosisBox({ diagnosis, nextLabel, children }: DiagnosisBoxProps) {
  const { title, text, nextStep } = useDiagnosisWords()(diagnosis);
  return (
    <Alert color="yellow" variant="light" title={title} className="diagnosis">
      <p>{text}</p>
      <p>
        <strong>{nextLabel}:</strong> {nextStep}
      </p>
      {children}
    </Alert>
  );
}
