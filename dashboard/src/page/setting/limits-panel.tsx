/**
 * What the project may use, below its general settings: set by the platform that made it with an
 * instance key, so it is read here and changed there. A project without any shows nothing.
 */
import { useQuery } from '@tanstack/react-query';
import type { showProject } from '../../../../src/http/schema/project.ts';
import { useClient } from '../../api/api-context.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { Fact, Facts, Panel } from '../../kit/panel.tsx';
import { StateBadge } from '../../kit/state-badge.tsx';
import { Moment } from '../../kit/time/moment.tsx';

type ProjectRecord = Readonly<ReturnType<typeof showProject>>;

export function LimitsPanel() {
  const t = useText('setting').limits;
  const client = useClient();
  const format = useFormat();
  const { data } = useQuery({
    queryKey: ['project', client.project],
    queryFn: ({ signal }) => client.get<ProjectRecord>('v1/project', { signal }),
  });
  if (data === undefined || !isManaged(data)) return null;
  const { limits, usage, suspendedAt, externalId } = data;
  const { endpointsMax, reportsPerSecond, callsMax } = limits;
  const most = (value: number | null) => (value === null ? t.none : format.number(value));
  const isFull = callsMax !== null && usage.calls !== null && usage.calls >= callsMax;
  return (
    <Panel title={t.title} lead={t.lead}>
      {suspendedAt !== null && (
        <p>
          <StateBadge {...t.suspended} tone="bad" /> <Moment iso={suspendedAt} />
        </p>
      )}
      <Facts>
        {externalId !== null && <Fact name={t.reference}>{externalId}</Fact>}
        <Fact name={t.endpoints}>{most(endpointsMax)}</Fact>
        <Fact name={t.reports}>{most(reportsPerSecond)}</Fact>
        <Fact name={t.calls}>
          {usage.calls === null || callsMax === null
            ? most(callsMax)
            : t.used(format.number(usage.calls), format.number(callsMax))}
          {isFull && <StateBadge {...t.full} tone="bad" />}
        </Fact>
      </Facts>
    </Panel>
  );
}

function isManaged({ limits, suspendedAt, externalId }: ProjectRecord): boolean {
  const isLimited = Object.values(limits).some((value) => value !== null);
  return isLimited || suspendedAt !== null || externalId !== null;
}
