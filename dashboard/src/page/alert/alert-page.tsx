/**
 * One alert: what was found, since when, how much waits, what to do, who was told and when; and
 * how a member acknowledges or mutes it.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import { useMay } from '../../api/session.ts';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { Icon } from '../../kit/icon.tsx';
import { Menu } from '../../kit/menu.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { Fact, Facts } from '../../kit/panel.tsx';
import { DataRegion, EmptyState } from '../../kit/region/data-region.tsx';
import { type Region, regionOf } from '../../kit/region/region.ts';
import { StateBadge } from '../../kit/state-badge.tsx';
import { type Column, DataTable } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { serverNowMs } from '../../kit/time/server-clock.ts';
import { showToast } from '../../kit/toast.tsx';
import { useMaySeeSources } from '../source/source-query.ts';
import {
  type AlertDetail,
  alertQuery,
  alertWord,
  markAlert,
  type NoticeRecord,
  useAlertWords,
} from './alert-query.ts';

const route = getRouteApi('/p/$project/alerts/$alertId');

export function Page() {
  const t = useText('alert');
  const { alertId } = route.useParams();
  const client = useClient();
  const query = useQuery(alertQuery(client, alertId));
  const alert = query.data;
  const say = useAlertWords();
  const title = alert === undefined ? alertId : `${say.titleOf(alert)}: ${alert.name}`;
  const word = alert === undefined ? null : alertWord(alert, t, serverNowMs());
  return (
    <>
      <PageHead
        title={title}
        documentTitle={[title, word?.word, t.title].filter(Boolean).join(' · ')}
        back={
          <Link to="/p/$project/alerts" params={{ project: client.project ?? '' }}>
            {t.back}
          </Link>
        }
        badge={word !== null && <StateBadge {...word} filled />}
        lead={word?.meaning}
        actions={alert !== undefined && <Actions alert={alert} />}
      />
      <DataRegion title={t.facts} region={regionOf(query)} rows={5} empty={null}>
        {alert !== undefined && <AlertFacts alert={alert} />}
      </DataRegion>
      {alert !== undefined && (
        <Notices
          notices={alert.notices}
          region={regionOf(query, { count: alert.notices.length })}
        />
      )}
    </>
  );
}

function AlertFacts({ alert }: { readonly alert: AlertDetail }) {
  const t = useText('alert');
  const format = useFormat();
  const say = useAlertWords();
  const project = useClient().project ?? '';
  const { subjectId, acknowledged, mutedUntil, recoveredAt, waiting } = alert;
  return (
    <>
      <p className="wrap">{say.foundOf(alert)}</p>
      <p className="wrap">
        <strong>{t.advice}</strong> {say.adviceOf(alert)}
      </p>
      <Facts across>
        <Fact name={t.column.about}>
          <Subject subjectId={subjectId} name={alert.name} />
        </Fact>
        {subjectId?.startsWith('ep_') === true && (
          <Fact name={t.causes}>
            <Link to="/p/$project/issues" params={{ project }} search={{ endpoint: subjectId }}>
              {t.issues}
            </Link>
          </Fact>
        )}
        <Fact name={t.column.since}>
          <Moment iso={alert.since} />
        </Fact>
        {recoveredAt !== null && (
          <Fact name={t.over}>
            <Moment iso={recoveredAt} />
          </Fact>
        )}
        <Fact name={t.waiting}>{format.number(waiting)}</Fact>
        {acknowledged !== null && (
          <Fact name={t.status.acknowledged.word}>
            {acknowledged.by}, <Moment iso={acknowledged.at} />
          </Fact>
        )}
        {mutedUntil !== null && (
          <Fact name={t.mutedUntil}>
            <Moment iso={mutedUntil} />
          </Fact>
        )}
      </Facts>
    </>
  );
}

/**
 * Leads to the endpoint, or to the source if the role may see sources; a project, or the service,
 * has no page of its own.
 */
function Subject({ subjectId, name }: Pick<AlertDetail, 'subjectId' | 'name'>) {
  const project = useClient().project ?? '';
  const maySeeSources = useMaySeeSources();
  if (subjectId?.startsWith('ep_') === true) {
    const params = { project, endpointId: subjectId };
    return (
      <Link to="/p/$project/endpoints/$endpointId/{-$tab}" params={params}>
        {name}
      </Link>
    );
  }
  if (subjectId?.startsWith('src_') === true && maySeeSources) {
    return (
      <Link to="/p/$project/sources/$sourceId" params={{ project, sourceId: subjectId }}>
        {name}
      </Link>
    );
  }
  return name;
}

