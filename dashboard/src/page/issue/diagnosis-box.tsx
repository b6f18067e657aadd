/**
 * What a failure means and what to do about it, as the service says it. The same for an issue and
 * for one delivery. Must never repeat a text of the receiver.
 */
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';

export interface DiagnosisBoxProps {
  readonly diagnosis: { readonly title: string; readonly text: string; readonly nextStep: string };
  /** "What to do", before the next step. */
  readonly nextLabel: string;
  /** Links below. */
  readonly children?: ReactNode;
}

export function DiagnosisBox({ diagnosis, nextLabel, children }: DiagnosisBoxProps) {
  return (
    <Alert color="yellow" variant="light" title={diagnosis.title} className="diagnosis">
      <p>{diagnosis.text}</p>
      <p>
        <strong>{nextLabel}:</strong> {diagnosis.nextStep}
      </p>
      {children}
    </Alert>
  );
}
