/**
 * Which of the signed endpoints is meant: for a program,
 * or as whom a request is checked.
 */
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/api-context.tsx';
import { signedEndpointsQuery } from './signed-endpoint.ts';

export interface EndpointChoiceProps {
  readonly label: string;
  /** What the first entry, none of them, says. */
  readonly none: string;
  readonly value: string | null;
  onChange(endpointId: string | null): void;
}

export function EndpointChoice({ label, none, value, onChange }: EndpointChoiceProps) {
  const { data } = useQuery(signedEndpointsQuery(useClient()));
  const endpoints = data?.endpoints ?? [];
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value === '' ? null : currentTarget.value);
      }}
      data={[
        { value: '', label: none },
        ...endpoints.map(({ id, name }) => ({ value: id, label: `${name} (${id})` })),
      ]}
    />
  );
}
