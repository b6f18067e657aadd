/**
 * What the receiver answered to an attempt: its status or what went wrong, and the beginning of
 * its answer as text, never as markup.
 */
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../../api/api-context.tsx';
import type { AttemptRecord } from '../../../api/record.ts';
import { keptQuery } from '../../../api/removed.ts';
import { useText } from '../../../i18n/catalogue.ts';
import { useFormat } from '../../../i18n/format.ts';
import { CodeView } from '../../../kit/code/code-view.tsx';
import { StateBadge } from '../../../kit/state-badge.tsx';
import { useNow } from '../../../kit/time/ticker.ts';
import { type AttemptPart, useAnswer } from './attempt-part.ts';
import { oneText } from './text.ts';

export function ResponseTab({ attempt }: AttemptPart) {
  const t = useText(oneText);
  if (attempt === null) return <p className="quiet">{t.noAttempts}</p>;
  return <Response attempt={attempt} />;
}

function Response({ attempt }: { readonly attempt: AttemptRecord }) {
  const t = useText(oneText);
  const { status, outcome, excerpt, number } = attempt;
  return (
    <>
      <p>
        <StateBadge
          word={useAnswer(attempt)}
          tone={outcome === 'delivered' ? 'good' : 'bad'}
          meaning={t.attempt(number)}
          filled
        />{' '}
        {status === null && outcome !== 'delivered' && (
          <span className="quiet">{t.response.none}</span>
        )}
      </p>
      <h3>{t.response.body}</h3>
      {excerpt === null || excerpt === '' ? (
        <NoExcerpt attempt={attempt} />
      ) : (
        <CodeView label={t.response.body} content={excerpt} />
      )}
      <p className="quiet small">{t.response.note}</p>
    </>
  );
}

const DAY_MS = 86_400_000;

/** It had none, or its time was over. */
function NoExcerpt({ attempt }: { readonly attempt: AttemptRecord }) {
  const t = useText(oneText).response;
  const format = useFormat();
  const client = useClient();
  const nowMs = useNow();
  const kept = useQuery(keptQuery(client)).data?.retention.excerptDays;
  const endMs = Date.parse(attempt.startedAt) + (kept ?? 0) * DAY_MS;
  const removed = kept !== undefined && attempt.status !== null && endMs < nowMs;
  return (
    <p className="quiet" data-removed={removed}>
      {removed ? t.removed(format.full(new Date(endMs).toISOString())) : t.empty}
    </p>
  );
}
