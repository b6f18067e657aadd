/**
 * One bulk job: its action and deliveries, its progress, the result of each delivery, and a button
 * that stops it. The page follows a running job.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import { useMay } from '../../api/session.ts';
import { useText, type Words } from '../../i18n/words.ts';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { DataRegion, EmptyState } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { StateBadge, type StateWord, type Tone } from '../../kit/state-badge.tsx';
import { showToast } from '../../kit/toast.tsx';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import {
  abortJob,
  isSentLater,
  isUnderWay,
  itemsQuery,
  type JobItem,
  type JobRecord,
  jobQuery,
  seenOf,
} from './bulk-query.ts';
import './bulk.css';
import { useNames } from '../../api/names.ts';
import { useFormat } from '../../i18n/format.ts';
import { Fact, Facts } from '../../kit/panel.tsx';
import { type Column, DataTable, Pager, ROW_LINK } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { Named } from '../../word/named.tsx';

const route = getRouteApi('/p/$project/bulk/$jobId');

const TONES: Readonly<Record<JobRecord['state'], Tone>> = {
  queued: 'waiting',
  running: 'busy',
  done: 'good',
  aborted: 'off',
};

export function Page() {
  const t = useText('bulk');
  const { jobId } = route.useParams();
  const { cursor } = route.useSearch();
  const client = useClient();
  const query = useQuery(jobQuery(client, jobId));
  useLiveQueries(['bulk', 'deliveries'], jobQuery(client, jobId).queryKey);
  const job = query.data;
  const title = job === undefined ? jobId : t.title[job.action](job.matched);
  const word = job === undefined ? null : { tone: TONES[job.state], ...t.state[job.state] };
  return (
    <>
      <PageHead
        title={title}
        documentTitle={[title, word?.word, t.kind].filter(Boolean).join(' · ')}
        back={<BackToList isOfCalls={job?.action === 'delete-calls'} />}
        badge={word !== null && <StateBadge {...word} filled />}
        lead={word?.meaning}
        actions={job !== undefined && <Abort job={job} />}
      />
      <DataRegion title={t.progress} region={regionOf(query)} rows={3} empty={null}>
        {job !== undefined && <BulkProgress job={job} />}
        {job !== undefined && <BulkFacts job={job} />}
      </DataRegion>
      {job !== undefined && job.action !== 'delete-calls' && (
        <BulkItems job={job} cursor={cursor} />
      )}
    </>
  );
}

function BackToList({ isOfCalls }: { readonly isOfCalls: boolean }) {
  const t = useText('bulk');
  const params = { project: useClient().project ?? '' };
  return (
    <Link to={isOfCalls ? '/p/$project/calls' : '/p/$project/deliveries'} params={params}>
      {isOfCalls ? t.backToCalls : t.back}
    </Link>
  );
}

function Abort({ job }: { readonly job: JobRecord }) {
  const t = useText('bulk');
  const { onlyRole } = useText('kit');
  const { role } = useText('word');
  const client = useClient();
  const may = useMay('deliveries:write');
  const [asking, setAsking] = useState(false);
  const why = may ? (isUnderWay(job) ? null : t.ended) : onlyRole(role.operator);
  const abort = async (): Promise<void> => {
    const stopped = await abortJob(client, job.id);
    queryClient.setQueryData(jobQuery(client, job.id).queryKey, stopped);
    showToast({ text: t.aborted });
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={why !== null}
        title={why ?? undefined}
        onClick={() => setAsking(true)}
      >
        {t.abort}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t.abortTitle}
          effect={<p>{t.abortEffect}</p>}
          action={t.abort}
          dangerous
          onConfirm={abort}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/**
 * The request of the job: which deliveries, why, by whom and when. It shows names of endpoints
 * where the job has ids.
 */
function BulkFacts({ job }: { readonly job: JobRecord }) {
  const t = useText('bulk');
  const names = useNames();
  const project = useClient().project ?? '';
  const issue = job.filter?.issue;
  return (
    <>
      <Facts across>
        <Fact name={t.fact.what}>
          <Which job={job} names={names} />
        </Fact>
        {job.reason !== null && <Fact name={t.fact.reason}>{job.reason}</Fact>}
        <Fact name={t.fact.by}>
          <Named id={job.createdBy} names={names} />
        </Fact>
        <Fact name={t.fact.created}>
          <Moment iso={job.createdAt} />
        </Fact>
        <Fact name={t.fact.started}>
          <When iso={job.startedAt} />
        </Fact>
        <Fact name={t.fact.ended}>
          <When iso={job.endedAt} />
        </Fact>
      </Facts>
      {issue !== undefined && (
        <p className="small">
          <Link to="/p/$project/issues/$fingerprint" params={{ project, fingerprint: issue }}>
            {t.issue}
          </Link>
        </p>
      )}
    </>
  );
}

interface WhichProps {
  readonly job: JobRecord;
  readonly names: ReadonlyMap<string, string>;
}

