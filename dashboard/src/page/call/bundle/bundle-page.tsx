/**
 * A bundle of a call, opened from a file: the same timeline, deliveries, log and raw reports,
 * marked as imported and read-only. The file stays in this tab: nothing of it is sent or stored.
 */
import { Alert, Button } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import '../call.css';
import { useClient } from '../../../api/api-context.tsx';
import type { CallDetail } from '../../../api/record.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/words.ts';
import { CodeView } from '../../../kit/code/code-view.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { PageHead } from '../../../kit/page-head.tsx';
import { Fact, Facts } from '../../../kit/panel.tsx';
import { EmptyState } from '../../../kit/region/data-region.tsx';
import { SidePanel } from '../../../kit/side-panel.tsx';
import { StateBadge } from '../../../kit/state-badge.tsx';
import { Tabs } from '../../../kit/tabs.tsx';
import { Moment } from '../../../kit/time/moment.tsx';
import { stateWord } from '../../../word/delivery-state.ts';
import { Attempt } from '../../delivery/delivery-peek.tsx';
import { CallFacts } from '../call-facts.tsx';
import { CallRaw } from '../call-raw.tsx';
import { CALL_TABS } from '../call-search.ts';
import { callStatus } from '../call-status.ts';
import { TimelineTab } from '../timeline-tab.tsx';
import { BundleAcw, BundleDeliveries, BundleLog } from './bundle-parts.tsx';
import {
  BUNDLE_BYTES_MAX,
  type CallBundle,
  type Imported,
  ImportedContext,
  type ReadBundle,
  readBundle,
  useImported,
} from './read-bundle.ts';

const route = getRouteApi('/p/$project/bundle');

export function Page() {
  const t = useText('bundle');
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
  const t = useText('bundle');
  const words = useText('call');
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
  const status = callStatus(bundle.call.status, useText('call'));
  return <StateBadge {...status} filled />;
}

function Shown({ name, bundle }: Opened) {
  const t = useText('bundle');
  const { one } = useText('call');
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
        {tab === 'timeline' && <TimelineTab call={call} search={search} onPeek={peek} />}
        {tab === 'deliveries' && <BundleDeliveries call={call} search={search} onPeek={peek} />}
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

interface BundleFault {
  readonly name: string;
  readonly sentence: string;
}

interface Opened {
  readonly name: string;
  readonly bundle: CallBundle;
}

interface BundleFileProps {
  /** Whether a bundle is open already. */
  readonly again: boolean;
  onRead(opened: Opened | null, fault: BundleFault | null): void;
}

/**
 * The choice of a bundle's file, which is read in this tab only. If it is refused, a sentence says
 * why, and the bundle that was open before is closed.
 */
function BundleFile({ again, onRead }: BundleFileProps) {
  const t = useText('bundle');
  const format = useFormat();
  const field = useRef<HTMLInputElement>(null);
  const read = async (file: File): Promise<void> => {
    const { name } = file;
    const refuse = (sentence: string): void => onRead(null, { name, sentence });
    if (file.size > BUNDLE_BYTES_MAX) {
      refuse(t.tooLarge(format.bytes(file.size), format.bytes(BUNDLE_BYTES_MAX)));
      return;
    }
    const answer = await file.text().then(readBundle, () => null);
    if (answer === null) refuse(t.unreadable);
    else if (answer.kind === 'read') onRead({ name, bundle: answer.bundle }, null);
    else refuse(sentenceOf(answer));
  };
  const sentenceOf = (answer: Exclude<ReadBundle, { kind: 'read' }>): string =>
    answer.kind === 'malformed' ? t.malformed(answer.at) : t.fault[answer.kind];
  return (
    <>
      <input
        ref={field}
        type="file"
        className="unseen"
        tabIndex={-1}
        accept=".json,application/json"
        aria-label={t.file}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) void read(file);
          // The same file again is a change too.
          currentTarget.value = '';
        }}
      />
      <Button
        size="xs"
        variant={again ? 'default' : 'filled'}
        leftSection={<Icon name="calls" />}
        onClick={() => field.current?.click()}
      >
        {again ? t.another : t.choose}
      </Button>
    </>
  );
}

interface BundlePeekProps {
  readonly call: CallDetail;
  readonly id: string;
  onClose(): void;
}

/**
 * One delivery of an imported bundle in the side panel: its state, its attempts, and the data that
 * it carried. Nothing here leads to the service: it may never have had this delivery.
 */
function BundlePeek({ call, id, onClose }: BundlePeekProps) {
  const { peek: t, column } = useText('delivery');
  const { raw } = useText('call');
  const words = useText('word');
  const format = useFormat();
  const endpoints = useImported()?.endpoints;
  const { deliveries, firings } = call.timeline;
  const delivery = deliveries.find((one) => one.id === id);
  if (delivery === undefined) return null;
  const firing = firings.find(({ messageId }) => messageId === delivery.messageId);
  const word = stateWord(delivery.state, words);
  return (
    <SidePanel title={delivery.trigger} subject={id} onClose={onClose}>
      <div data-state="ready">
        <p>
          <StateBadge {...word} filled /> {word.meaning}
        </p>
        <Facts>
          <Fact name={column.endpoint}>
            {endpoints?.get(delivery.endpointId)?.name ?? delivery.endpointId}
          </Fact>
          <Fact name={column.created}>
            <Moment iso={delivery.createdAt} exact />
          </Fact>
          <Fact name={t.sequence}>{format.number(delivery.sequence)}</Fact>
          <Fact name={t.id}>
            <span className="mono wrap">{delivery.id}</span>
          </Fact>
        </Facts>
        <h3>{t.attempts}</h3>
        {delivery.attemptList.length === 0 && <p className="quiet">{t.noAttempts}</p>}
        <ol className="attempts">
          {delivery.attemptList.map((attempt) => (
            <Attempt key={attempt.number} attempt={attempt} />
          ))}
        </ol>
        {firing !== undefined && <CodeView label={raw.data} content={firing.data} />}
        {firing !== undefined && firing.errors !== null && (
          <CodeView label={raw.errors} content={firing.errors} />
        )}
      </div>
    </SidePanel>
  );
}
