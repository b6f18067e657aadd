/**
 * One trigger: when it fires, what it carries, who is told of it, and what each kind of endpoint
 * gets for it.
 */

import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ENDPOINT_KINDS, isAgent } from '../../../../src/core/endpoint/endpoint.ts';
import { useClient } from '../../api/api-context.tsx';
import type { Client } from '../../api/client.ts';
import type { TriggerRecord } from '../../api/endpoint.ts';
import { previewQuery } from '../../api/endpoint-act.ts';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { CodeView } from '../../kit/code/code-view.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Fact, Facts, Panel } from '../../kit/panel.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { saveFile } from '../../kit/save-file.ts';
import { Tabs } from '../../kit/tabs.tsx';
import { serverNowMs } from '../../kit/time/server-clock.ts';
import { doubled } from '../endpoint/form/trigger-choice.ts';
import { KindIcon } from '../endpoint/kind-icon.tsx';
import { PreviewContent } from '../endpoint/preview/preview-content.tsx';
import { sampleMoment } from '../endpoint/preview/sample-moment.ts';
import { triggerSchema } from './trigger-schema.ts';

interface TriggerDetailProps {
  readonly record: TriggerRecord;
  readonly countedSince: string;
  /** The kind of the sample; absent: the first kind. */
  readonly kind: string | undefined;
}

export function TriggerDetail({ record, countedSince, kind }: TriggerDetailProps) {
  return (
    <>
      <div className="columns">
        <Meaning record={record} countedSince={countedSince} />
        <Subscribers record={record} />
      </div>
      <SamplePanel record={record} wanted={kind} />
      <SchemaPanel trigger={record.name} />
    </>
  );
}

function Meaning({ record, countedSince }: Omit<TriggerDetailProps, 'kind'>) {
  const t = useText('catalog');
  const format = useFormat();
  const withLog = doubled([record.name, 'CALL_LOG_CREATED']).length > 0;
  return (
    <Panel title={t.carries}>
      {withLog && <p className="quiet">{t.withLog}</p>}
      <Facts>
        <Fact name={t.fact.group}>{t.group[record.group]}</Fact>
        <Fact name={t.fact.keys}>
          <code className="wrap">{record.dataKeys.join(', ')}</code>
        </Fact>
        <Fact name={t.fact.errors}>{t.errors[record.errors]}</Fact>
        <Fact name={t.fact.fired}>
          <span title={countedSince}>
            {t.fired(format.number(record.fired), format.full(countedSince))}
          </span>
        </Fact>
      </Facts>
    </Panel>
  );
}

function Subscribers({ record: { subscribers } }: { readonly record: TriggerRecord }) {
  const t = useText('catalog');
  const project = useClient().project ?? '';
  const navigate = useNavigate();
  return (
    <Panel
      title={t.subscribers}
      tools={<span className="quiet small">{t.count(subscribers.length)}</span>}
    >
      {subscribers.length === 0 && (
        <>
          <p className="quiet">{t.noSubscribers}</p>
          <Button
            variant="default"
            size="xs"
            onClick={() => void navigate({ to: '/p/$project/endpoints/new', params: { project } })}
          >
            {t.subscribe}
          </Button>
        </>
      )}
      <ul className="plain-list">
        {subscribers.map(({ id, name, kind, enabled }) => (
          <li key={id} className="with-icon">
            <KindIcon kind={kind} />
            <Link
              to="/p/$project/endpoints/$endpointId/{-$tab}"
              params={{ project, endpointId: id, tab: undefined }}
            >
              {name}
            </Link>
            {!enabled && <span className="quiet">{t.off}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface SamplePanelProps {
  readonly record: TriggerRecord;
  readonly wanted: string | undefined;
}

function SamplePanel({ record, wanted }: SamplePanelProps) {
  const t = useText('catalog');
  const words = useText('word');
  const loop = record.name === 'ACW_COMPLETED';
  const kinds = KIND_ORDER.filter((kind) => !loop || !isAgent(kind));
  const kind = kinds.find((one) => one === wanted) ?? 'custom';
  const at = useMemo(() => sampleMoment(serverNowMs()), []);
  const query = useQuery(previewQuery(useClient(), { kind, trigger: record.name, at }));
  return (
    <Panel title={t.sample} lead={t.sampleLead}>
      <Tabs
        label={t.kind}
        param="kind"
        current={kind}
        tabs={kinds.map((id) => ({ id, label: words.kind[id] }))}
      />
      {loop && <p className="quiet small">{t.noAgent}</p>}
      <DataRegion
        key={kind}
        title={words.kind[kind]}
        titleHidden
        plain
        region={regionOf(query)}
        rows={8}
        empty={null}
      >
        {query.data !== undefined && (
          <PreviewContent kind={kind} shown={query.data} method="rsa-sha256" />
        )}
      </DataRegion>
    </Panel>
  );
}

/** The payload itself comes first. */
const KIND_ORDER = ['custom', ...ENDPOINT_KINDS.filter((kind) => kind !== 'custom')] as const;

/**
 * The JSON Schema of a trigger's body, out of the API document, to read and to keep. It is laid
 * out anew for reading; the file has the same text.
 */
function SchemaPanel({ trigger }: { readonly trigger: string }) {
  const t = useText('catalog');
  const query = useQuery(documentQuery(useClient()));
  const schema = query.data === undefined ? null : triggerSchema(query.data, trigger);
  return (
    <DataRegion
      title={t.schema}
      region={regionOf(query, { count: schema === null ? 0 : 1 })}
      rows={6}
      empty={<p className="quiet">{t.schemaMissing}</p>}
      tools={
        schema !== null && (
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="download" />}
            onClick={() =>
              saveFile(
                new Blob([schema], { type: 'application/schema+json' }),
                `${trigger}.schema.json`,
              )
            }
          >
            {t.download}
          </Button>
        )
      }
    >
      {schema !== null && <CodeView label={t.schema} content={schema} />}
    </DataRegion>
  );
}

/** The document changes only with the service. */
function documentQuery(client: Client) {
  return queryOptions({
    queryKey: ['openapi'],
    queryFn: ({ signal }) => client.get<unknown>('openapi.json', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
