/**
 * What the endpoint receives: the bytes of the production renderer for a trigger and a sample, as
 * its recipient sees them and as they are. Live while the form is filled in.
 */
import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useClient } from '../../../api/api-context.tsx';
import { previewQuery } from '../../../api/endpoint-act.ts';
import type { EndpointKind, PreviewBody, Sample } from '../../../api/endpoint-record.ts';
import { useText } from '../../../i18n/catalogue.ts';
import { DataRegion } from '../../../kit/region/data-region.tsx';
import { regionOf } from '../../../kit/region/region.ts';
import { serverNowMs } from '../../../kit/time/server-clock.ts';
import type { TriggerName } from '../../../word/trigger.ts';
import { takesPayload } from '../form/endpoint-draft.ts';
import { PreviewContent } from './preview-content.tsx';
import { sampleMoment } from './sample-moment.ts';
import { previewText } from './text.ts';

export const SAMPLES = ['plain', 'errors', 'long', 'unicode', 'empty'] as const;

export interface PreviewPanelProps {
  readonly kind: EndpointKind;
  readonly triggers: readonly TriggerName[];
  readonly contentKey: string;
  readonly signatureFormat: NonNullable<PreviewBody['signatureFormat']>;
  readonly method: 'bearer' | 'rsa-sha256';
}

export function PreviewPanel(props: PreviewPanelProps) {
  const { kind, triggers, method } = props;
  const t = useText(previewText);
  const [wanted, setWanted] = useState<TriggerName | null>(null);
  const [sample, setSample] = useState<Sample>('plain');
  const trigger = triggers.find((name) => name === wanted) ?? firstTold(triggers);
  const body = usePreviewBody(props, trigger, sample);
  const query = useQuery({
    ...previewQuery(useClient(), body),
    enabled: trigger !== undefined,
    placeholderData: keepPreviousData,
  });
  const region = regionOf(query);
  return (
    <aside className="endpoint-preview">
      <DataRegion
        title={t.title}
        region={trigger === undefined ? { ...region, state: 'empty', error: null } : region}
        rows={8}
        empty={<p className="quiet">{t.none}</p>}
        tools={
          trigger !== undefined && (
            <PreviewChoice
              {...{ trigger, triggers, sample }}
              onTrigger={setWanted}
              onSample={setSample}
            />
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

/** One with errors has the most to show. */
export function firstTold(triggers: readonly TriggerName[]): TriggerName | undefined {
  return triggers.find((name) => name.endsWith('_CALL_ERROR')) ?? triggers[0];
}

function usePreviewBody(
  { kind, contentKey, signatureFormat }: PreviewPanelProps,
  trigger: TriggerName | undefined,
  sample: Sample,
): PreviewBody {
  const at = useMemo(() => sampleMoment(serverNowMs()), []);
  return {
    ...{ kind, trigger: trigger ?? 'CALL_LOG_CREATED', sample, at },
    ...(takesPayload(kind) ? { contentKey, signatureFormat } : {}),
  };
}

interface PreviewChoiceProps {
  readonly trigger: TriggerName;
  readonly triggers: readonly TriggerName[];
  readonly sample: Sample;
  onTrigger(trigger: TriggerName): void;
  onSample(sample: Sample): void;
}

export function PreviewChoice(props: PreviewChoiceProps) {
  const { trigger, triggers, sample, onTrigger, onSample } = props;
  const t = useText(previewText);
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
    </div>
  );
}
