/**
 * The settings of an endpoint in its form. A change by somebody else never takes away what is being
 * typed: it is told, and shown when asked for.
 */
import { Alert } from '@mantine/core';
import { useState } from 'react';
import type { EndpointRecord } from '../../../api/record.ts';
import { useText } from '../../../i18n/catalogue.ts';
import { EndpointFormView } from '../form/endpoint-form.tsx';
import { useEndpointForm } from '../form/use-endpoint-form.ts';
import { endpointText } from '../text.ts';

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

export function ChangedMeanwhile({ endpoint, shown, onShow }: ChangedProps) {
  const t = useText(endpointText);
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
