/**
 * A diagnosis in the reader's language, by the ids that the service gives. What this page has no
 * words for, of a newer service, is said as the service says it, in English.
 */
import { useCallback } from 'react';
import type { Static } from 'typebox';
import type { Diagnosis } from '../../../../src/http/schema/diagnosis.ts';
import { useText, type Words } from '../../i18n/words.ts';

export type DiagnosisRecord = Readonly<Static<typeof Diagnosis>>;
export type DiagnosisWords = Pick<DiagnosisRecord, 'title' | 'text' | 'nextStep'>;

export function useDiagnosisWords(): (diagnosis: DiagnosisRecord) => DiagnosisWords {
  const t = useText('diagnosis');
  return useCallback((diagnosis) => diagnosisWords(diagnosis, t), [t]);
}

export function diagnosisWords(diagnosis: DiagnosisRecord, t: Words['diagnosis']): DiagnosisWords {
  const { id, nextStepId } = diagnosis;
  return {
    title: titleOf(diagnosis, t),
    text: own(t.texts, id) ?? diagnosis.text,
    nextStep: own(t.steps, nextStepId) ?? diagnosis.nextStep,
  };
}

function titleOf({ id, status, title }: DiagnosisRecord, t: Words['diagnosis']): string {
  if (status !== null && id.startsWith('answered-')) return t.answered(status);
  if (status !== null && id.startsWith('mail-')) return t.mailSaid(status);
  return own(t.titles, id) ?? title;
}

function own(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
