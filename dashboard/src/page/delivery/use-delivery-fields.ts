/**
 * What the filter of the deliveries understands: `state:`, `endpoint:`, `trigger:` and `call:`.
 * Names of endpoints complete to their ids.
 */
import { useMemo } from 'react';
import type { EndpointRecord } from '../../api/record.ts';
import { useText } from '../../i18n/catalogue.ts';
import type { FilterField } from '../../kit/filter/filter-token.ts';
import { STATE_NAMES } from '../../word/delivery-state.ts';
import { wordText } from '../../word/text.ts';
import { TRIGGER_NAMES } from '../../word/trigger.ts';
import { deliveryText } from './text.ts';

export function useDeliveryFields(
  endpoints: ReadonlyMap<string, EndpointRecord>,
): readonly FilterField[] {
  const t = useText(deliveryText).filter;
  const { state } = useText(wordText).delivery;
  return useMemo(
    () => [
      {
        key: 'state',
        label: t.state,
        many: true,
        values: STATE_NAMES.map((value) => ({ value, label: state[value].word })),
      },
      {
        key: 'endpoint',
        label: t.endpoint,
        values: [...endpoints.values()].map(({ id, name }) => ({ value: id, label: name })),
      },
      {
        key: 'trigger',
        label: t.trigger,
        values: TRIGGER_NAMES.map((value) => ({ value, label: value })),
      },
      { key: 'call', label: t.call },
    ],
    [t, state, endpoints],
  );
}
