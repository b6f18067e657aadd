/**
 * How many queued deliveries a change would cancel: those of triggers that were ticked and no
 * longer are. Null: none.
 */
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../../api/api-context.tsx';
import { COUNTED_MAX, OPEN_STATES, queuedQuery } from '../../../api/endpoint-act.ts';
import type { EndpointForm } from './use-endpoint-form.ts';

export interface Cancelled {
  readonly count: number;
  /** There may be more than were counted. */
  readonly more: boolean;
}

export function useCancelled({ record, form }: EndpointForm): Cancelled | null {
  const unticked = (record?.triggers ?? []).filter((name) => !form.values.triggers.includes(name));
  const asked = record !== null && unticked.length > 0;
  const query = queuedQuery(useClient(), record?.id ?? '', OPEN_STATES, unticked);
  const { data } = useQuery({ ...query, enabled: asked });
  if (!asked || data === undefined || data === 0) return null;
  return { count: data, more: data >= COUNTED_MAX };
}
