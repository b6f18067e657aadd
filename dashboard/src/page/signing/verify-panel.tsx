/**
 * Checks a request that a developer pastes, in this browser: what a receiver got, with the public
 * keys of the project. Says which check failed and why. Nothing of it is sent.
 */
import { Alert, Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { type Format, useFormat } from '../../i18n/format.ts';
import { useText, type Words } from '../../i18n/words.ts';
import { Panel } from '../../kit/panel.tsx';
import { Failure } from '../../kit/region/data-region.tsx';
import { StateBadge, type Tone } from '../../kit/state-badge.tsx';
import { serverNowMs } from '../../kit/time/server-clock.ts';
import {
  type CheckedRequest,
  type CheckResult,
  checkRequest,
  type PublishedKey,
  readPastedHeaders,
} from './check-request.ts';
import { EndpointChoice } from './snippets-panel.tsx';

interface Jwks {
  readonly keys: readonly PublishedKey[];
}

export function VerifyPanel() {
  const t = useText('signing').verify;
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
  const t = useText('signing').verify;
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

/**
 * The verdict of a checked request, and
 * each check of it in words.
 */
function CheckReport({ checked }: { readonly checked: CheckedRequest }) {
  const t = useText('signing').verify;
  const format = useFormat();
  const valid = checked.verdict === 'valid';
  return (
    <>
      <Alert
        color={valid ? 'green' : 'red'}
        variant="light"
        role="status"
        className="failure"
        title={valid ? t.valid : t.invalid}
      >
        <p>{valid ? t.validText : t.invalidText}</p>
        {checked.trimmed && <p>{t.trimmed}</p>}
      </Alert>
      <table className="numbers checks">
        <caption className="unseen">{t.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t.name}</th>
            <th scope="col">{t.result}</th>
            <th scope="col">{t.why}</th>
          </tr>
        </thead>
        <tbody>
          {checked.checks.map((check) => {
            const why = whyOf(check, t, format);
            return (
              <tr key={check.name}>
                <th scope="row">{t.names[check.name]}</th>
                <td>
                  <StateBadge {...badgeOf(check, t)} meaning={why} />
                </td>
                <td className="wrap">{why}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

type VerifyWords = Words['signing']['verify'];

function badgeOf(
  { word }: CheckResult,
  t: VerifyWords,
): { readonly word: string; readonly tone: Tone } {
  if (word === 'fine') return { word: t.ok, tone: 'good' };
  if (word === 'not-there') return { word: t.absent, tone: 'off' };
  if (word === 'not-checked') return { word: t.open, tone: 'off' };
  return { word: t.failed, tone: 'bad' };
}

function whyOf({ name, word, about }: CheckResult, t: VerifyWords, format: Format): string {
  switch (word) {
    case 'fine':
      return t.fine[name];
    case 'missing':
      return t.missing(about);
    case 'malformed':
      return t.malformed(about);
    case 'old':
      return t.old(format.duration(Number(about)));
    case 'ahead':
      return t.ahead(format.duration(Number(about)));
    case 'other-endpoint':
      return t.otherEndpoint(about);
    case 'unknown-key':
      return t.unknownKey(about);
    case 'other-key':
      return t.otherKey(about);
    case 'digest-differs':
      return name === 'digest' ? t.digestDiffers.digest : t.digestDiffers.signature;
    case 'not-there':
      return t.notThere;
    case 'not-checked':
      return t.notChecked;
  }
}
