/**
 * One source: how its platform is connected, what it received and what became of it, and a place
 * to try a sample. Requests show while they arrive.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/words.ts';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { StateBadge, type Tone } from '../../kit/state-badge.tsx';
import { showToast } from '../../kit/toast.tsx';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import './source.css';
import { ConnectPanel } from './connect-panel.tsx';
import { RequestList, UnmappedList } from './request-list.tsx';
import { adaptersQuery, requestsQuery, type SourceRecord, sourceQuery } from './source-query.ts';
import { type SourceState, sourceState } from './source-request.ts';
import { TrialPanel } from './trial-panel.tsx';

const route = getRouteApi('/p/$project/sources/$sourceId');

const TONES: Readonly<Record<SourceState, Tone>> = {
  waiting: 'waiting',
  connected: 'good',
  refused: 'bad',
};

export function Page() {
  const t = useText('source');
  const { sourceId } = route.useParams();
  const client = useClient();
  const query = useQuery(sourceQuery(client, sourceId));
  const adapters = useQuery(adaptersQuery(client));
  const asked = useQuery(requestsQuery(client, sourceId));
  useLiveQueries(['sources'], ['sources', client.project]);
  const source = query.data;
  const adapter = adapters.data?.data.find(({ name }) => name === source?.adapter) ?? null;
  const requests = asked.data?.data ?? [];
  const state = asked.data === undefined ? null : sourceState(requests);
  return (
    <>
      <PageHead
        title={source?.name ?? sourceId}
        documentTitle={[source?.name ?? sourceId, t.title].join(' · ')}
        pending={query.isPending || asked.isPending}
        back={
          <Link to="/p/$project/sources" params={{ project: client.project ?? '' }}>
            {t.back}
          </Link>
        }
        badge={state !== null && <StateBadge {...t.state[state]} tone={TONES[state]} filled />}
        lead={state !== null && t.state[state].meaning}
        actions={source !== undefined && <Remove source={source} />}
      />
      <DataRegion
        title={t.connect}
        region={regionOf({ ...query, data: adapters.data === undefined ? undefined : query.data })}
        rows={6}
        rowHeight={54}
        empty={null}
      >
        {source !== undefined && (
          <ConnectPanel
            key={source.id}
            source={source}
            adapter={adapter}
            newest={asked.data === undefined ? undefined : (requests[0] ?? null)}
          />
        )}
      </DataRegion>
      {source !== undefined && (
        <>
          <RequestList requests={requests} region={regionOf(asked, { count: requests.length })} />
          <UnmappedList requests={requests} />
          <TrialPanel source={source} adapter={adapter} />
        </>
      )}
    </>
  );
}

function Remove({ source: { id, name } }: { readonly source: SourceRecord }) {
  const t = useText('source');
  const client = useClient();
  const project = client.project ?? '';
  const may = useMay('project:admin');
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const remove = async (): Promise<void> => {
    await client.remove(`v1/sources/${id}`);
    showToast({ text: t.removed(name) });
    await navigate({ to: '/p/$project/sources', params: { project } });
    queryClient.removeQueries({ queryKey: ['sources', project] });
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={!may}
        title={may ? undefined : t.mayNot}
        onClick={() => setAsking(true)}
      >
        {t.remove}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t.removeTitle(name)}
          effect={t.removeEffect}
          action={t.removeAction}
          dangerous
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
