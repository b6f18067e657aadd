/**
 * The next and the previous delivery of the list that this one was opened from, as links and by
 * `j` and `k`. They take the place of this page in the history, so that "back" leads to the list.
 */
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../../api/api-context.tsx';
import { useText } from '../../../i18n/catalogue.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useHotkey } from '../../../keys/use-hotkey.ts';
import { Icon } from '../../../kit/icon.tsx';
import { neighboursOf } from '../../../list/list-course.ts';
import { trailOf } from '../came-from.ts';
import { oneText } from './text.ts';

const route = getRouteApi('/p/$project/deliveries/$deliveryId');

export function NeighbourLinks({ id }: { readonly id: string }) {
  const t = useText(oneText).neighbour;
  const format = useFormat();
  const project = useClient().project ?? '';
  const near = neighboursOf(trailOf(project)?.ids ?? [], id);
  const { tab } = route.useSearch();
  const navigate = useNavigate();
  const go = (deliveryId: string | null): void => {
    if (deliveryId === null) return;
    void navigate({
      to: '/p/$project/deliveries/$deliveryId',
      params: { project, deliveryId },
      search: { tab },
      replace: true,
    });
  };
  const before = near?.before ?? null;
  const after = near?.after ?? null;
  useHotkey('j', () => go(after), after !== null);
  useHotkey('k', () => go(before), before !== null);
  if (near === null) return null;
  return (
    <nav className="neighbours small" aria-label={t.label}>
      <Neighbour id={before} title={t.beforeTitle}>
        <Icon name="left" /> {t.before}
      </Neighbour>
      <span className="quiet">{t.place(format.number(near.place), format.number(near.of))}</span>
      <Neighbour id={after} title={t.afterTitle}>
        {t.after} <Icon name="right" />
      </Neighbour>
    </nav>
  );
}

interface NeighbourProps {
  readonly id: string | null;
  readonly title: string;
  readonly children: ReactNode;
}

function Neighbour({ id, title, children }: NeighbourProps) {
  const { tab } = route.useSearch();
  const project = useClient().project ?? '';
  if (id === null) return <span className="neighbour quiet">{children}</span>;
  return (
    <Link
      to="/p/$project/deliveries/$deliveryId"
      params={{ project, deliveryId: id }}
      search={{ tab }}
      replace
      className="neighbour"
      title={title}
    >
      {children}
    </Link>
  );
}
