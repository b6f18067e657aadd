/**
 * The settings of an endpoint in its form. A change by another person never takes away what is
 * being typed: it is told, and shown when asked for.
 */

import { Alert } from '@mantine/core';
import { useState } from 'react';
import { takesPayload } from '../../../../../src/core/endpoint/endpoint.ts';
import type { EndpointRecord } from '../../../api/record.ts';
import { useText } from '../../../i18n/words.ts';
import { CodeView } from '../../../kit/code/code-view.tsx';
import { Panel } from '../../../kit/panel.tsx';
import { AuthPanel } from '../form/auth-panel.tsx';
import { EndpointFormView, Foot } from '../form/endpoint-form.tsx';
import { useEndpointForm } from '../form/use-endpoint-form.ts';

export function SettingsTab({ endpoint }: { readonly endpoint: EndpointRecord }) {
  const [shown, setShown] = useState(endpoint);
  return (
    <>
      <ChangedMeanwhile endpoint={endpoint} shown={shown} onShow={setShown} />
      <Settings key={shown.revision} record={shown} onSaved={setShown} />
    </>
  );
}

interface SettingsProps {
  readonly record: EndpointRecord;
  onSaved(saved: EndpointRecord): void;
}

function Settings({ record, onSaved }: SettingsProps) {
  return <EndpointFormView endpoint={useEndpointForm(record.kind, record, onSaved)} withoutAuth />;
}

interface ChangedProps {
  readonly endpoint: EndpointRecord;
  readonly shown: EndpointRecord;
  onShow(endpoint: EndpointRecord): void;
}

function ChangedMeanwhile({ endpoint, shown, onShow }: ChangedProps) {
  const t = useText('endpoint');
  if (endpoint.revision <= shown.revision) return null;
  return (
    <Alert color="yellow" variant="light" role="status">
      {t.changedMeanwhile}{' '}
      <button type="button" className="link-button" onClick={() => onShow(endpoint)}>
        {t.showChanged}
      </button>
    </Alert>
  );
}

/**
 * How the endpoint's requests are authenticated: method, token, public keys; for kinds that have
 * none, why.
 */
export function AuthTab({ endpoint }: { readonly endpoint: EndpointRecord }) {
  const t = useText('endpoint');
  const [shown, setShown] = useState(endpoint);
  if (!takesPayload(endpoint.kind)) {
    return (
      <Panel title={t.noAuthTitle}>
        <p>{t.noAuthWhy[endpoint.kind]}</p>
      </Panel>
    );
  }
  return (
    <>
      <ChangedMeanwhile endpoint={endpoint} shown={shown} onShow={setShown} />
      <AuthForm key={shown.revision} record={shown} onSaved={setShown} />
      {endpoint.kind === 'self-provided-agent' && (
        <Panel title={t.agentHeaders} lead={t.agentHeadersHint}>
          <CodeView
            label={t.agentHeaders}
            content={`acw-agent-id: ${endpoint.id}\nacw-run-id: run_…`}
            plain
          />
        </Panel>
      )}
    </>
  );
}

interface AuthFormProps {
  readonly record: EndpointRecord;
  onSaved(saved: EndpointRecord): void;
}

function AuthForm({ record, onSaved }: AuthFormProps) {
  const endpoint = useEndpointForm(record.kind, record, onSaved);
  return (
    <form onSubmit={endpoint.form.submit} noValidate>
      <AuthPanel endpoint={endpoint} />
      {!endpoint.readOnly && <Foot endpoint={endpoint} />}
    </form>
  );
}
