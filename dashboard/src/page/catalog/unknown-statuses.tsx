/**
 * Statuses that only a platform knows, in which calls stand: they fire nothing and end no call.
 * Nothing is shown where there are none.
 */
import { useText } from '../../i18n/catalogue.ts';
import { Panel } from '../../kit/panel.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { catalogText } from './text.ts';

interface UnknownStatus {
  readonly status: string;
  readonly calls: number;
  readonly lastReportAt: string;
}

export function UnknownStatuses({ statuses }: { readonly statuses: readonly UnknownStatus[] }) {
  const t = useText(catalogText).unknownStatus;
  if (statuses.length === 0) return null;
  return (
    <Panel title={t.title} lead={t.lead}>
      <ul>
        {statuses.map(({ status, calls, lastReportAt }) => (
          <li key={status}>
            <code className="wrap">{status}</code> {t.calls(calls)} · <Moment iso={lastReportAt} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
