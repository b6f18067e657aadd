/**
 * What the receiver answered to an attempt: its status or what went wrong, and the beginning of
 * its answer as text, never as markup.
 */

import type { AttemptRecord } from '../../../api/record.ts';
import { useText } from '../../../i18n/catalogue.ts';
import { CodeView } from '../../../kit/code/code-view.tsx';
import { StateBadge } from '../../../kit/state-badge.tsx';
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
        <p className="quiet">{t.response.empty}</p>
      ) : (
        <CodeView label={t.response.body} content={excerpt} />
      )}
      <p className="quiet small">{t.response.note}</p>
    </>
  );
}
