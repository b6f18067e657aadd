/**
 * Remembers the list of deliveries that is shown, for the next and previous one of a delivery that
 * is opened from it. Every list of deliveries calls it with its rows in their order.
 */
import { useEffect } from 'react';
import { useClient } from '../../api/api-context.tsx';
import type { DeliveryRecord } from '../../api/record.ts';
import { keepTrail } from './came-from.ts';
import type { DeliverySearch } from './delivery-search.ts';

/** `search` null: not the list of all deliveries, so the way back leads elsewhere. */
export function useKeepTrail(
  rows: readonly Pick<DeliveryRecord, 'id'>[] | null,
  search: DeliverySearch | null = null,
): void {
  const project = useClient().project ?? '';
  useEffect(() => {
    if (rows === null || rows.length === 0) return;
    keepTrail({ project, ids: rows.map(({ id }) => id), search });
  }, [project, rows, search]);
}
