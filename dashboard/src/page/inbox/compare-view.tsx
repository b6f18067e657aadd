/**
 * An item of the inbox beside the request that its delivery sent: facts, then the body line by line
 * where it differs.
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { deliveryQuery } from '../../api/delivery.ts';
import { ApiFailure } from '../../api/failure.ts';
import type { DeliveryDetail } from '../../api/record.ts';
import { useText } from '../../i18n/words.ts';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { StateBadge } from '../../kit/state-badge.tsx';
import { comparedFacts, lineDiff } from './compare.ts';
import type { InboxDetail } from './inbox-api.ts';
import { isOfNotice } from './inbox-columns.tsx';

export function CompareView({ item }: { readonly item: InboxDetail }) {
  const t = useText('inbox').compare;
  if (isOfNotice(item)) return <p className="quiet">{t.notice}</p>;
  if (item.deliveryId === null) return <p className="quiet">{t.none}</p>;
  return <WithDelivery item={item} deliveryId={item.deliveryId} />;
}

interface WithDeliveryProps {
  readonly item: InboxDetail;
  readonly deliveryId: string;
}

function WithDelivery({ item, deliveryId }: WithDeliveryProps) {
  const t = useText('inbox').compare;
  const query = useQuery(deliveryQuery(useClient(), deliveryId));
  const { error, data } = query;
  if (error instanceof ApiFailure && (error.status === 404 || error.status === 410)) {
    return <p className="quiet">{t.gone}</p>;
  }
  return (
    <DataRegion title={t.caption} titleHidden plain region={regionOf(query)} empty={null}>
      {data !== undefined && <Compared item={item} delivery={data} />}
    </DataRegion>
  );
}

interface ComparedProps {
  readonly item: InboxDetail;
  readonly delivery: DeliveryDetail;
}

function Compared({ item, delivery }: ComparedProps) {
  const t = useText('inbox').compare;
  const same = item.body === delivery.body;
  const mail = item.channel === 'email';
  return (
    <>
      <FactTable item={item} delivery={delivery} />
      <p>
        <StateBadge
          word={same ? t.equal : t.different}
          tone={same ? 'good' : mail ? 'off' : 'bad'}
          meaning={same ? t.same : t.differs}
        />{' '}
        {same ? t.same : mail ? t.mail : t.differs}
      </p>
      {!same && <Difference sent={delivery.body} came={item.body} />}
    </>
  );
}

function FactTable({ item, delivery }: ComparedProps) {
  const t = useText('inbox').compare;
  return (
    <table className="numbers inbox-compared">
      <caption className="unseen">{t.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t.column.what}</th>
          <th scope="col">{t.column.sent}</th>
          <th scope="col">{t.column.came}</th>
        </tr>
      </thead>
      <tbody>
        {comparedFacts(item, delivery).map(({ name, sent, came, same }) => (
          <tr key={name} data-same={same}>
            <th scope="row">{t.row[name]}</th>
            <td className="mono wrap">{sent ?? '–'}</td>
            <td className="mono wrap">{came ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Difference({ sent, came }: { readonly sent: string; readonly came: string }) {
  const t = useText('inbox').compare;
  const lines = useMemo(() => lineDiff(sent, came), [sent, came]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it
    <section className="code-text" data-wrap="true" tabIndex={0} aria-label={t.diff}>
      <pre>
        {lines.map(({ kind, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one comparison never move
          <span key={index} className="diff-line" data-kind={kind}>
            <span className="unseen">
              {kind === 'removed' ? t.removed : kind === 'added' ? t.added : ''}
            </span>
            <span aria-hidden="true">{MARKS[kind]}</span> {text}
            {'\n'}
          </span>
        ))}
      </pre>
    </section>
  );
}

const MARKS = { same: ' ', removed: '-', added: '+' } as const;
