/**
 * The properties that join a field to a part of the draft: its text, what is wrong with it, and
 * the check when it is left.
 */
import type { ChangeEvent } from 'react';
import type { EndpointDraft } from './endpoint-draft.ts';
import type { EndpointForm } from './use-endpoint-form.ts';

type TextKey = {
  [Key in keyof EndpointDraft]: EndpointDraft[Key] extends string ? Key : never;
}[keyof EndpointDraft] &
  (
    | 'name'
    | 'target'
    | 'token'
    | 'secret'
    | 'contentKey'
    | 'filterTags'
    | 'filterAgentIds'
    | 'filterQueues'
    | 'filterMetadata'
    | 'timeoutS'
    | 'schedule'
    | 'ratePerS'
    | 'burst'
    | 'concurrency'
    | 'callLogWaitS'
    | 'scorecardId'
    | 'deadlineMin'
  );

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export interface FieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly disabled: boolean;
  onChange(event: ChangeEvent<Field>): void;
  onBlur(): void;
}

export function fieldOf(endpoint: EndpointForm, key: TextKey, pointer: string): FieldProps {
  const { form, readOnly } = endpoint;
  const value = form.values[key];
  return {
    value,
    error: endpoint.faultOf(pointer),
    disabled: readOnly,
    onChange: ({ currentTarget }) => endpoint.set(key, currentTarget.value, pointer),
    onBlur: () => endpoint.left(pointer, value.trim() !== ''),
  };
}
