/**
 * What most leave as it is: payload key and headers, timeout, the retry schedule told in words,
 * and pacing.
 */
import { Checkbox, TextInput } from '@mantine/core';
import { useText } from '../../../i18n/catalogue.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Panel } from '../../../kit/panel.tsx';
import { takesPayload } from './endpoint-draft.ts';
import { fieldOf } from './form-field.ts';
import { HeaderFields } from './header-fields.tsx';
import { parseSchedule } from './retry-schedule.ts';
import { formText } from './text.ts';
import type { EndpointForm } from './use-endpoint-form.ts';

interface PanelProps {
  readonly endpoint: EndpointForm;
}

export function PayloadPanel({ endpoint }: PanelProps) {
  const t = useText(formText);
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
        <HeaderFields endpoint={endpoint} />
      </div>
    </Panel>
  );
}

export function SendingPanel({ endpoint }: PanelProps) {
  const t = useText(formText);
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
  const t = useText(formText);
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
