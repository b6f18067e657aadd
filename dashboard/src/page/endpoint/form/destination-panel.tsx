/**
 * Name and destination, with what the service says of the address before it is saved, and the way
 * to the receivers that are built in.
 */
import { Alert, Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../../api/api-context.tsx';
import { boxesQuery } from '../../../api/endpoint-act.ts';
import type { EndpointKind, InboxBoxRecord, ProbeBody } from '../../../api/endpoint-record.ts';
import { useText } from '../../../i18n/catalogue.ts';
import { Icon } from '../../../kit/icon.tsx';
import { Panel } from '../../../kit/panel.tsx';
import { AddressCheck } from './address-check.tsx';
import { isBuiltIn } from './endpoint-draft.ts';
import { fieldOf } from './form-field.ts';
import { formText } from './text.ts';
import type { EndpointForm } from './use-endpoint-form.ts';

export function DestinationPanel({ endpoint }: { readonly endpoint: EndpointForm }) {
  const t = useText(formText);
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
        {isBuiltIn(kind) ? <p className="quiet">{t.noTarget}</p> : <Target endpoint={endpoint} />}
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
  const t = useText(formText);
  const { kind, record, form, readOnly } = endpoint;
  const inbox = useInboxTarget(endpoint);
  const labels: Partial<Readonly<Record<EndpointKind, string>>> = t.target;
  const hints: Partial<Readonly<Record<EndpointKind, string>>> = t.targetHint;
  const secret = kind === 'slack' || kind === 'teams';
  const kept = secret && record !== null && form.values.target === record.target;
  return (
    <>
      <TextInput
        label={labels[kind]}
        description={kept ? t.targetKept : hints[kind]}
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
  return kind !== 'email' && !isBuiltIn(kind);
}

const CHANNELS: Partial<Readonly<Record<EndpointKind, InboxBoxRecord['channel']>>> = {
  ...{ slack: 'slack', teams: 'teams', email: 'email' },
  ...{ custom: 'http', 'self-provided-agent': 'http' },
};
/** Of a domain that no mail ever leaves for. */
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
