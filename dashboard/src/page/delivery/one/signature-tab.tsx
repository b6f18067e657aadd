/**
 * How a receiver knows that an attempt came from here: what was signed, by which keys, a command
 * that checks it, and what the local inbox found when it went there.
 */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useClient } from '../../../api/api-context.tsx';
import { signingKeysQuery } from '../../../api/endpoint-act.ts';
import { useText } from '../../../i18n/catalogue.ts';
import { CodeView } from '../../../kit/code/code-view.tsx';
import { Fact, Facts } from '../../../kit/facts.tsx';
import { StateBadge, type Tone } from '../../../kit/state-badge.tsx';
import { useBase } from '../../endpoint/use-base.ts';
import type { AttemptPart } from './attempt-part.ts';
import { inboxItemQuery } from './inbox-item.ts';
import { opensslCommand, signedPrefix } from './request-parts.ts';
import { oneText } from './text.ts';

export function SignatureTab(part: AttemptPart) {
  const { signature: t } = useText(oneText);
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
  const { signature: t } = useText(oneText);
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
  const { signature: t } = useText(oneText);
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
  const { signature: t, action } = useText(oneText);
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
