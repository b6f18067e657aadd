/**
 * Checks a request that somebody pastes, in this browser: what a receiver got, with the public
 * keys of the project. Says which check failed and why. Nothing of it is sent.
 */
import { Alert, Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/catalogue.ts';
import { Panel } from '../../kit/panel.tsx';
import { Failure } from '../../kit/region/failure.tsx';
import { serverNowMs } from '../../kit/time/server-clock.ts';
import { CheckReport } from './check-report.tsx';
import { type CheckedRequest, checkRequest, type PublishedKey } from './check-request.ts';
import { EndpointChoice } from './endpoint-choice.tsx';
import { readPastedHeaders } from './pasted-request.ts';
import { signingText } from './text.ts';

interface Jwks {
  readonly keys: readonly PublishedKey[];
}

export function VerifyPanel() {
  const t = useText(signingText).verify;
  // Plain HTTP from another machine: the browser hides it, whatever the types say.
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle;
  if (subtle === undefined) {
    return (
      <Panel title={t.title} lead={t.lead}>
        <Alert color="yellow" variant="light" title={t.insecure}>
          {t.insecureText}
        </Alert>
      </Panel>
    );
  }
  return (
    <Panel title={t.title} lead={t.lead}>
      <VerifyForm subtle={subtle} />
    </Panel>
  );
}

function VerifyForm({ subtle }: { readonly subtle: SubtleCrypto }) {
  const t = useText(signingText).verify;
  const [headers, setHeaders] = useState('');
  const [body, setBody] = useState('');
  const [endpointId, setEndpointId] = useState<string | null>(null);
  const { checked, failure, running, check } = useCheck(subtle);
  return (
    <>
      <form
        className="form verify-form"
        onSubmit={(event) => {
          event.preventDefault();
          check(headers, body, endpointId);
        }}
      >
        <Textarea
          label={t.headers}
          description={t.headersHint}
          classNames={{ input: 'mono' }}
          rows={8}
          spellCheck={false}
          value={headers}
          onChange={({ currentTarget }) => setHeaders(currentTarget.value)}
        />
        <Textarea
          label={t.body}
          description={t.bodyHint}
          classNames={{ input: 'mono' }}
          rows={8}
          spellCheck={false}
          value={body}
          onChange={({ currentTarget }) => setBody(currentTarget.value)}
        />
        <EndpointChoice
          label={t.endpoint}
          none={t.anyEndpoint}
          value={endpointId}
          onChange={setEndpointId}
        />
        <div className="form-buttons">
          <Button type="submit" size="sm" loading={running} disabled={headers.trim() === ''}>
            {t.check}
          </Button>
        </div>
      </form>
      {failure !== null && <Failure error={failure} />}
      {checked !== null && <CheckReport checked={checked} />}
    </>
  );
}

function useCheck(subtle: SubtleCrypto) {
  const client = useClient();
  const [checked, setChecked] = useState<CheckedRequest | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const [running, setRunning] = useState(false);
  const check = (headers: string, body: string, endpointId: string | null): void => {
    setRunning(true);
    setFailure(null);
    setChecked(null);
    client
      .get<Jwks>(`v1/projects/${client.project ?? ''}/.well-known/jwks.json`)
      .then(({ keys }) => {
        const request = { headers: readPastedHeaders(headers), body, endpointId };
        return checkRequest({ ...request, nowMs: serverNowMs() }, keys, subtle);
      })
      .then(setChecked, (error: unknown) => {
        setFailure(error instanceof Error ? error : new Error(String(error)));
      })
      .finally(() => setRunning(false));
  };
  return { checked, failure, running, check };
}
