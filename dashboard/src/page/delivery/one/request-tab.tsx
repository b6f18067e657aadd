/**
 * The request of an attempt: method, address, headers and the body, byte for byte. Credentials and
 * signatures are named, never shown.
 */

import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { showInboxItem } from '../../../../../src/http/schema/inbox.ts';
import { useClient } from '../../../api/api-context.tsx';
import type { Client } from '../../../api/client.ts';
import { signingKeysQuery } from '../../../api/endpoint-act.ts';
import type { Page } from '../../../api/record.ts';
import { useText } from '../../../i18n/words.ts';
import { CodeView } from '../../../kit/code/code-view.tsx';
import { CopyButton } from '../../../kit/copy.tsx';
import { Fact, Facts } from '../../../kit/panel.tsx';
import { StateBadge, type Tone } from '../../../kit/state-badge.tsx';
import { useBase } from '../../endpoint/use-base.ts';
import {
  type AttemptPart,
  curlCommand,
  isInside,
  opensslCommand,
  type RequestHeader,
  requestHeaders,
  signedPrefix,
  takesWebhook,
} from './request-parts.ts';

export function RequestTab({ delivery, endpoint, attempt }: AttemptPart) {
  const { request: t, action } = useText('deliveryRecord');
  const webhook = endpoint !== undefined && takesWebhook(endpoint.kind);
  return (
    <>
      <RequestLine endpoint={endpoint} />
      {webhook && (
        <>
          <h3>{t.headers}</h3>
          <HeaderTable headers={requestHeaders(delivery, endpoint, attempt)} />
          <p className="quiet small">{t.note}</p>
        </>
      )}
      <h3>{t.body}</h3>
      <CodeView
        label={t.body}
        content={delivery.body}
        tools={
          webhook && <CopyButton text={curlCommand(delivery, endpoint)} what={action.curl} wide />
        }
      />
    </>
  );
}

function RequestLine({ endpoint }: Pick<AttemptPart, 'endpoint'>) {
  const { request: t } = useText('deliveryRecord');
  if (endpoint === undefined) return <p className="quiet">{t.removed}</p>;
  const { kind, target } = endpoint;
  if (isInside(kind)) return <p className="quiet">{t.none}</p>;
  const isMail = kind === 'email';
  return (
    <>
      <p className="request-line mono wrap">
        {!isMail && <strong>{POST}</strong>} {target}
      </p>
      {isMail && <p className="quiet small">{t.mail}</p>}
      {!isMail && !takesWebhook(kind) && <p className="quiet small">{t.product}</p>}
    </>
  );
}

const POST = 'POST';

function HeaderTable({ headers }: { readonly headers: readonly RequestHeader[] }) {
  const { request: t } = useText('deliveryRecord');
  const said = { credential: t.credential, signature: t.madeAnew, masked: t.credential };
  return (
    <table className="headers">
      <caption className="unseen">{t.headers}</caption>
      <tbody>
        {headers.map(({ name, value, hidden }) => (
          <tr key={name}>
            <th scope="row" className="mono">
              {name}
            </th>
            <td className={value === null ? 'quiet' : 'mono wrap'}>
              {value ?? said[hidden ?? 'credential']}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * How a receiver knows that an attempt came from here: what was signed, by which keys, a command
 * that checks it, and what the local inbox found when it went there.
 */
export function SignatureTab(part: AttemptPart) {
  const { signature: t } = useText('deliveryRecord');
  const { auth, signatureFormat } = part.endpoint ?? { auth: null, signatureFormat: null };
  if (auth === null) return <p className="quiet">{t.none}</p>;
  if (auth.method === 'bearer') return <p>{t.bearer}</p>;
  if (auth.method === 'hmac-sha256') {
    return (
      <>
        <InboxVerdict {...part} />
        <p>{t.secret}</p>
      </>
    );
  }
  return (
    <>
      <InboxVerdict {...part} />
      {signatureFormat === 'rfc9421' ? <p>{t.rfc9421}</p> : <Signed {...part} />}
      <Snippets />
    </>
  );
}

function Snippets() {
  const { signature: t } = useText('deliveryRecord');
  const project = useClient().project ?? '';
  return (
    <p>
      <Link to="/p/$project/signing" params={{ project }} search={{ tab: 'snippets' }}>
        {t.snippets}
      </Link>
    </p>
  );
}

function Signed(part: AttemptPart) {
  const { delivery, attempt } = part;
  const { signature: t } = useText('deliveryRecord');
  const client = useClient();
  const base = useBase();
  const { data: keys } = useQuery(signingKeysQuery(client));
  const signing = keys?.data.filter(({ state }) => state === 'active') ?? [];
  const launches = part.endpoint?.kind === 'self-provided-agent';
  const run = launches ? { runId: delivery.id.replace(/^dlv_/, 'run_') } : {};
  const signed = { ...delivery, ...run };
  const command = opensslCommand(signed, attempt, { base, project: client.project ?? '' });
  return (
    <>
      <p>{t.rsa}</p>
      <Facts>
        <Fact name={t.bytes}>
          <code className="wrap">{signedPrefix(signed, attempt)}</code> {t.dot}
        </Fact>
        {signing.length > 0 && (
          <Fact name={t.keys}>
            {signing.map(({ kid }) => (
              <div key={kid} className="mono wrap">
                {kid}
              </div>
            ))}
          </Fact>
        )}
      </Facts>
      <h3>{t.openssl}</h3>
      <p className="quiet small">{t.opensslNote}</p>
      <CodeView label={t.openssl} content={command} plain />
    </>
  );
}

const TONES: Readonly<Record<string, Tone>> = { valid: 'good', invalid: 'bad', unsigned: 'warn' };

/** Only when it went to the local inbox, and is still there. */
function InboxVerdict({ delivery, attempt }: AttemptPart) {
  const { signature: t, action } = useText('deliveryRecord');
  const client = useClient();
  const { data } = useQuery(inboxItemQuery(client, delivery.id));
  const item = data?.data.find((one) => !one.test && one.attempt === attempt?.number) ?? null;
  if (item === null || item.verification === null) return null;
  const { verdict, detail } = item.verification;
  return (
    <p>
      <strong>{t.inbox}:</strong>{' '}
      <StateBadge
        word={t.verdict[verdict] ?? verdict}
        tone={TONES[verdict] ?? 'warn'}
        meaning={detail}
        filled
      />{' '}
      {detail}{' '}
      <Link
        to="/p/$project/inbox/$itemId"
        params={{ project: client.project ?? '', itemId: item.id }}
      >
        {action.inbox}
      </Link>
    </p>
  );
}

type InboxItem = Readonly<ReturnType<typeof showInboxItem>>;

/**
 * The items of the local inbox for a delivery: one for each attempt that went there. If it is off,
 * or the delivery went elsewhere, there is none, which is no error.
 */
function inboxItemQuery(client: Client, deliveryId: string) {
  return queryOptions({
    queryKey: ['inbox', client.project, 'of-delivery', deliveryId],
    queryFn: ({ signal }) =>
      client.get<Page<InboxItem>>('v1/inbox', { query: { q: deliveryId, limit: 20 }, signal }),
    staleTime: 10_000,
  });
}
