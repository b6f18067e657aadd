/**
 * How the process that answers is, and its store: what an operator looks at first when something
 * is slow. It belongs to no project; an admin of any project may see it.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { SystemRecord } from '../../../../src/http/schema/system.ts';
import { useClient } from '../../api/api-context.tsx';
import { useSession } from '../../api/session.ts';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { Fact, Facts } from '../../kit/panel.tsx';
import { DataRegion, EmptyState } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { saveFile } from '../../kit/save-file.ts';
import { Moment } from '../../kit/time/moment.tsx';
import { serverAheadMs } from '../../kit/time/server-clock.ts';

type System = Static<typeof SystemRecord>;

const REFRESH_MS = 5_000;

export function Page() {
  const t = useText('system');
  const client = useClient();
  const membership = useSession()?.memberships.find(({ rights }) =>
    rights.includes('project:admin'),
  );
  const query = useQuery({
    queryKey: ['system'],
    queryFn: ({ signal }) =>
      client.get<System>('v1/system', {
        signal,
        headers: membership === undefined ? {} : { 'ringpost-project': membership.projectId },
      }),
    enabled: membership !== undefined,
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <PageHead
        title={t.title}
        lead={t.lead}
        actions={query.data !== undefined && <Diagnostics system={query.data} />}
      />
      {membership === undefined ? (
        <EmptyState title={t.noProject} />
      ) : (
        <DataRegion title={t.service} region={regionOf(query)} empty={null} rows={6}>
          {query.data !== undefined && <Shown system={query.data} />}
        </DataRegion>
      )}
    </>
  );
}

/** A file for a bug report: the answer that this page shows, and facts about the browser. */
function Diagnostics({ system }: { readonly system: System }) {
  const t = useText('system');
  const download = (): void => {
    const browser = { agent: navigator.userAgent, serverAheadMs: serverAheadMs() };
    const text = `${JSON.stringify({ system, browser }, null, 2)}\n`;
    const file = new Blob([text], { type: 'application/json' });
    saveFile(file, `ringpost-${system.version}-${system.now.slice(0, 10)}.json`);
  };
  return (
    <Button variant="default" size="xs" onClick={download}>
      {t.diagnostics}
    </Button>
  );
}

/** Secrets that could not be opened: what they belong to, and what to do. */
function Seals({ seals }: Pick<System, 'seals'>) {
  const t = useText('system');
  const format = useFormat();
  const { refused, lastAt, lastKind, lastRecord } = seals;
  const kinds: Readonly<Record<string, string>> = t.sealKinds;
  return (
    <>
      <h3 className="region-title">{t.seals}</h3>
      <Facts across>
        <Fact name={t.sealsRefused}>
          {refused === 0 ? t.noSealRefused : format.number(refused)}
        </Fact>
        {lastAt !== null && (
          <Fact name={t.lastSeal}>
            <Moment iso={lastAt} exact />
          </Fact>
        )}
        {lastKind !== null && <Fact name={t.sealKind}>{kinds[lastKind] ?? lastKind}</Fact>}
        {lastRecord !== null && lastRecord !== '' && (
          <Fact name={t.sealRecord}>
            <code>{lastRecord}</code>
          </Fact>
        )}
      </Facts>
      {refused > 0 && <p>{t.sealAdvice}</p>}
    </>
  );
}

function Shown({ system }: { readonly system: System }) {
  const t = useText('system');
  const format = useFormat();
  const { store, dispatcher, inbox } = system;
  const aheadMs = serverAheadMs();
  return (
    <>
      <Facts across>
        <Fact name={t.version}>{system.version}</Fact>
        <Fact name={t.node}>{system.node}</Fact>
        <Fact name={t.up}>{format.duration(system.upS * 1_000)}</Fact>
        <Fact name={t.memory}>{format.bytes(system.memoryBytes)}</Fact>
        <Fact name={t.clock}>
          <Moment iso={system.now} exact />
        </Fact>
        <Fact name={t.ahead}>
          {aheadMs === 0 ? t.agrees : t.differs(format.duration(Math.abs(aheadMs)), aheadMs > 0)}
        </Fact>
        <Fact name={t.pages}>{format.number(system.pages)}</Fact>
        <Fact name={t.address}>{system.publicUrl ?? t.noAddress}</Fact>
      </Facts>
      <h3 className="region-title">{t.store}</h3>
      <Facts across>
        <Fact name={t.engine}>{t.engines[store.engine]}</Fact>
        <Fact name={t.writable}>{store.writable ? t.yes : t.no}</Fact>
        <Fact name={t.bytes}>{format.bytes(store.bytes)}</Fact>
        <Fact name={t.schema}>{format.number(store.schemaVersion)}</Fact>
      </Facts>
      <h3 className="region-title">{t.dispatcher}</h3>
      <Facts across>
        <Fact name={t.alive}>{dispatcher.alive ? t.yes : t.notAlive}</Fact>
        <Fact name={t.inFlight}>{format.number(dispatcher.inFlight)}</Fact>
        <Fact name={t.endpointsWithWork}>{format.number(dispatcher.endpointsWithWork)}</Fact>
        <Fact name={t.residentHeads}>{format.number(dispatcher.residentHeads)}</Fact>
        <Fact name={t.shards}>{t.ofShards(dispatcher.ownedShards)}</Fact>
        <Fact name={t.inbox}>{inbox.on ? t.on : inbox.reason}</Fact>
      </Facts>
      <Seals seals={system.seals} />
      <p className="quiet small">{t.refresh}</p>
    </>
  );
}
