/**
 * The ready views of the deliveries, as links: each is a filter of states, and keeps the rest of
 * the filter.
 */
import { Link } from '@tanstack/react-router';
import { useText } from '../../i18n/catalogue.ts';
import type { ShownState } from '../../word/delivery-state.ts';
import type { DeliverySearch } from './delivery-search.ts';
import { deliveryText } from './text.ts';

const VIEWS = {
  all: [],
  failing: ['retrying', 'held'],
  exhausted: ['rejected', 'exhausted', 'blocked'],
  waiting: ['waiting', 'due', 'sending'],
  delivered: ['delivered'],
} as const satisfies Readonly<Record<string, readonly ShownState[]>>;

const NAMES = ['all', 'failing', 'exhausted', 'waiting', 'delivered'] as const;

export function DeliveryViews({ search }: { readonly search: DeliverySearch }) {
  const t = useText(deliveryText);
  const states: readonly string[] = search.state ?? [];
  return (
    <nav className="tabs" aria-label={t.views}>
      {NAMES.map((name) => {
        const view: readonly ShownState[] = VIEWS[name];
        const current = view.length === states.length && view.every((one) => states.includes(one));
        return (
          <Link
            key={name}
            to="."
            search={(before) => ({
              ...before,
              state: view.length === 0 ? undefined : view,
              cursor: undefined,
            })}
            className="tab"
            activeOptions={{ explicitUndefined: true }}
            aria-current={current ? 'page' : undefined}
          >
            {t.view[name]}
          </Link>
        );
      })}
    </nav>
  );
}
