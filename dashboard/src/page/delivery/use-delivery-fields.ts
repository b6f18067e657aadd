/**
 * What the filter of the deliveries understands: `state:`, `endpoint:`, `trigger:`, each with a
 * hyphen for what it must not be, `class:`, `call:` and `attempts:>=3`; and what people ask for
 * that no index answers, with what to use instead. Names of endpoints complete to ids.
 */
import { useMemo } from 'react';
import type { EndpointRecord } from '../../api/record.ts';
import { useText } from '../../i18n/catalogue.ts';
import { atLeast } from '../../kit/filter/at-least.ts';
import type { FilterField } from '../../kit/filter/filter-token.ts';
import { STATE_NAMES } from '../../word/delivery-state.ts';
import { CLASS_NAMES } from '../../word/result-class.ts';
import { wordText } from '../../word/text.ts';
import { TRIGGER_NAMES } from '../../word/trigger.ts';
import { ATTEMPTS_MAX } from './delivery-search.ts';
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
        not: { key: 'notState', label: t.notState },
        values: STATE_NAMES.map((value) => ({ value, label: state[value].word })),
      },
      {
        key: 'endpoint',
        label: t.endpoint,
        many: true,
        not: { key: 'notEndpoint', label: t.notEndpoint },
        values: [...endpoints.values()].map(({ id, name }) => ({ value: id, label: name })),
      },
      {
        key: 'trigger',
        label: t.trigger,
        many: true,
        not: { key: 'notTrigger', label: t.notTrigger },
        values: TRIGGER_NAMES.map((value) => ({ value, label: value })),
      },
      {
        key: 'class',
        label: t.class,
        many: true,
        values: CLASS_NAMES.map((value) => ({ value, label: value })),
      },
      { key: 'call', label: t.call },
      {
        key: 'attempts',
        label: t.attempts,
        reads: (text) => atLeast(text, ATTEMPTS_MAX),
        shows: (value) => t.orMore(Number(value)),
        offers: ['>=2', '>=3', '>=5'],
      },
      ...Object.entries(t.never).map(([key, never]) => ({ key, label: key, never })),
    ],
    [t, state, endpoints],
  );
}