const HOUR_MS = 3_600_000;
const MUTE_HOURS = [1, 4, 24] as const;

function Actions({ alert }: { readonly alert: AlertDetail }) {
  const t = useText('alert');
  const { onlyRole } = useText('kit');
  const { role } = useText('word');
  const client = useClient();
  const may = useMay('deliveries:write');
  const why = may ? null : onlyRole(role.operator);
  const off = why === null ? {} : { disabled: why };
  const mark = (change: Parameters<typeof markAlert>[2], done: string): void => {
    markAlert(client, alert.id, change).then(
      (changed) => {
        queryClient.setQueryData(alertQuery(client, alert.id).queryKey, changed);
        void queryClient.invalidateQueries({ queryKey: ['alerts', client.project, 'list'] });
        showToast({ text: done });
      },
      (error: unknown) => {
        showToast({ text: error instanceof Error ? error.message : String(error), tone: 'bad' });
      },
    );
  };
  const isMuted = alert.mutedUntil !== null;
  return (
    <>
      <Button
        size="xs"
        variant={alert.acknowledged === null ? 'filled' : 'default'}
        disabled={why !== null}
        title={why ?? undefined}
        onClick={() =>
          alert.acknowledged === null
            ? mark({ acknowledged: true }, t.done.acknowledged)
            : mark({ acknowledged: false }, t.done.open)
        }
      >
        {alert.acknowledged === null ? t.acknowledge : t.reopen}
      </Button>
      <Menu
        label={t.mute}
        button={<Icon name="more" />}
        actions={[
          ...MUTE_HOURS.map((hours) => ({
            id: `mute-${hours}`,
            label: t.muteFor(hours),
            onSelect: () => {
              const mutedUntil = new Date(serverNowMs() + hours * HOUR_MS).toISOString();
              mark({ mutedUntil }, t.done.muted);
            },
            ...off,
          })),
          ...(isMuted
            ? [
                {
                  id: 'unmute',
                  label: t.unmute,
                  onSelect: () => mark({ mutedUntil: null }, t.done.unmuted),
                  ...off,
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

interface NoticesProps {
  readonly notices: readonly NoticeRecord[];
  readonly region: Region;
}

function Notices({ notices, region }: NoticesProps) {
  const t = useText('alert');
  const columns = useNoticeColumns();
  return (
    <DataRegion
      title={t.notices}
      region={region}
      empty={
        <EmptyState title={t.noNoticesTitle}>
          <p>{t.noNotices}</p>
        </EmptyState>
      }
    >
      <DataTable
        caption={t.notices}
        columns={columns}
        rows={notices}
        rowId={({ id }) => id}
        rowName={({ id }) => id}
      />
    </DataRegion>
  );
}

function useNoticeColumns(): readonly Column<NoticeRecord>[] {
  const t = useText('alert');
  const format = useFormat();
  return useMemo(() => {
    const tones = { due: 'busy', sent: 'good', failed: 'bad', dropped: 'off' } as const;
    return [
      {
        id: 'to',
        head: t.column.to,
        as: 'link',
        cell: ({ endpointName, userId }) => endpointName ?? userId ?? t.gone,
      },
      {
        id: 'state',
        head: t.column.status,
        as: 'state',
        cell: ({ state }) => <StateBadge {...t.notice[state]} tone={tones[state]} />,
      },
      { id: 'edge', head: t.column.what, as: 'quiet', cell: ({ edge }) => t.edge[edge] },
      {
        id: 'attempts',
        head: t.column.attempts,
        as: 'number',
        cell: ({ attempts }) => format.number(attempts),
      },
      {
        id: 'answer',
        head: t.column.answer,
        as: 'minor',
        cell: ({ lastStatus, lastError }) => lastError ?? lastStatus ?? '–',
      },
      {
        id: 'when',
        head: t.column.when,
        as: 'when',
        cell: ({ closedAt, createdAt }) => <Moment iso={closedAt ?? createdAt} />,
      },
    ];
  }, [t, format]);
}
