/**
 * The public keys that receivers verify with: key id, PEM, and the address of the key set. No
 * private half ever comes here.
 */
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../../api/api-context.tsx';
import { signingKeysQuery } from '../../../api/endpoint-act.ts';
import type { SigningKeyRecord } from '../../../api/endpoint-record.ts';
import { useText } from '../../../i18n/catalogue.ts';
import { CodeView } from '../../../kit/code/code-view.tsx';
import { CopyButton } from '../../../kit/copy-button.tsx';
import { Fact, Facts } from '../../../kit/facts.tsx';
import { DataRegion } from '../../../kit/region/data-region.tsx';
import { regionOf } from '../../../kit/region/region.ts';
import { useBase } from '../use-base.ts';
import { formText } from './text.ts';

export function PublicKeys() {
  const t = useText(formText);
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
  const t = useText(formText);
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
