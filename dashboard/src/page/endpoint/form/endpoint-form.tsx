/**
 * The form of an endpoint, for a new one and for one that is there: its settings on the left, what
 * its receiver will get on the right. What has effects beyond it asks before it is saved.
 */

import { Alert, Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { isAgent, takesAlerts, takesPayload } from '../../../../../src/core/endpoint/endpoint.ts';
import { useText } from '../../../i18n/words.ts';
import { ConfirmDialog } from '../../../kit/dialog.tsx';
import { FormFoot } from '../../../kit/form/form.tsx';
import { PreviewPanel } from '../preview/preview-panel.tsx';
import { AgentPanel } from './agent-panel.tsx';
import { AlertPicker } from './alert-picker.tsx';
import { AuthPanel } from './auth-panel.tsx';
import { DestinationPanel } from './destination-panel.tsx';
import { draftOfRecord, isBuiltIn, takesSecretsAlong } from './endpoint-draft.ts';
import { FilterPanel } from './filter-panel.tsx';
import { PayloadPanel, SendingPanel } from './sending-panel.tsx';
import { doubled } from './trigger-choice.ts';
import { TriggerPicker, useCancelled } from './trigger-picker.tsx';
import type { EndpointForm } from './use-endpoint-form.ts';

export interface EndpointFormProps {
  readonly endpoint: EndpointForm;
  /** The page of the endpoint shows it in a tab of its own. */
  readonly withoutAuth?: boolean;
}

export function EndpointFormView({ endpoint, withoutAuth = false }: EndpointFormProps) {
  const t = useText('endpointForm');
  const { kind, form, record, readOnly } = endpoint;
  const effects = useEffects(endpoint);
  const [asking, setAsking] = useState<EventTarget | null>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (effects.length === 0) form.submit(event);
    else setAsking(event.currentTarget);
  };
  return (
    <div className="endpoint-columns">
      <form onSubmit={submit} noValidate className="endpoint-form">
        {readOnly && <Alert color="gray">{t.onlyAdmins}</Alert>}
        {endpoint.wasKept && form.dirty && <Restored endpoint={endpoint} />}
        <DestinationPanel endpoint={endpoint} />
        {takesPayload(kind) && !withoutAuth && <AuthPanel endpoint={endpoint} />}
        {isAgent(kind) && <AgentPanel endpoint={endpoint} />}
        <TriggerPicker endpoint={endpoint} />
        <FilterPanel endpoint={endpoint} />
        {takesAlerts(kind) && <AlertPicker endpoint={endpoint} />}
        <PayloadPanel endpoint={endpoint} />
        {!isBuiltIn(kind) && <SendingPanel endpoint={endpoint} />}
        {!readOnly && <Foot endpoint={endpoint} />}
      </form>
      <PreviewPanel
        kind={kind}
        triggers={form.values.triggers}
        contentKey={form.values.contentKey}
        payloadVersion={form.values.payloadVersion}
        signatureFormat={form.values.signatureFormat}
        method={form.values.method}
      />
      {asking !== null && (
        <ConfirmDialog
          title={t.confirm.title}
          action={record === null ? t.create : t.confirm.action}
          effect={effects.map((effect) => <p key={effect}>{effect}</p>)}
          onConfirm={async () => form.submit(undefined, asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}

/** In the order of the fields; faults of these are shown there. */
const SHOWN = [
  '/name',
  '/target',
  '/auth',
  '/auth/token',
  '/triggers',
  '/opsTriggers',
  '/filter/tags',
  '/filter/queues',
  '/filter/agentIds',
  '/filter/metadata',
  '/contentKey',
  '/payloadVersion',
  '/signatureFormat',
  '/timeoutMs',
  '/retryScheduleMs',
  '/pacing/ratePerS',
  '/pacing/burst',
  '/pacing/concurrency',
  '/agent/engine',
  '/agent/callLogWaitMs',
  '/agent/scorecardId',
  '/agent/deadlineMs',
];
const SHOWN_WITHIN = /^\/(?:triggers|retryScheduleMs|headers)\/\d+/;

export function Foot({ endpoint }: { readonly endpoint: EndpointForm }) {
  const t = useText('endpointForm');
  const { form, record, faulty } = endpoint;
  const within = form.faults.map(({ field }) => field).filter((field) => SHOWN_WITHIN.test(field));
  return (
    <FormFoot
      form={form}
      action={record === null ? t.create : t.save}
      shown={[...SHOWN, ...within]}
      changed={endpoint.changed}
      blocked={faulty ? t.blocked : null}
      always={record === null}
    >
      {record !== null && form.dirty && (
        <Button variant="default" size="sm" onClick={endpoint.startOver}>
          {t.discard}
        </Button>
      )}
    </FormFoot>
  );
}

function Restored({ endpoint }: { readonly endpoint: EndpointForm }) {
  const t = useText('endpointForm');
  return (
    <Alert color="gray" variant="light" role="status">
      {t.restored} {t.secretsNotKept}{' '}
      <button type="button" className="link-button" onClick={endpoint.startOver}>
        {t.startOver}
      </button>
    </Alert>
  );
}

/** Sentences about what saving would set off. */
function useEffects(endpoint: EndpointForm): readonly string[] {
  const { triggers: t, takesSecrets } = useText('endpointForm');
  const { kind, form, record } = endpoint;
  const along = record !== null && takesSecretsAlong(kind, form.values, draftOfRecord(record));
  const cancelled = useCancelled(endpoint);
  const before = doubled(endpoint.record?.triggers ?? []);
  const twice = doubled(endpoint.form.values.triggers);
  const fresh = twice.filter((name) => !before.includes(name));
  return [
    ...(along ? [takesSecrets(form.values.target.trim())] : []),
    ...(isAgent(endpoint.kind) && fresh.length > 0 ? [t.doubledAgent(fresh.join(', '))] : []),
    ...(cancelled === null ? [] : [t.cancels(cancelled.count, cancelled.more)]),
  ];
}
