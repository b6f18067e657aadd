/**
 * What the filter of the calls understands: `status:`, `direction:`, `errors:`, `stale:`,
 * `clientId:` and `callSid:`; for whom the clientId is masked, everything but that.
 */
import { useMemo } from 'react';
import { useMembership } from '../../api/session.ts';
import { useText } from '../../i18n/catalogue.ts';
import type { FilterField } from '../../kit/filter/filter-token.ts';
import { isStatus } from './call-search.ts';
import { STATUS_NAMES } from './call-status.ts';
import { callText } from './text.ts';

export function useCallFields(): readonly FilterField[] {
  const t = useText(callText);
  const masked = useMembership()?.masked === true;
  return useMemo(() => {
    const { filter, direction } = t;
    const yes = [{ value: '1', label: filter.yes }];
    return [
      {
        key: 'status',
        label: filter.status,
        // A platform may use statuses of its own.
        accepts: isStatus,
        offers: STATUS_NAMES,
      },
      {
        key: 'direction',
        label: filter.direction,
        values: (['INBOUND', 'OUTBOUND'] as const).map((value) => ({
          value,
          label: direction[value],
        })),
      },
      { key: 'errors', label: filter.errors, values: yes },
      { key: 'stale', label: filter.stale, values: yes },
      ...(masked ? [] : [{ key: 'clientId', label: filter.clientId }]),
      { key: 'callSid', label: filter.callSid },
    ];
  }, [masked, t]);
}
