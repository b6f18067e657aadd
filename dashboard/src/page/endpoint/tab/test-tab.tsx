/**
 * A test of the endpoint: a sample goes straight to its destination, and the answer shows here with
 * what it means. What is previewed beside it is what is sent, byte for byte.
 */

import { Alert, Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { isAgent, isPulled, takesPayload } from '../../../../../src/core/endpoint/endpoint.ts';
import type { Trigger } from '../../../../../src/core/trigger/trigger.ts';
import { TRIGGERS } from '../../../../../src/core/trigger/trigger.ts';
import { useClient } from '../../../api/api-context.tsx';
import type { PreviewBody, Sample, TestReply } from '../../../api/endpoint.ts';
import { boxesQuery, previewQuery, testEndpoint } from '../../../api/endpoint-act.ts';
import type { EndpointRecord } from '../../../api/record.ts';
import { useMay } from '../../../api/session.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/words.ts';
import { CodeView } from '../../../kit/code/code-view.tsx';
import { CopyButton } from '../../../kit/copy.tsx';
import { Fact, Facts, Panel } from '../../../kit/panel.tsx';
import { DataRegion, Failure } from '../../../kit/region/data-region.tsx';
import { regionOf } from '../../../kit/region/region.ts';
import { StateBadge } from '../../../kit/state-badge.tsx';
import { serverNowMs } from '../../../kit/time/server-clock.ts';
import { errorWords } from '../../../word/delivery-state.ts';
import { useDiagnosisWords } from '../../../word/diagnosis/diagnosis-words.ts';
import { isBuiltIn } from '../form/endpoint-draft.ts';
import { PartTitle, PreviewContent } from '../preview/preview-content.tsx';
import { firstTold, PreviewChoice } from '../preview/preview-panel.tsx';
import { sampleMoment } from '../preview/sample-moment.ts';

export function TestTab({ endpoint }: { readonly endpoint: EndpointRecord }) {
  const [trigger, setTrigger] = useState(() => firstTold(endpoint.triggers) ?? 'CALL_LOG_CREATED');
  const [sample, setSample] = useState<Sample>('plain');
  const at = useMemo(() => sampleMoment(serverNowMs()), []);
  const choice = { trigger, sample, at } as const;
  const query = useQuery({
    ...previewQuery(useClient(), {
      kind: endpoint.kind,
      ...choice,
      ...payloadOf(endpoint),
      test: true,
    }),
    placeholderData: keepPreviousData,
  });
  const t = useText('preview');
  return (
    <div className="endpoint-columns">
      <TestPanel
        endpoint={endpoint}
        choice={choice}
        previewed={query.isPlaceholderData ? undefined : query.data?.body}
        onTrigger={setTrigger}
        onSample={setSample}
      />
      <aside className="endpoint-preview">
        <DataRegion title={t.title} region={regionOf(query)} rows={8} empty={null}>
          {query.data !== undefined && (
            <PreviewContent
              kind={endpoint.kind}
              shown={query.data}
              method={endpoint.auth?.method ?? 'rsa-sha256'}
            />
          )}
        </DataRegion>
      </aside>
    </div>
  );
}

function payloadOf({
  kind,
  contentKey,
  payloadVersion,
  signatureFormat,
}: EndpointRecord): Pick<PreviewBody, 'contentKey' | 'payloadVersion' | 'signatureFormat'> {
  return takesPayload(kind) ? { contentKey, payloadVersion, signatureFormat } : {};
}

interface TestPanelProps {
  readonly endpoint: EndpointRecord;
  readonly choice: {
    readonly trigger: Trigger;
    readonly sample: Sample;
    readonly at: string;
  };
  readonly previewed: string | undefined;
  onTrigger(trigger: Trigger): void;
  onSample(sample: Sample): void;
}

function TestPanel({ endpoint, choice, previewed, onTrigger, onSample }: TestPanelProps) {
  const t = useText('preview').test;
  const may = useMay('endpoints:write');
  const test = useTest(endpoint.id);
  const builtIn = isBuiltIn(endpoint.kind);
  const pulled = isPulled(endpoint.kind);
  const lead = pulled ? t.pulledLead : builtIn ? t.builtInLead : t.lead;
  const triggers = isAgent(endpoint.kind)
    ? TRIGGERS.filter((name) => name !== 'ACW_COMPLETED')
    : TRIGGERS;
  return (
    <div>
      <Panel title={t.title} lead={lead}>
        {!endpoint.enabled && (
          <Alert color="gray" variant="light">
            {t.disabled}
          </Alert>
        )}
        <div className="form">
          <PreviewChoice
            trigger={choice.trigger}
            triggers={triggers}
            sample={choice.sample}
            onTrigger={onTrigger}
            onSample={onSample}
          />
          <div>
            <Button
              size="sm"
              loading={test.running}
              disabled={!may || pulled}
              title={may ? undefined : t.onlyAdmins}
              onClick={() => test.send({ ...choice }, previewed)}
            >
              {builtIn ? t.run : t.send}
            </Button>
          </div>
        </div>
        <div role="status" className="test-result">
          {test.running && <p className="quiet">{t.sending}</p>}
          {test.failure !== null && <Failure error={test.failure} />}
          {test.reply !== null && (
            <TestResult endpoint={endpoint} reply={test.reply} previewed={test.previewed} />
          )}
        </div>
      </Panel>
    </div>
  );
}

interface TestState {
  readonly running: boolean;
  readonly failure: Error | null;
  readonly reply: TestReply | null;
  /** The preview at the time of sending; undefined: nothing was sent yet. */
  readonly previewed: string | undefined;
}

const IDLE: TestState = { running: false, failure: null, reply: null, previewed: undefined };

function useTest(id: string) {
  const client = useClient();
  const [state, setState] = useState(IDLE);
  const send = (body: Parameters<typeof testEndpoint>[2], previewed: string | undefined): void => {
    setState({ ...IDLE, running: true });
    testEndpoint(client, id, body).then(
      (reply) => setState({ ...IDLE, reply, previewed }),
      (failure: unknown) =>
        setState({
          ...IDLE,
          failure: failure instanceof Error ? failure : new Error(String(failure)),
        }),
    );
  };
  return { ...state, send };
}

interface TestResultProps {
  readonly endpoint: EndpointRecord;
  readonly reply: TestReply;
  readonly previewed: string | undefined;
}

/**
 * How a test ended: the outcome in words, what it means and what to do, the answer and what was
 * sent.
 */
function TestResult({ endpoint, reply, previewed }: TestResultProps) {
  const t = useText('preview').test;
  const words = useText('word');
  const format = useFormat();
  const { outcome, status, error, detail, durationMs, diagnosis, excerpt, request } = reply;
  const say = useDiagnosisWords();
  const told = diagnosis === null ? null : say(diagnosis);
  const word = t.outcome[outcome];
  const builtIn = isBuiltIn(endpoint.kind);
  const same = endpoint.kind !== 'email' && previewed !== undefined;
  return (
    <section data-outcome={outcome} aria-label={t.result}>
      <p>
        <StateBadge
          word={word}
          meaning={detail ?? word}
          tone={outcome === 'delivered' ? 'good' : outcome === 'retryable' ? 'warn' : 'bad'}
          filled
        />
      </p>
      <Facts>
        {status !== null && <Fact name={t.status}>{words.delivery.status(status)}</Fact>}
        <Fact name={t.after}>{format.duration(durationMs)}</Fact>
        {error !== null && <Fact name={t.error}>{errorWords(error, words)}</Fact>}
        {detail !== null && <Fact name={t.detail}>{detail}</Fact>}
        {told !== null && (
          <>
            <Fact name={t.means}>{told.text}</Fact>
            <Fact name={t.next}>
              <b>{told.nextStep}</b>
            </Fact>
          </>
        )}
        <Fact name={t.id}>
          <span className="mono wrap">{reply.webhookId}</span>
          <CopyButton text={reply.webhookId} what={t.id} />
        </Fact>
      </Facts>
      <InboxLink endpoint={endpoint} />
      {excerpt !== null && excerpt !== '' && (
        <>
          <PartTitle title={builtIn ? t.agentResult : t.answer} />
          <CodeView label={builtIn ? t.agentResult : t.answer} content={excerpt} />
        </>
      )}
      {!builtIn && (
        <details>
          <summary>{t.sent}</summary>
          {same && <p className="quiet small">{request.body === previewed ? t.same : t.differs}</p>}
          <CodeView label={t.sent} content={request.body} plain={endpoint.kind === 'email'} />
        </details>
      )}
    </section>
  );
}

/** For a destination that is the local inbox. */
function InboxLink({ endpoint: { target, kind } }: { readonly endpoint: EndpointRecord }) {
  const t = useText('preview').test;
  const client = useClient();
  const { data } = useQuery(boxesQuery(client));
  const origins = (data?.data ?? []).flatMap((box) =>
    URL.canParse(box.target) ? [new URL(box.target).origin] : [],
  );
  const here = target !== null && origins.some((origin) => target.startsWith(`${origin}/`));
  const byMail = kind === 'email' && data?.data.some((box) => box.target === target) === true;
  if (!here && !byMail) return null;
  return (
    <p>
      {t.inbox}{' '}
      <Link to="/p/$project/inbox" params={{ project: client.project ?? '' }}>
        {t.openInbox}
      </Link>
    </p>
  );
}
