/**
 * What the endpoint receives: the bytes of the production renderer for a trigger and a sample, as
 * its recipient sees them and as they are. Live while the form is filled in.
 */

import { NativeSelect, TextInput } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { takesPayload } from '../../../../../src/core/endpoint/endpoint.ts';
import type { Trigger } from '../../../../../src/core/trigger/trigger.ts';
import { useClient } from '../../../api/api-context.tsx';
import type { Client } from '../../../api/client.ts';
import { type CallRecord, loadCalls } from '../../../api/delivery.ts';
import type { EndpointKind, PreviewBody, Sample } from '../../../api/endpoint.ts';
import { callPreviewQuery, previewQuery } from '../../../api/endpoint-act.ts';
import { ApiFailure } from '../../../api/failure.ts';
import { useText, type Words } from '../../../i18n/words.ts';
import { DataRegion } from '../../../kit/region/data-region.tsx';
import { regionOf } from '../../../kit/region/region.ts';
import { serverNowMs } from '../../../kit/time/server-clock.ts';
import type { AuthMethod } from '../form/endpoint-draft.ts';
import { PreviewContent } from './preview-content.tsx';
import { sampleMoment } from './sample-moment.ts';

const SAMPLES = ['plain', 'errors', 'long', 'unicode', 'empty', 'facts'] as const;

interface PreviewPanelProps {
  readonly kind: EndpointKind;
  readonly triggers: readonly Trigger[];
  readonly contentKey: string;
  readonly payloadVersion: NonNullable<PreviewBody['payloadVersion']>;
  readonly signatureFormat: NonNullable<PreviewBody['signatureFormat']>;
  readonly method: AuthMethod;
}

export function PreviewPanel(props: PreviewPanelProps) {
  const { kind, triggers, method } = props;
  const t = useText('preview');
  const [wanted, setWanted] = useState<Trigger | null>(null);
  const [sample, setSample] = useState<Sample>('plain');
  const trigger = triggers.find((name) => name === wanted) ?? firstTold(triggers);
  const [source, setSource] = useState<PreviewSource>('sample');
  const [callId, setCallId] = useState('');
  const asked = trigger !== undefined && (source === 'sample' || callId !== '');
  const query = usePreview(props, trigger, source === 'sample' ? { sample } : { callId }, asked);
  const region = regionOf(query);
  const never = query.error instanceof ApiFailure && query.error.code === 'STATE_CONFLICT';
  return (
    <aside className="endpoint-preview">
      <DataRegion
        title={t.title}
        region={asked && !never ? region : { ...region, state: 'empty', error: null }}
        rows={8}
        empty={<p className="quiet">{nothingYet(t, trigger, never ? callId : '')}</p>}
        tools={
          trigger !== undefined && (
            <>
              <SourceChoice
                source={source}
                onSource={setSource}
                onCall={(id) => setCallId(id.trim())}
              />
              <PreviewChoice
                trigger={trigger}
                triggers={triggers}
                sample={source === 'sample' ? sample : null}
                onTrigger={setWanted}
                onSample={setSample}
              />
            </>
          )
        }
      >
        {query.data !== undefined && (
          <PreviewContent kind={kind} shown={query.data} method={method} />
        )}
      </DataRegion>
    </aside>
  );
}

function nothingYet(t: Words['preview'], trigger: Trigger | undefined, callId: string): string {
  if (trigger === undefined) return t.none;
  return callId === '' ? t.noCall : t.notFired(callId, trigger);
}

/** The first trigger with errors, because it has the most to show. */
export function firstTold(triggers: readonly Trigger[]): Trigger | undefined {
  return triggers.find((name) => name.endsWith('_CALL_ERROR')) ?? triggers[0];
}

