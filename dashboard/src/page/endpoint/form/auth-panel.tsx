/**
 * How requests prove who sends them: a signature with the project's key or with a secret of the
 * endpoint, or a token. A token or a secret is shown until it is saved; then it can be replaced,
 * never read.
 */
import { Button, NativeSelect, Radio, TextInput } from '@mantine/core';
import { useText } from '../../../i18n/catalogue.ts';
import { CopyButton } from '../../../kit/copy-button.tsx';
import { Panel } from '../../../kit/panel.tsx';
import { fieldOf } from './form-field.ts';
import { PublicKeys } from './public-keys.tsx';
import { SigningSecret } from './signing-secret.tsx';
import { formText } from './text.ts';
import { newToken } from './token.ts';
import type { EndpointForm } from './use-endpoint-form.ts';

const METHODS = ['rsa-sha256', 'hmac-sha256', 'bearer'] as const;

export function AuthPanel({ endpoint }: { readonly endpoint: EndpointForm }) {
  const t = useText(formText);
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
          <div className="choices">
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
  const t = useText(formText);
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
  const t = useText(formText);
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
