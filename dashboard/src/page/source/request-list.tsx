/**
 * The last requests of a source, what became
 * of each, and the values that no mapping knows.
 */
import { Link } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { CodeView } from '../../kit/code/code-view.tsx';
import { Panel } from '../../kit/panel.tsx';
import { DataRegion, EmptyState } from '../../kit/region/data-region.tsx';
import type { Region } from '../../kit/region/region.ts';
import { StateBadge, type Tone } from '../../kit/state-badge.tsx';
import { type Column, DataTable } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import type { RequestRecord } from './source-query.ts';
import { callIdOf, type Unmapped, unmappedOf } from './source-request.ts';

interface RequestListProps {
  readonly requests: readonly RequestRecord[];
  readonly region: Region;
}

export function RequestList({ requests, region }: RequestListProps) {
  const t = useText('source');
  return (
    <DataRegion
      title={t.requests}
      region={region}
      empty={<EmptyState title={t.noRequests}>{t.noRequestsText}</EmptyState>}
    >
      <p className="panel-lead">{t.requestsLead}</p>
      <ol className="source-requests">
        {numbered(requests).map(({ key, request }) => (
          <li key={key}>
            <Request request={request} />
          </li>
        ))}
      </ol>
    </DataRegion>
  );
}

/** Requests have no id: the time, and the place among those of the same time. */
function numbered(requests: readonly RequestRecord[]) {
  const counts = new Map<string, number>();
  return requests
    .toReversed()
    .map((request) => {
      const count = counts.get(request.at) ?? 0;
      counts.set(request.at, count + 1);
      return { key: `${request.at} ${count}`, request };
    })
    .reverse();
}

const TONES: Readonly<Record<RequestRecord['outcome'], Tone>> = {
  taken: 'good',
  ignored: 'off',
  refused: 'bad',
};

function Request({ request }: { readonly request: RequestRecord }) {
  const t = useText('source');
  const project = useClient().project ?? '';
  const { at, outcome, became, unmapped, body } = request;
  const callIds = new Set(became.map(callIdOf).filter((id) => id !== null));
  return (
    <details className="source-request" data-outcome={outcome}>
      <summary>
        <Moment iso={at} exact />
        <StateBadge {...t.outcome[outcome]} tone={TONES[outcome]} />
        <span className="request-words wrap">
          {became.join('; ')}
          {unmapped.map((value, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a value may come twice
            <span key={index} className="quiet">
              {' '}
              {t.notMapped(value)}
            </span>
          ))}
        </span>
      </summary>
      {callIds.size > 0 && (
        <ul>
          {[...callIds].map((callId) => (
            <li key={callId}>
              <Link to="/p/$project/calls/$callId" params={{ project, callId }}>
                {t.call} <span className="mono wrap">{callId}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <CodeView label={t.body} content={body} />
    </details>
  );
}

/** Shown only if there are some. */
export function UnmappedList({ requests }: { readonly requests: readonly RequestRecord[] }) {
  const t = useText('source');
  const format = useFormat();
  const rows = unmappedOf(requests);
  if (rows.length === 0) return null;
  const columns: readonly Column<Unmapped>[] = [
    {
      id: 'value',
      head: t.value,
      as: 'link',
      cell: ({ value }) => <span className="mono wrap">{value}</span>,
    },
    { id: 'count', head: t.count, as: 'state', cell: ({ count }) => format.number(count) },
    { id: 'last', head: t.last, as: 'when', cell: ({ lastAt }) => <Moment iso={lastAt} /> },
  ];
  return (
    <Panel title={t.unmapped} lead={t.unmappedLead}>
      <DataTable
        caption={t.unmappedListed}
        columns={columns}
        rows={rows}
        rowId={({ value }) => value}
      />
    </Panel>
  );
}