function usePreview(
  { kind, contentKey, payloadVersion, signatureFormat }: PreviewPanelProps,
  trigger: Trigger = 'CALL_LOG_CREATED',
  of: { readonly callId: string } | { readonly sample: Sample },
  asked: boolean,
) {
  const client = useClient();
  const at = useMemo(() => sampleMoment(serverNowMs()), []);
  const form = takesPayload(kind) ? { contentKey, payloadVersion, signatureFormat } : {};
  const body = { kind, trigger, ...form };
  const sample = 'sample' in of ? of.sample : null;
  const callId = 'callId' in of ? of.callId : '';
  const ofSample = useQuery({
    ...previewQuery(client, { ...body, at, ...(sample === null ? {} : { sample }) }),
    enabled: asked && sample !== null,
    placeholderData: keepPreviousData,
  });
  const ofCall = useQuery({
    ...callPreviewQuery(client, callId, body),
    enabled: asked && sample === null,
    ...(callId === '' ? {} : { placeholderData: keepPreviousData }),
  });
  return sample === null ? ofCall : ofSample;
}

interface PreviewChoiceProps {
  readonly trigger: Trigger;
  readonly triggers: readonly Trigger[];
  /** Null: the preview is not of a sample. */
  readonly sample: Sample | null;
  onTrigger(trigger: Trigger): void;
  onSample(sample: Sample): void;
}

export function PreviewChoice(props: PreviewChoiceProps) {
  const { trigger, triggers, sample, onTrigger, onSample } = props;
  const t = useText('preview');
  return (
    <div className="preview-choice">
      <NativeSelect
        size="xs"
        label={t.trigger}
        value={trigger}
        data={[...triggers]}
        onChange={({ currentTarget }) => {
          const chosen = triggers.find((name) => name === currentTarget.value);
          if (chosen !== undefined) onTrigger(chosen);
        }}
      />
      {sample !== null && (
        <NativeSelect
          size="xs"
          label={t.sample}
          value={sample}
          data={SAMPLES.map((value) => ({ value, label: t.samples[value] }))}
          onChange={({ currentTarget }) => {
            const chosen = SAMPLES.find((one) => one === currentTarget.value);
            if (chosen !== undefined) onSample(chosen);
          }}
        />
      )}
    </div>
  );
}

type PreviewSource = 'sample' | 'call';

interface SourceChoiceProps {
  readonly source: PreviewSource;
  onSource(source: PreviewSource): void;
  onCall(callId: string): void;
}

/**
 * Whether the preview is of made-up values or of a call that was. A call id counts once it is
 * chosen or left, so that not every key asks the service.
 */
function SourceChoice({ source, onSource, onCall }: SourceChoiceProps) {
  const t = useText('preview');
  return (
    <div className="preview-source">
      <fieldset className="segments">
        <legend className="unseen">{t.from}</legend>
        {(['sample', 'call'] as const).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === source}
            onClick={() => onSource(one)}
          >
            {t.sources[one]}
          </button>
        ))}
      </fieldset>
      {source === 'call' && <CallField onCall={onCall} />}
    </div>
  );
}

function CallField({ onCall }: Pick<SourceChoiceProps, 'onCall'>) {
  const t = useText('preview');
  const recent = useQuery(recentCallsQuery(useClient())).data ?? [];
  const listId = useId();
  const [typed, setTyped] = useState('');
  return (
    <>
      <TextInput
        size="xs"
        label={t.callId}
        description={t.callHint}
        autoComplete="off"
        spellCheck={false}
        list={listId}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          if (recent.some(({ callId }) => callId === value)) onCall(value);
        }}
        onBlur={() => onCall(typed)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onCall(typed);
        }}
      />
      <datalist id={listId}>
        {recent.map(({ callId }) => (
          <option key={callId} value={callId} />
        ))}
      </datalist>
    </>
  );
}

const OFFERED_MAX = 20;

function recentCallsQuery(client: Client) {
  return queryOptions({
    queryKey: ['calls', client.project, 'offered'],
    queryFn: async ({ signal }): Promise<readonly CallRecord[]> =>
      (await loadCalls(client, { limit: OFFERED_MAX }, signal)).data,
    staleTime: 30_000,
  });
}
