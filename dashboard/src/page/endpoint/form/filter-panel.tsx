/**
 * Which calls an endpoint wants, and the same told in words while it is typed. Lists have one value
 * on each line, so that a value may hold a comma.
 */
import { NativeSelect, Textarea } from '@mantine/core';
import { useText, type Words } from '../../../i18n/words.ts';
import { Panel } from '../../../kit/panel.tsx';
import { filterOf } from './endpoint-draft.ts';
import { fieldOf } from './form-field.ts';
import type { EndpointForm } from './use-endpoint-form.ts';

const DIRECTIONS = ['', 'INBOUND', 'OUTBOUND'] as const;

export function FilterPanel({ endpoint }: { readonly endpoint: EndpointForm }) {
  const t = useText('endpointForm').filter;
  const { direction: names } = useText('call');
  const { form, readOnly } = endpoint;
  const lines = { autosize: true, minRows: 1, maxRows: 6, spellCheck: false } as const;
  const chosen = form.values.filterDirection;
  return (
    <Panel title={t.title} lead={t.lead}>
      <div className="form">
        <NativeSelect
          label={t.direction}
          value={chosen}
          disabled={readOnly}
          data={DIRECTIONS.map((value) => ({ value, label: value === '' ? t.both : names[value] }))}
          onChange={({ currentTarget }) => {
            const next = DIRECTIONS.find((one) => one === currentTarget.value);
            if (next !== undefined) endpoint.set('filterDirection', next, '/filter');
          }}
        />
        <Textarea
          label={t.tags}
          description={t.lines}
          {...lines}
          {...fieldOf(endpoint, 'filterTags', '/filter/tags')}
        />
        <Textarea
          label={t.queues}
          {...lines}
          {...fieldOf(endpoint, 'filterQueues', '/filter/queues')}
        />
        <Textarea
          label={t.agentIds}
          {...lines}
          {...fieldOf(endpoint, 'filterAgentIds', '/filter/agentIds')}
        />
        <Textarea
          label={t.metadata}
          description={t.metadataHint}
          {...lines}
          {...fieldOf(endpoint, 'filterMetadata', '/filter/metadata')}
        />
        <p className="quiet small" role="status">
          {filterWords(filterOf(form.values), t, names)}
        </p>
      </div>
    </Panel>
  );
}

type Filter = ReturnType<typeof filterOf>;

/** What a filter wants, as one sentence. */
export function filterWords(
  filter: Filter,
  t: Words['endpointForm']['filter'],
  names: Words['call']['direction'],
): string {
  if (filter === null) return t.every;
  const { direction, tags = [], queues = [], agentIds = [], metadata = {} } = filter;
  const entries = Object.entries(metadata).map((entry) => entry.join('='));
  const parts = [
    direction === undefined ? '' : names[direction],
    tags.length === 0 ? '' : t.anyOf(t.tags, tags.join(', ')),
    queues.length === 0 ? '' : t.anyOf(t.queues, queues.join(', ')),
    agentIds.length === 0 ? '' : t.anyOf(t.agentIds, agentIds.join(', ')),
    entries.length === 0 ? '' : t.allOf(t.metadata, entries.join(', ')),
  ];
  return t.only(parts.filter((part) => part !== '').join('; '));
}
