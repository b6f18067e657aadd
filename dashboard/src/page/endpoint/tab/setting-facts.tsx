/**
 * The settings of an endpoint as facts, each in words. Secrets are masked, as the service shows
 * them.
 */
import { Link } from '@tanstack/react-router';
import { useClient } from '../../../api/api-context.tsx';
import type { EndpointRecord } from '../../../api/record.ts';
import { useText } from '../../../i18n/catalogue.ts';
import { useFormat } from '../../../i18n/format.ts';
import { CopyButton } from '../../../kit/copy-button.tsx';
import { Fact, Facts } from '../../../kit/facts.tsx';
import { Panel } from '../../../kit/panel.tsx';
import { Moment } from '../../../kit/time/moment.tsx';
import { isBuiltIn } from '../form/endpoint-draft.ts';
import { endpointText } from '../text.ts';

export function SettingFacts({ endpoint }: { readonly endpoint: EndpointRecord }) {
  const t = useText(endpointText);
  const { fact } = t;
  const { health } = endpoint;
  return (
    <Panel title={t.settings}>
      <Facts>
        <Fact name={fact.destination}>
          {endpoint.target === null ? (
            fact.none
          ) : (
            <span className="mono wrap">{endpoint.target}</span>
          )}
        </Fact>
        <Fact name={fact.triggers}>
          <Triggers endpoint={endpoint} />
        </Fact>
        <Fact name={fact.auth}>{authText(endpoint, t)}</Fact>
        {!isBuiltIn(endpoint.kind) && <Sending endpoint={endpoint} />}
        <Agent endpoint={endpoint} />
        <Fact name={fact.lastSuccess}>
          {health.lastSuccessAt === null ? t.never : <Moment iso={health.lastSuccessAt} />}
        </Fact>
        <Fact name={fact.failures}>{health.consecutiveFailures}</Fact>
        <Fact name={fact.id}>
          <span className="mono wrap">{endpoint.id}</span>
          <CopyButton text={endpoint.id} what={fact.id} />
        </Fact>
        <Fact name={fact.created}>
          <Moment iso={endpoint.createdAt} />
        </Fact>
        <Fact name={fact.updated}>
          <Moment iso={endpoint.updatedAt} />
        </Fact>
      </Facts>
    </Panel>
  );
}

type Text = (typeof endpointText)['en'];

function authText({ auth, signatureFormat }: EndpointRecord, t: Text): string {
  if (auth === null) return t.fact.noAuth;
  if (auth.method === 'bearer') return t.bearer(auth.token ?? '');
  return auth.method === 'hmac-sha256' ? t.secret(auth.secret ?? '') : t.signed(signatureFormat);
}

function Triggers({ endpoint }: { readonly endpoint: EndpointRecord }) {
  const project = useClient().project ?? '';
  return (
    <ul className="chip-list">
      {endpoint.triggers.map((trigger) => (
        <li key={trigger}>
          <Link to="/p/$project/catalog/{-$trigger}" params={{ project, trigger }} className="mono">
            {trigger}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Sending({ endpoint }: { readonly endpoint: EndpointRecord }) {
  const { fact } = useText(endpointText);
  const format = useFormat();
  const { pacing, retryScheduleMs, timeoutMs } = endpoint;
  const waits = retryScheduleMs.map((wait) => format.duration(wait)).join(', ');
  const rate = pacing.ratePerS === null ? null : format.number(pacing.ratePerS);
  return (
    <>
      <Fact name={fact.retries}>{waits === '' ? fact.noRetries : waits}</Fact>
      <Fact name={fact.timeout}>{format.duration(timeoutMs)}</Fact>
      <Fact name={fact.pacing}>
        {fact.paced(rate, format.number(pacing.burst), format.number(pacing.concurrency))}
      </Fact>
    </>
  );
}

function Agent({ endpoint: { agent } }: { readonly endpoint: EndpointRecord }) {
  const { fact } = useText(endpointText);
  const format = useFormat();
  if (agent === null) return null;
  const { deadlineMs, engine, callLogWaitMs } = agent;
  return (
    <Fact name={fact.agent}>
      {deadlineMs === undefined
        ? fact.engine(engine ?? 'AUTO', format.duration(callLogWaitMs ?? 0))
        : fact.deadline(format.duration(deadlineMs))}
    </Fact>
  );
}
