/**
 * Whether deliveries would reach the address that is typed: the service connects to it once, when
 * asked by a button and never by itself, and sends no request. What it found is said in words, and
 * goes when the address changes.
 */
import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { useClient } from '../../../api/api-context.tsx';
import { probeEndpoint } from '../../../api/endpoint-act.ts';
import type { ProbeBody, ProbeReply } from '../../../api/endpoint-record.ts';
import { useText } from '../../../i18n/catalogue.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Icon } from '../../../kit/icon.tsx';
import { Failure } from '../../../kit/region/failure.tsx';
import { formText } from './text.ts';

type Ended =
  | { readonly kind: 'found'; readonly found: ProbeReply }
  | { readonly kind: 'failed'; readonly error: Error };

export interface AddressCheckProps extends ProbeBody {
  /** Why it cannot be asked; null: it can. */
  readonly refusal: string | null;
}

export function AddressCheck({ kind, target, refusal }: AddressCheckProps) {
  const t = useText(formText).probe;
  const client = useClient();
  const [asking, setAsking] = useState(false);
  const [last, setLast] = useState<(Ended & { readonly of: string }) | null>(null);
  const ended = last?.of === target ? last : null;
  const ask = (): void => {
    setAsking(true);
    probeEndpoint(client, { kind, target })
      .then((found) => setLast({ kind: 'found', found, of: target }))
      .catch((error: Error) => setLast({ kind: 'failed', error, of: target }))
      .finally(() => setAsking(false));
  };
  const why = refusal ?? (target === '' ? t.empty : null);
  return (
    <div className="address-check">
      <div className="button-line">
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="endpoints" />}
          loading={asking}
          disabled={why !== null}
          title={why ?? undefined}
          onClick={ask}
        >
          {t.check}
        </Button>
        <span className="quiet small">{why ?? t.why}</span>
      </div>
      <div role="status">
        {ended?.kind === 'found' && <Found found={ended.found} />}
        {ended?.kind === 'failed' && <Failure error={ended.error} />}
      </div>
    </div>
  );
}

const COLORS: Partial<Readonly<Record<ProbeReply['outcome'], string>>> = {
  reachable: 'teal',
  'expires-soon': 'yellow',
};

function Found({ found }: { readonly found: ProbeReply }) {
  const t = useText(formText).probe;
  const format = useFormat();
  const { outcome, certificateValidUntil, tlsProtocol, durationMs } = found;
  const until = certificateValidUntil === null ? null : format.full(certificateValidUntil);
  return (
    <Alert
      color={COLORS[outcome] ?? 'red'}
      variant="light"
      icon={<Icon name={outcome === 'reachable' ? 'good' : 'warn'} />}
      data-outcome={outcome}
    >
      {t.outcome[outcome]}
      {until !== null && ` ${outcome === 'expired' ? t.ended(until) : t.until(until)}`}{' '}
      <span className="small">
        {t.took(format.duration(durationMs))}
        {tlsProtocol !== null && ` · ${tlsProtocol}`}
      </span>
    </Alert>
  );
}
