/**
 * The secret that an endpoint with hmac-sha256 signs with: typed or made here before it is saved,
 * and replaced later with an overlap in which both sign, so that a receiver has time to change.
 */
import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../../api/api-context.tsx';
import { rotateSecret } from '../../../api/endpoint-act.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useText } from '../../../i18n/catalogue.ts';
import { CopyButton } from '../../../kit/copy-button.tsx';
import { Fact, Facts } from '../../../kit/facts.tsx';
import { Failure } from '../../../kit/region/failure.tsx';
import { Moment } from '../../../kit/time/moment.tsx';
import { fieldOf } from './form-field.ts';
import { formText } from './text.ts';
import { newSecret } from './token.ts';
import type { EndpointForm } from './use-endpoint-form.ts';

export function SigningSecret({ endpoint }: { readonly endpoint: EndpointForm }) {
  const t = useText(formText);
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
  const t = useText(formText).secret;
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
