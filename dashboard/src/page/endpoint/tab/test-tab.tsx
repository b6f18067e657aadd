/**
 * A test of the endpoint: a sample goes straight to its destination, and the answer shows here with
 * what it means. What is previewed beside it is what is sent, byte for byte.
 */
import { Alert, Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useClient } from '../../../api/api-context.tsx';
import { previewQuery, testEndpoint } from '../../../api/endpoint-act.ts';
import type { PreviewBody, Sample, TestReply } from '../../../api/endpoint-record.ts';
import type { EndpointRecord } from '../../../api/record.ts';
import { useMay } from '../../../api/session.ts';
import { useText } from '../../../i18n/catalogue.ts';
import { Panel } from '../../../kit/panel.tsx';
import { DataRegion } from '../../../kit/region/data-region.tsx';
import { Failure } from '../../../kit/region/failure.tsx';
import { regionOf } from '../../../kit/region/region.ts';
import { serverNowMs } from '../../../kit/time/server-clock.ts';
import { TRIGGER_NAMES, type TriggerName } from '../../../word/trigger.ts';
import { isAgent, isBuiltIn, takesPayload } from '../form/endpoint-draft.ts';
import { PreviewContent } from '../preview/preview-content.tsx';
import { firstTold, PreviewChoice } from '../preview/preview-panel.tsx';
import { sampleMoment } from '../preview/sample-moment.ts';
import { previewText } from '../preview/text.ts';
import { TestResult } from './test-result.tsx';

export function TestTab({ endpoint }: { readonly endpoint: EndpointRecord }) {
  const [trigger, setTrigger] = useState(() => firstTold(endpoint.triggers) ?? 'CALL_LOG_CREATED');
  const [sample, setSample] = useState<Sample>('plain');
  const at = useMemo(() => sampleMoment(serverNowMs()), []);
  const choice = { trigger, sample, at } as const;
  const query = useQuery({
    ...previewQuery(useClient(), { kind: endpoint.kind, ...choice, ...payloadOf(endpoint) }),
    placeholderData: keepPreviousData,
  });
  const t = useText(previewText);
  return (
    <div className="endpoint-columns">
      <TestPanel
        {...{ endpoint, choice }}
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
  signatureFormat,
}: EndpointRecord): Pick<PreviewBody, 'contentKey' | 'signatureFormat'> {
  return takesPayload(kind) ? { contentKey, signatureFormat } : {};
}

interface TestPanelProps {
  readonly endpoint: EndpointRecord;
  readonly choice: {
    readonly trigger: TriggerName;
    readonly sample: Sample;
    readonly at: string;
  };
  readonly previewed: string | undefined;
  onTrigger(trigger: TriggerName): void;
  onSample(sample: Sample): void;
}

function TestPanel({ endpoint, choice, previewed, onTrigger, onSample }: TestPanelProps) {
  const t = useText(previewText).test;
  const may = useMay('endpoints:write');
  const test = useTest(endpoint.id);
  const builtIn = isBuiltIn(endpoint.kind);
  const triggers = isAgent(endpoint.kind)
    ? TRIGGER_NAMES.filter((name) => name !== 'ACW_COMPLETED')
    : TRIGGER_NAMES;
  return (
    <div>
      <Panel title={t.title} lead={builtIn ? t.builtInLead : t.lead}>
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
            {...{ onTrigger, onSample }}
          />
          <div>
            <Button
              size="sm"
              loading={test.running}
              disabled={!may}
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
  /** What the preview showed when it was sent; undefined: nothing yet. */
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