/** The filter, a line each; names of endpoints instead of ids. */
function Which({ job: { filter, ids }, names }: WhichProps) {
  const t = useText('bulk');
  if (ids !== null) return t.fact.ids(ids);
  const entries = Object.entries(filter ?? {});
  if (entries.length === 0) return t.fact.everything;
  return entries.map(([key, value]) => (
    <div key={key} className="wrap">
      {t.filter[key] ?? key}:{' '}
      {[value]
        .flat()
        .map((one) => names.get(String(one)) ?? one)
        .join(', ')}
    </div>
  ));
}

function When({ iso }: { readonly iso: string | null }) {
  const t = useText('bulk');
  return iso === null ? <span className="quiet">{t.fact.notYet}</span> : <Moment iso={iso} />;
}

const ITEM_TONES: Readonly<Record<JobItem['result'], Tone>> = {
  done: 'good',
  skipped: 'off',
  failed: 'bad',
};
/** Results that the service keeps of one job. */
const KEPT_MAX = 1_000;

interface BulkItemsProps {
  readonly job: JobRecord;
  readonly cursor: string | undefined;
}

/**
 * The result of each delivery of a job, in the order in which they were done, page by page. Read
 * again as the job proceeds.
 */
function BulkItems({ job, cursor }: BulkItemsProps) {
  const t = useText('bulk');
  const query = useQuery(itemsQuery(useClient(), job.id, cursor, seenOf(job)));
  const columns = useItemColumns(job.action);
  const rows = query.data?.data ?? [];
  const partial = seenOf(job) > KEPT_MAX;
  return (
    <DataRegion
      title={t.items}
      region={regionOf(query, { count: rows.length, partial })}
      partial={t.itemsMax}
      empty={
        <EmptyState title={t.itemsEmpty}>
          <p>{t.itemsEmptyText}</p>
        </EmptyState>
      }
      foot={
        <Pager
          what={t.items}
          cursor={cursor}
          nextCursor={query.data?.nextCursor ?? null}
          shown={rows.length}
        />
      }
    >
      <DataTable
        caption={t.listed}
        columns={columns}
        rows={rows}
        rowId={({ deliveryId }) => deliveryId}
      />
    </DataRegion>
  );
}

function useItemColumns(action: JobRecord['action']): readonly Column<JobItem>[] {
  const t = useText('bulk');
  const project = useClient().project ?? '';
  return useMemo(() => {
    const link = (id: string, attributes: object) => (
      <Link
        to="/p/$project/deliveries/$deliveryId"
        params={{ project, deliveryId: id }}
        className="mono"
        {...attributes}
      >
        {id}
      </Link>
    );
    const columns: readonly Column<JobItem>[] = [
      {
        id: 'delivery',
        head: t.column.delivery,
        as: 'link',
        cell: ({ deliveryId }) => link(deliveryId, ROW_LINK),
      },
      {
        id: 'result',
        head: t.column.result,
        as: 'state',
        cell: ({ result }) => <StateBadge {...resultWord(result, action, t)} />,
      },
      {
        id: 'reason',
        head: t.column.reason,
        as: 'quiet',
        cell: ({ reason }) => (reason === null ? '' : t.reason[reason]),
      },
    ];
    if (action !== 'replay') return columns;
    const made: Column<JobItem> = {
      id: 'made',
      head: t.column.made,
      as: 'minor',
      cell: ({ madeId }) => (madeId === null ? '' : link(madeId, {})),
    };
    return [...columns, made];
  }, [t, project, action]);
}

/** A delivery that is only due again is shown as waiting, not as a success. */
function resultWord(
  result: JobItem['result'],
  action: JobRecord['action'],
  t: Words['bulk'],
): StateWord {
  if (result !== 'done') return { tone: ITEM_TONES[result], ...t.result[result] };
  return { tone: isSentLater(action) ? 'waiting' : ITEM_TONES.done, ...t.taken[action] };
}

/**
 * How far a job is: a bar that screen readers announce, and the results so far. It never claims
 * more than the job itself does.
 */
function BulkProgress({ job }: { readonly job: JobRecord }) {
  const t = useText('bulk');
  const format = useFormat();
  const { matched, matchedExact, done, skipped, failed } = job;
  const seen = seenOf(job);
  // More can come to be looked at than were counted beforehand, never the other way round.
  const all = Math.max(matched, seen);
  const shown = matchedExact ? format.number(all) : t.atLeast(format.number(all));
  return (
    <>
      <p className="bulk-progress">
        <progress value={seen} max={Math.max(1, all)} aria-label={t.progress} />
        <strong role="status">{t.of(format.number(seen), shown)}</strong>
      </p>
      <Facts across>
        <Fact name={t.taken[job.action].word}>{format.number(done)}</Fact>
        <Fact name={t.counts.skipped}>{format.number(skipped)}</Fact>
        <Fact name={t.counts.failed}>{format.number(failed)}</Fact>
        {isUnderWay(job) && <Fact name={t.counts.left}>{format.number(all - seen)}</Fact>}
      </Facts>
      {isSentLater(job.action) && done > 0 && <p className="quiet small">{t.sentLater}</p>}
    </>
  );
}
