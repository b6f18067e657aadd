/**
 * What the filter of the calls understands: `status:`, `direction:`, `errors:`, `stale:`,
 * `clientId:` and `callSid:`, each with a hyphen for what it must not be; for whom the clientId is
 * masked, everything but that.
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
    const yesNo = [
      { value: '1', label: filter.yes },
      { value: '0', label: filter.no },
    ];
    const not = (key: string, label: string) => ({ key, label: filter.not(label) });
    return [
      {
        key: 'status',
        label: filter.status,
        many: true,
        not: not('notStatus', filter.status),
        // A platform may use statuses of its own.
        accepts: isStatus,
        offers: STATUS_NAMES,
      },
      {
        key: 'direction',
        label: filter.direction,
        not: not('notDirection', filter.direction),
        values: (['INBOUND', 'OUTBOUND'] as const).map((value) => ({
          value,
          label: direction[value],
        })),
      },
      {
        key: 'errors',
        label: filter.errors,
        not: not('notErrors', filter.errors),
        values: yesNo,
      },
      { key: 'stale', label: filter.stale, not: not('notStale', filter.stale), values: yesNo },
      ...(masked
        ? []
        : [
            {
              key: 'clientId',
              label: filter.clientId,
              not: not('notClientId', filter.clientId),
            },
          ]),
      { key: 'callSid', label: filter.callSid, not: not('notCallSid', filter.callSid) },
    ];
  }, [masked, t]);
}
