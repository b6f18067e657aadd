/**
 * A bundle of a call, opened from a file: the same timeline, deliveries, log and raw reports,
 * marked as imported and read-only. The file stays in this tab: nothing of it is sent or stored.
 */
import { Alert } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import '../call.css';
import { useClient } from '../../../api/api-context.tsx';
import { useText } from '../../../i18n/catalogue.ts';
import { PageHead } from '../../../kit/page-head.tsx';
import { EmptyState } from '../../../kit/region/empty-state.tsx';
import { StateBadge } from '../../../kit/state-badge.tsx';
import { Tabs } from '../../../kit/tabs.tsx';
import { Moment } from '../../../kit/time/moment.tsx';
import { CallFacts } from '../call-facts.tsx';
import { CallRaw } from '../call-raw.tsx';
import { CALL_TABS } from '../call-search.ts';
import { callStatus } from '../call-status.ts';
import { callText } from '../text.ts';
import { TimelineTab } from '../timeline-tab.tsx';
import { type BundleFault, BundleFile, type Opened } from './bundle-file.tsx';
import { BundleAcw, BundleDeliveries, BundleLog } from './bundle-parts.tsx';
import { BundlePeek } from './bundle-peek.tsx';
import { type Imported, ImportedContext } from './imported.ts';
import type { CallBundle } from './read-bundle.ts';
import { bundleText } from './text.ts';

const route = getRouteApi('/p/$project/bundle');

export function Page() {
  const t = useText(bundleText);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [fault, setFault] = useState<BundleFault | null>(null);
  const open = (next: Opened | null, problem: BundleFault | null): void => {
    setOpened(next);
    setFault(problem);
  };
  return (
    <>
      <Head bundle={opened?.bundle ?? null}>
        <BundleFile onRead={open} again={opened !== null} />
      </Head>
      {fault !== null && (
        <Alert color="red" variant="light" role="alert" title={t.refused(fault.name)}>
          {fault.sentence}
        </Alert>
      )}
      {opened === null ? (
        <div className="region" data-state="empty">
          <EmptyState title={t.empty}>
            <p>{t.emptyText}</p>
          </EmptyState>
        </div>
      ) : (
        <Shown {...opened} />
      )}
    </>
  );
}

interface HeadProps {
  readonly bundle: CallBundle | null;
  readonly children: ReactNode;
}

function Head({ bundle, children }: HeadProps) {
  const t = useText(bundleText);
  const words = useText(callText);
  const project = useClient().project ?? '';
  return (
    <PageHead
      title={bundle?.call.callId ?? t.title}
      mono={bundle !== null}
      documentTitle={[...(bundle === null ? [] : [bundle.call.callId]), t.title].join(' · ')}
      back={
        <Link to="/p/$project/calls" params={{ project }}>
          {words.one.back}
        </Link>
      }
      badge={
        bundle !== null && (
          <>
            <StateBadge word={t.imported} tone="warn" meaning={t.readOnly} filled />
            <Status bundle={bundle} />
          </>
        )
      }
      lead={bundle === null ? t.lead : undefined}
      actions={children}
    />
  );
}

function Status({ bundle }: { readonly bundle: CallBundle }) {
  const status = callStatus(bundle.call.status, useText(callText));
  return <StateBadge {...status} filled />;
}

function Shown({ name, bundle }: Opened) {
  const t = useText(bundleText);
  const { one } = useText(callText);
  const search = route.useSearch();
  const navigate = useNavigate();
  const peek = (id: string | undefined): void => {
    void navigate({ to: '.', search: (before) => ({ ...before, peek: id }), resetScroll: false });
  };
  const imported = useMemo<Imported>(
    () => ({
      takenAtMs: Date.parse(bundle.takenAt),
      endpoints: new Map(bundle.endpoints.map((endpoint) => [endpoint.id, endpoint])),
    }),
    [bundle],
  );
  const { call } = bundle;
  const tab = search.tab ?? 'timeline';
  return (
    <ImportedContext value={imported}>
      <Alert color="yellow" variant="light" className="bundle-note" role="status">
        {t.from(name)} <Moment iso={bundle.takenAt} exact />. {t.readOnly}
      </Alert>
      <CallFacts call={call} />
      <Tabs
        label={one.tabs}
        current={tab}
        tabs={CALL_TABS.map((id) => ({ id, label: one.tab[id] }))}
      />
      <div className="region" data-state={call.timeline.truncated ? 'partial' : 'ready'}>
        {call.timeline.truncated && <p className="quiet">{one.truncated}</p>}
        {tab === 'timeline' && <TimelineTab {...{ call, search }} onPeek={peek} />}
        {tab === 'deliveries' && <BundleDeliveries {...{ call, search }} onPeek={peek} />}
        {tab === 'log' && <BundleLog bundle={bundle} />}
        {tab === 'acw' && <BundleAcw bundle={bundle} onPeek={peek} />}
        {tab === 'raw' && <CallRaw call={call} />}
      </div>
      {search.peek !== undefined && (
        <BundlePeek call={call} id={search.peek} onClose={() => peek(undefined)} />
      )}
    </ImportedContext>
  );
}
