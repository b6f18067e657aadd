/**
 * One key to copy: its PEM, its address for
 * receivers, its fingerprint.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/api-context.tsx';
import type { SigningKeyRecord } from '../../api/endpoint-record.ts';
import { useText } from '../../i18n/catalogue.ts';
import { CodeView } from '../../kit/code/code-view.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Fact, Facts } from '../../kit/facts.tsx';
import { StateBadge } from '../../kit/state-badge.tsx';
import { useBase } from '../endpoint/use-base.ts';
import { fingerprintOf } from './fingerprint.ts';
import { isPublished, KEY_TONES } from './key-state.ts';
import { signingText } from './text.ts';

/** Where a browser has no WebCrypto. */
const BY_OPENSSL = 'openssl pkey -pubin -in key.pem -outform der | openssl dgst -sha256 -c';

export interface KeyDialogProps {
  readonly record: SigningKeyRecord;
  onClose(): void;
}

export function KeyDialog({ record, onClose }: KeyDialogProps) {
  const all = useText(signingText);
  const t = all.details;
  const base = useBase();
  const { project } = useClient();
  const { kid, state, publicKey } = record;
  return (
    <Dialog
      title={t.title(kid)}
      size="large"
      onClose={onClose}
      foot={
        <Button size="sm" variant="default" onClick={onClose}>
          {t.close}
        </Button>
      }
    >
      <Facts>
        <Fact name={all.kid}>
          <span className="mono wrap">{kid}</span> <CopyButton text={kid} what={all.kid} />
        </Fact>
        <Fact name={all.state}>
          <StateBadge {...all.states[state]} tone={KEY_TONES[state]} />{' '}
          <span className="quiet">{all.states[state].meaning}</span>
        </Fact>
        <Fact name={t.fingerprint}>
          <Fingerprint pem={publicKey} />
        </Fact>
      </Facts>
      <CodeView label={t.pem} content={publicKey} plain />
      {isPublished(record) ? (
        <CodeView
          label={t.address}
          content={`${base}v1/projects/${project ?? ''}/signing-keys/${kid}.pem`}
          plain
        />
      ) : (
        <p className="quiet">{t.notPublished}</p>
      )}
    </Dialog>
  );
}

function Fingerprint({ pem }: { readonly pem: string }) {
  const t = useText(signingText).details;
  const { data } = useQuery({
    queryKey: ['fingerprint', pem],
    queryFn: () => fingerprintOf(pem, globalThis.crypto.subtle),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data === undefined) return null;
  if (data === null) {
    return (
      <>
        <span className="quiet">{t.noFingerprint}</span>{' '}
        <code className="mono small wrap">{BY_OPENSSL}</code>
      </>
    );
  }
  return (
    <>
      <span className="mono small wrap">{data}</span>{' '}
      <CopyButton text={data} what={t.fingerprint} />
    </>
  );
}
