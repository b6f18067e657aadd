/**
 * One bulk job: what it does to which deliveries, how far it is, what became of each one, and how
 * to stop it. It moves by itself while it runs.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/catalogue.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { StateBadge, type Tone } from '../../kit/state-badge.tsx';
import { kitText } from '../../kit/text.ts';
import { showToast } from '../../kit/toast.tsx';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import { wordText } from '../../word/text.ts';
import { BulkFacts } from './bulk-facts.tsx';
import { BulkItems } from './bulk-items.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import { abortJob, isUnderWay, type JobRecord, jobQuery } from './bulk-query.ts';
import './bulk.css';
import { bulkText } from './text.ts';

const route = getRouteApi('/p/$project/bulk/$jobId');

const TONES: Readonly<Record<JobRecord['state'], Tone>> = {
  queued: 'waiting',
  running: 'busy',
  done: 'good',
  aborted: 'off',
};

export function Page() {
  const t = useText(bulkText);
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
  const t = useText(bulkText);
  const params = { project: useClient().project ?? '' };
  return (
    <Link to={isOfCalls ? '/p/$project/calls' : '/p/$project/deliveries'} params={params}>
      {isOfCalls ? t.backToCalls : t.back}
    </Link>
  );
}

function Abort({ job }: { readonly job: JobRecord }) {
  const t = useText(bulkText);
  const { onlyRole } = useText(kitText);
  const { role } = useText(wordText);
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
