/**
 * Name and destination, with what the service says of the address before it is saved, and the way
 * to the receivers that are built in.
 */
import { Alert, Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  hasSecretTarget,
  isPulled,
  PROBED_KINDS,
} from '../../../../../src/core/endpoint/endpoint.ts';
import { useClient } from '../../../api/api-context.tsx';
import type { EndpointKind, InboxBoxRecord, ProbeBody, ProbeReply } from '../../../api/endpoint.ts';
import { boxesQuery, probeEndpoint } from '../../../api/endpoint-act.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/words.ts';
import { Icon } from '../../../kit/icon.tsx';
import { Panel } from '../../../kit/panel.tsx';
import { Failure } from '../../../kit/region/data-region.tsx';
import { isBuiltIn } from './endpoint-draft.ts';
import { fieldOf } from './form-field.ts';
import type { EndpointForm } from './use-endpoint-form.ts';

export function DestinationPanel({ endpoint }: { readonly endpoint: EndpointForm }) {
  const t = useText('endpointForm');
  const { kind } = endpoint;
  return (
    <Panel title={t.basics}>
      <div className="form">
        <TextInput
          label={t.name}
          description={t.nameHint}
          required
          autoComplete="off"
          {...fieldOf(endpoint, 'name', '/name')}
        />
        {isBuiltIn(kind) && <p className="quiet">{t.noTarget}</p>}
        {isPulled(kind) && <p className="quiet">{t.noTargetPulled}</p>}
        {!isBuiltIn(kind) && !isPulled(kind) && <Target endpoint={endpoint} />}
        {endpoint.warnings.map((warning) => (
          <Alert key={warning} color="yellow" variant="light" icon={<Icon name="warn" />}>
            {warning}
          </Alert>
        ))}
      </div>
    </Panel>
  );
}

function Target({ endpoint }: { readonly endpoint: EndpointForm }) {
  const t = useText('endpointForm');
  const { kind, record, form, readOnly } = endpoint;
  const inbox = useInboxTarget(endpoint);
  const kept = hasSecretTarget(kind) && record !== null && form.values.target === record.target;
  return (
    <>
      <TextInput
        label={t.target[kind]}
        description={kept ? t.targetKept : t.targetHint[kind]}
        required
        type={kind === 'email' ? 'email' : 'url'}
        spellCheck={false}
        autoComplete="off"
        {...fieldOf(endpoint, 'target', '/target')}
      />
      {inbox !== null && !readOnly && (
        <div className="button-line">
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="inbox" />}
            disabled={form.values.target === inbox}
            onClick={() => endpoint.set('target', inbox, '/target')}
          >
            {t.useInbox}
          </Button>
          <span className="quiet small">{t.inboxWhy}</span>
        </div>
      )}
      {isProbed(kind) && !readOnly && (
        <AddressCheck
          kind={kind}
          target={form.values.target.trim()}
          refusal={kept ? t.probe.kept : null}
        />
      )}
    </>
  );
}

function isProbed(kind: EndpointKind): kind is ProbeBody['kind'] {
  return PROBED_KINDS.some((probed) => probed === kind);
}

const CHANNELS: Partial<Readonly<Record<EndpointKind, InboxBoxRecord['channel']>>> = {
  slack: 'slack',
  teams: 'teams',
  email: 'email',
  custom: 'http',
  'self-provided-agent': 'http',
};
/** An address of a domain to which no mail is ever sent. */
const INBOX_MAIL = 'inbox@ringpost.example';

/** Null: there is no inbox here, or mail does not go there. */
function useInboxTarget({ kind, warnings }: EndpointForm): string | null {
  const { data } = useQuery(boxesQuery(useClient()));
  if (data === undefined) return null;
  const box = data.data.find(({ channel }) => channel === CHANNELS[kind]);
  // Only mail that no server takes goes to the inbox, and that is warned of.
  if (kind === 'email') return warnings.length === 0 ? null : (box?.target ?? INBOX_MAIL);
  return box?.target ?? null;
}

type Ended =
  | { readonly kind: 'found'; readonly found: ProbeReply }
  | { readonly kind: 'failed'; readonly error: Error };

interface AddressCheckProps extends ProbeBody {
  /** Why it cannot be asked; null: it can. */
  readonly refusal: string | null;
}

/**
 * Whether deliveries would reach the address that is typed: the service connects to it once, when
 * asked by a button and never by itself, and sends no request. What it found is said in words, and
 * goes when the address changes.
 */
function AddressCheck({ kind, target, refusal }: AddressCheckProps) {
  const t = useText('endpointForm').probe;
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
  const t = useText('endpointForm').probe;
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
