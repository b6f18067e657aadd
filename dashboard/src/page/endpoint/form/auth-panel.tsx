/**
 * How requests prove who sends them: a signature with the project's key or with a secret of the
 * endpoint, or a token. A token or a secret is shown until it is saved; then it can be replaced,
 * never read.
 */
import { Button, NativeSelect, Radio, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../../api/api-context.tsx';
import type { SigningKeyRecord } from '../../../api/endpoint.ts';
import { rotateSecret, signingKeysQuery } from '../../../api/endpoint-act.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useText } from '../../../i18n/words.ts';
import { CodeView } from '../../../kit/code/code-view.tsx';
import { CopyButton } from '../../../kit/copy.tsx';
import { Fact, Facts, Panel } from '../../../kit/panel.tsx';
import { DataRegion, Failure } from '../../../kit/region/data-region.tsx';
import { regionOf } from '../../../kit/region/region.ts';
import { Moment } from '../../../kit/time/moment.tsx';
import { useBase } from '../use-base.ts';
import { fieldOf } from './form-field.ts';
import type { EndpointForm } from './use-endpoint-form.ts';

const METHODS = ['rsa-sha256', 'hmac-sha256', 'bearer'] as const;

export function AuthPanel({ endpoint }: { readonly endpoint: EndpointForm }) {
  const t = useText('endpointForm');
  const { form, readOnly } = endpoint;
  const { method } = form.values;
  return (
    <Panel title={t.auth} lead={t.authLead}>
      <div className="form">
        <Radio.Group
          aria-label={t.auth}
          value={method}
          onChange={(value) => {
            const chosen = METHODS.find((one) => one === value);
            if (chosen !== undefined) endpoint.set('method', chosen, '/auth');
          }}
        >
          <div className="radio-stack">
            {METHODS.map((one) => (
              <Radio
                key={one}
                value={one}
                label={t.method[one].name}
                description={t.method[one].hint}
                disabled={readOnly}
              />
            ))}
          </div>
        </Radio.Group>
        {method === 'bearer' && <Token endpoint={endpoint} />}
        {method === 'hmac-sha256' && <SigningSecret endpoint={endpoint} />}
        {method === 'rsa-sha256' && <Signature endpoint={endpoint} />}
      </div>
    </Panel>
  );
}

function Token({ endpoint }: { readonly endpoint: EndpointForm }) {
  const t = useText('endpointForm');
  const { form, record, readOnly } = endpoint;
  const { token } = form.values;
  const saved = record?.auth?.method === 'bearer' ? record.auth.token : undefined;
  const hint = saved === undefined ? t.tokenHint : t.tokenKept(saved);
  return (
    <div className="field-with-button">
      <TextInput
        label={t.token}
        description={token === '' ? hint : t.tokenOnce}
        className="mono-field"
        spellCheck={false}
        autoComplete="off"
        {...fieldOf(endpoint, 'token', '/auth')}
      />
      {!readOnly && (
        <Button
          variant="default"
          size="sm"
          onClick={() => endpoint.set('token', newToken(), '/auth')}
        >
          {t.generate}
        </Button>
      )}
      {token !== '' && <CopyButton text={token} what={t.token} />}
    </div>
  );
}

const FORMATS = ['webhook-signature', 'rfc9421', 'both'] as const;

function Signature({ endpoint }: { readonly endpoint: EndpointForm }) {
  const t = useText('endpointForm');
  const { form, readOnly } = endpoint;
  return (
    <>
      <NativeSelect
        label={t.format}
        value={form.values.signatureFormat}
        error={endpoint.faultOf('/signatureFormat')}
        disabled={readOnly}
        data={FORMATS.map((value) => ({ value, label: t.formats[value] }))}
        onChange={({ currentTarget }) => {
          const chosen = FORMATS.find((one) => one === currentTarget.value);
          if (chosen !== undefined) endpoint.set('signatureFormat', chosen, '/signatureFormat');
        }}
      />
      <PublicKeys />
    </>
  );
}

/**
 * The public keys that receivers verify with: key id, PEM, and the address of the key set. No
 * private half ever comes here.
 */
function PublicKeys() {
  const t = useText('endpointForm');
  const client = useClient();
  const base = useBase();
  const query = useQuery(signingKeysQuery(client));
  const keys = (query.data?.data ?? []).filter(({ state }) => state in t.keyState);
  const jwks = `${base}v1/projects/${client.project ?? ''}/.well-known/jwks.json`;
  return (
    <DataRegion
      title={t.keys}
      plain
      region={regionOf(query, { count: keys.length })}
      rows={2}
      empty={<p className="quiet">{t.noKey}</p>}
    >
      <Facts>
        <Fact name={t.jwks}>
          <code className="wrap">{jwks}</code>
          <CopyButton text={jwks} what={t.jwks} />
        </Fact>
      </Facts>
      {keys.map((key) => (
        <PublicKey key={key.kid} signingKey={key} />
      ))}
    </DataRegion>
  );
}

function PublicKey({ signingKey }: { readonly signingKey: SigningKeyRecord }) {
  const t = useText('endpointForm');
  const { kid, state, publicKey } = signingKey;
  const states: Readonly<Record<string, string>> = t.keyState;
  return (
    <>
      <Facts>
        <Fact name={t.kid}>
          <code className="wrap">{kid}</code>
          <CopyButton text={kid} what={t.kid} />
          <span className="quiet"> {states[state] ?? state}</span>
        </Fact>
      </Facts>
      <details>
        <summary>{t.pem}</summary>
        <CodeView label={t.pem} content={publicKey} plain />
      </details>
    </>
  );
}

/**
 * The secret that an endpoint with hmac-sha256 signs with: typed or made here before it is saved,
 * and replaced later with an overlap in which both sign, so that a receiver has time to change.
 */
function SigningSecret({ endpoint }: { readonly endpoint: EndpointForm }) {
  const t = useText('endpointForm');
  const { form, record, readOnly } = endpoint;
  const { secret } = form.values;
  const auth = record?.auth?.method === 'hmac-sha256' ? record.auth : null;
  const lacks = auth === null && secret === '' && !readOnly;
  // Once, when it is chosen: made here, it can be copied before it is sealed.
  const filled = useRef(false);
  useEffect(() => {
    if (lacks && !filled.current) endpoint.set('secret', newSecret(), '/auth');
    filled.current = true;
  }, [lacks, endpoint]);
  const hint = auth === null ? t.secret.hint : t.secret.kept(auth.secret ?? '');
  return (
    <>
      <div className="field-with-button">
        <TextInput
          label={t.secret.label}
          description={secret === '' ? hint : t.tokenOnce}
          className="mono-field"
          spellCheck={false}
          autoComplete="off"
          {...fieldOf(endpoint, 'secret', '/auth')}
        />
        {!readOnly && (
          <Button
            variant="default"
            size="sm"
            onClick={() => endpoint.set('secret', newSecret(), '/auth')}
          >
            {t.generate}
          </Button>
        )}
        {secret !== '' && <CopyButton text={secret} what={t.secret.label} />}
      </div>
      {auth?.retiring?.map((old) => (
        <p key={old.until} className="quiet small">
          {t.secret.retiring(old.secret)} <Moment iso={old.until} />
        </p>
      ))}
      {auth !== null && record !== null && !readOnly && <Rotation id={record.id} />}
      <p className="quiet small">{t.secret.libraries}</p>
    </>
  );
}

function Rotation({ id }: { readonly id: string }) {
  const t = useText('endpointForm').secret;
  const client = useClient();
  const [made, setMade] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const rotate = (): void => {
    setBusy(true);
    setFailure(null);
    rotateSecret(client, id)
      .then(({ newSecret: told }) => setMade(told ?? null), setFailure)
      .finally(() => {
        setBusy(false);
        void queryClient.invalidateQueries({ queryKey: ['endpoints', client.project] });
      });
  };
  return (
    <>
      <Button variant="default" size="xs" loading={busy} onClick={rotate}>
        {t.rotate}
      </Button>
      <p className="quiet small">{t.rotateHint}</p>
      {failure !== null && <Failure error={failure} />}
      {made !== null && (
        <Facts>
          <Fact name={t.made}>
            <code className="wrap">{made}</code>
            <CopyButton text={made} what={t.made} />
          </Fact>
        </Facts>
      )}
    </>
  );
}

const BYTES = 32;

/**
 * A bearer token that cannot be guessed: 256 bits, in letters that RFC 6750 allows; and a signing
 * secret of as many, as Standard Webhooks writes it. Works over plain HTTP as well, where the rest
 * of `crypto` is hidden.
 */
function newToken(): string {
  return randomBase64().replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function newSecret(): string {
  return `whsec_${randomBase64()}`;
}

function randomBase64(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(BYTES))));
}
