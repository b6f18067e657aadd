/**
 * How a test ended: the outcome in words, what it means and what to do, the answer and what was
 * sent.
 */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useClient } from '../../../api/api-context.tsx';
import { boxesQuery } from '../../../api/endpoint-act.ts';
import type { TestReply } from '../../../api/endpoint-record.ts';
import type { EndpointRecord } from '../../../api/record.ts';
import { useText } from '../../../i18n/catalogue.ts';
import { useFormat } from '../../../i18n/format.ts';
import { CodeView } from '../../../kit/code/code-view.tsx';
import { CopyButton } from '../../../kit/copy-button.tsx';
import { Fact, Facts } from '../../../kit/facts.tsx';
import { StateBadge } from '../../../kit/state-badge.tsx';
import { errorWords } from '../../../word/delivery-state.ts';
import { useDiagnosisWords } from '../../../word/diagnosis/diagnosis-words.ts';
import { wordText } from '../../../word/text.ts';
import { isBuiltIn } from '../form/endpoint-draft.ts';
import { PartTitle } from '../preview/preview-content.tsx';
import { previewText } from '../preview/text.ts';

export interface TestResultProps {
  readonly endpoint: EndpointRecord;
  readonly reply: TestReply;
  readonly previewed: string | undefined;
}

export function TestResult({ endpoint, reply, previewed }: TestResultProps) {
  const t = useText(previewText).test;
  const words = useText(wordText);
  const format = useFormat();
  const { outcome, status, error, detail, durationMs, diagnosis, excerpt, request } = reply;
  const say = useDiagnosisWords();
  const told = diagnosis === null ? null : say(diagnosis);
  const word = t.outcome[outcome];
  const builtIn = isBuiltIn(endpoint.kind);
  const same = endpoint.kind !== 'email' && previewed !== undefined;
  return (
    <section data-outcome={outcome} aria-label={t.result}>
      <p>
        <StateBadge
          word={word}
          meaning={detail ?? word}
          tone={outcome === 'delivered' ? 'good' : outcome === 'retryable' ? 'warn' : 'bad'}
          filled
        />
      </p>
      <Facts>
        {status !== null && <Fact name={t.status}>{words.delivery.status(status)}</Fact>}
        <Fact name={t.after}>{format.duration(durationMs)}</Fact>
        {error !== null && <Fact name={t.error}>{errorWords(error, words)}</Fact>}
        {detail !== null && <Fact name={t.detail}>{detail}</Fact>}
        {told !== null && (
          <>
            <Fact name={t.means}>{told.text}</Fact>
            <Fact name={t.next}>
              <b>{told.nextStep}</b>
            </Fact>
          </>
        )}
        <Fact name={t.id}>
          <span className="mono wrap">{reply.webhookId}</span>
          <CopyButton text={reply.webhookId} what={t.id} />
        </Fact>
      </Facts>
      <InboxLink endpoint={endpoint} />
      {excerpt !== null && excerpt !== '' && (
        <>
          <PartTitle title={builtIn ? t.agentResult : t.answer} />
          <CodeView label={builtIn ? t.agentResult : t.answer} content={excerpt} />
        </>
      )}
      {!builtIn && (
        <details>
          <summary>{t.sent}</summary>
          {same && <p className="quiet small">{request.body === previewed ? t.same : t.differs}</p>}
          <CodeView label={t.sent} content={request.body} plain={endpoint.kind === 'email'} />
        </details>
      )}
    </section>
  );
}

/** Of a destination that is a receiver of this service. */
function InboxLink({ endpoint: { target, kind } }: { readonly endpoint: EndpointRecord }) {
  const t = useText(previewText).test;
  const client = useClient();
  const { data } = useQuery(boxesQuery(client));
  const origins = (data?.data ?? []).flatMap((box) =>
    URL.canParse(box.target) ? [new URL(box.target).origin] : [],
  );
  const here = target !== null && origins.some((origin) => target.startsWith(`${origin}/`));
  const byMail = kind === 'email' && data?.data.some((box) => box.target === target) === true;
  if (!here && !byMail) return null;
  return (
    <p>
      {t.inbox}{' '}
      <Link to="/p/$project/inbox" params={{ project: client.project ?? '' }}>
        {t.openInbox}
      </Link>
    </p>
  );
}
