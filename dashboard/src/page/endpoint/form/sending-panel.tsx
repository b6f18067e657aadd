/**
 * What most leave as it is: payload key and headers, timeout, the retry schedule told in words,
 * and pacing.
 */

import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { PAYLOAD_VERSIONS, takesPayload } from '../../../../../src/core/endpoint/endpoint.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/words.ts';
import { Icon } from '../../../kit/icon.tsx';
import { Panel } from '../../../kit/panel.tsx';
import { type HeaderDraft, parseSchedule } from './endpoint-draft.ts';
import { fieldOf } from './form-field.ts';
import type { EndpointForm } from './use-endpoint-form.ts';

interface PanelProps {
  readonly endpoint: EndpointForm;
}

export function PayloadPanel({ endpoint }: PanelProps) {
  const t = useText('endpointForm');
  if (!takesPayload(endpoint.kind)) return null;
  return (
    <Panel title={t.payload}>
      <div className="form">
        <TextInput
          label={t.contentKey}
          description={t.contentKeyHint}
          spellCheck={false}
          autoComplete="off"
          {...fieldOf(endpoint, 'contentKey', '/contentKey')}
        />
        <NativeSelect
          label={t.payloadVersion}
          description={t.payloadVersionHint}
          value={String(endpoint.form.values.payloadVersion)}
          error={endpoint.faultOf('/payloadVersion')}
          disabled={endpoint.readOnly}
          data={PAYLOAD_VERSIONS.map((version) => ({
            value: String(version),
            label: t.payloadVersions[version],
          }))}
          onChange={({ currentTarget }) => {
            const chosen = PAYLOAD_VERSIONS.find((one) => String(one) === currentTarget.value);
            if (chosen !== undefined) endpoint.set('payloadVersion', chosen, '/payloadVersion');
          }}
        />
        <HeaderFields endpoint={endpoint} />
      </div>
    </Panel>
  );
}

export function SendingPanel({ endpoint }: PanelProps) {
  const t = useText('endpointForm');
  const { form, readOnly } = endpoint;
  const number = { type: 'number', inputMode: 'decimal', step: 'any' } as const;
  return (
    <Panel title={t.sending}>
      <div className="form">
        <TextInput
          label={t.timeout}
          description={t.timeoutHint}
          {...number}
          {...fieldOf(endpoint, 'timeoutS', '/timeoutMs')}
        />
        <TextInput
          label={t.schedule}
          description={t.scheduleHint}
          spellCheck={false}
          {...fieldOf(endpoint, 'schedule', '/retryScheduleMs')}
        />
        <ScheduleWords schedule={form.values.schedule} />
        <Checkbox
          label={t.retryOther4xx}
          description={t.retryOther4xxHint}
          checked={form.values.retryOther4xx}
          disabled={readOnly}
          onChange={({ currentTarget }) =>
            endpoint.set('retryOther4xx', currentTarget.checked, '/retryOther4xx')
          }
        />
        <div className="field-row">
          <TextInput
            label={t.rate}
            description={t.rateHint}
            {...number}
            {...fieldOf(endpoint, 'ratePerS', '/pacing/ratePerS')}
          />
          <TextInput label={t.burst} {...number} {...fieldOf(endpoint, 'burst', '/pacing/burst')} />
          <TextInput
            label={t.concurrency}
            {...number}
            {...fieldOf(endpoint, 'concurrency', '/pacing/concurrency')}
          />
        </div>
      </div>
    </Panel>
  );
}

function ScheduleWords({ schedule }: { readonly schedule: string }) {
  const t = useText('endpointForm');
  const format = useFormat();
  const waits = parseSchedule(schedule);
  if (waits === null) return null;
  const whole = waits.reduce((sum, wait) => sum + wait, 0);
  const list = waits.map((wait) => format.duration(wait)).join(', ');
  return (
    <p className="quiet small" role="status">
      {waits.length === 0
        ? t.noSchedule
        : t.scheduleWords(waits.length + 1, format.duration(whole), list)}
    </p>
  );
}

/**
 * The static headers of every request: name and value. A saved value is masked; leaving it empty
 * keeps it.
 */
function HeaderFields({ endpoint }: { readonly endpoint: EndpointForm }) {
  const t = useText('endpointForm');
  const { form, readOnly } = endpoint;
  const { headers } = form.values;
  const change = (index: number, part: Partial<HeaderDraft>, pointer: string): void => {
    const next = headers.map((header, at) => (at === index ? { ...header, ...part } : header));
    endpoint.set('headers', next, pointer);
  };
  return (
    <fieldset className="bare">
      <legend>{t.headers}</legend>
      <p className="quiet small">{t.headersHint}</p>
      {headers.map(({ name, value, kept }, index) => (
        // Two headers may have the same name until the service says so.
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; rows have no other id
        <div key={index} className="header-row">
          <TextInput
            aria-label={t.headerName}
            value={name}
            disabled={readOnly || kept}
            error={endpoint.faultOf(`/headers/${index}/name`)}
            spellCheck={false}
            autoComplete="off"
            onChange={({ currentTarget }) =>
              change(index, { name: currentTarget.value }, `/headers/${index}/name`)
            }
            onBlur={() => endpoint.left(`/headers/${index}/name`, name !== '')}
          />
          <TextInput
            aria-label={t.headerValue}
            placeholder={kept ? t.headerKept : t.headerValue}
            value={value}
            disabled={readOnly}
            error={endpoint.faultOf(`/headers/${index}/value`)}
            spellCheck={false}
            autoComplete="off"
            onChange={({ currentTarget }) =>
              change(index, { value: currentTarget.value }, `/headers/${index}/value`)
            }
            onBlur={() => endpoint.left(`/headers/${index}/value`, value !== '')}
          />
          <button
            type="button"
            className="icon-button"
            disabled={readOnly}
            aria-label={t.removeHeader(name)}
            onClick={() =>
              endpoint.set(
                'headers',
                headers.filter((_, at) => at !== index),
                '/headers',
              )
            }
          >
            <Icon name="trash" />
          </button>
        </div>
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon name="plus" />}
        disabled={readOnly}
        onClick={() =>
          endpoint.set('headers', [...headers, { name: '', value: '', kept: false }], '/headers')
        }
      >
        {t.addHeader}
      </Button>
    </fieldset>
  );
}
