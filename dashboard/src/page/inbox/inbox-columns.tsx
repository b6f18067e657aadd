/**
 * The columns of the inbox. What was not opened in this browser is bold and says so.
 * Nothing of it is kept by the service.
 */
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useText, type Words } from '../../i18n/words.ts';
import { useSeen } from '../../inbox-seen.ts';
import { StateBadge, type Tone } from '../../kit/state-badge.tsx';
import { type Column, ROW_LINK } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import type { InboxRecord, Verification } from './inbox-api.ts';

export function useInboxColumns(): readonly Column<InboxRecord>[] {
  const t = useText('inbox');
  const seen = useSeen();
  const project = useClient().project ?? '';
  return useMemo(() => {
    const { column } = t;
    return [
      {
        id: 'what',
        head: column.what,
        as: 'link',
        cell: ({ id, trigger }) => (
          <Link
            to="/p/$project/inbox/$itemId"
            params={{ project, itemId: id }}
            className={seen.has(id) ? 'inbox-seen' : 'inbox-unseen'}
            {...ROW_LINK}
          >
            {!seen.has(id) && <span className="unseen">{t.unread} </span>}
            {trigger ?? t.noTrigger}
          </Link>
        ),
      },
      {
        id: 'answer',
        head: column.answer,
        as: 'state',
        cell: ({ answer }) => <AnswerBadge answer={answer} />,
      },
      {
        id: 'signature',
        head: column.signature,
        as: 'minor',
        cell: ({ verification }) =>
          verification === null ? '–' : <VerdictBadge verdict={verification.verdict} />,
      },
      {
        id: 'call',
        head: column.call,
        as: 'quiet',
        cell: (item) =>
          item.callId === null ? '–' : <AboutLink item={item} className="mono cut inbox-call" />,
      },
      {
        id: 'box',
        head: column.box,
        as: 'minor',
        cell: ({ channel, box }) => (
          <span className="wrap">
            {t.channel[channel]} <span className="mono small">{box}</span>
          </span>
        ),
      },
      {
        id: 'attempt',
        head: column.attempt,
        as: 'number',
        cell: ({ attempt }) => attempt ?? '–',
      },
      {
        id: 'when',
        head: column.when,
        as: 'when',
        cell: ({ receivedAt }) => <Moment iso={receivedAt} />,
      },
    ];
  }, [t, seen, project]);
}

/** A notice of alerts: its alert stands in the place of the call, and it is no delivery. */
export function isOfNotice({ deliveryId }: Pick<InboxRecord, 'deliveryId'>): boolean {
  return deliveryId?.startsWith('ntc_') === true;
}

interface AboutLinkProps {
  readonly item: Pick<InboxRecord, 'callId' | 'deliveryId'>;
  readonly className: string;
}

/** Leads to the call that an item is about, or to the alert. */
export function AboutLink({ item, className }: AboutLinkProps) {
  const project = useClient().project ?? '';
  const { callId } = item;
  if (callId === null) return null;
  const shown = { className, title: callId };
  return isOfNotice(item) ? (
    <Link to="/p/$project/alerts/$alertId" params={{ project, alertId: callId }} {...shown}>
      {callId}
    </Link>
  ) : (
    <Link to="/p/$project/calls/$callId" params={{ project, callId }} {...shown}>
      {callId}
    </Link>
  );
}

type Answer = InboxRecord['answer'];

/**
 * How an item was answered, and whether its signature holds, as icon and word.
 * Never colour alone.
 */
export function AnswerBadge({ answer }: { readonly answer: Answer }) {
  const t = useText('inbox');
  const word = answerWords(answer, t);
  return <StateBadge word={word} tone={answerTone(answer)} meaning={answer.reason} />;
}

const VERDICTS: Readonly<Record<Verification['verdict'], Tone>> = {
  valid: 'good',
  invalid: 'bad',
  unsigned: 'off',
};

interface VerdictBadgeProps {
  readonly verdict: Verification['verdict'];
  readonly filled?: boolean;
}

export function VerdictBadge({ verdict, filled = false }: VerdictBadgeProps) {
  const { signatureWord } = useText('inbox');
  return <StateBadge tone={VERDICTS[verdict]} {...signatureWord[verdict]} filled={filled} />;
}

function answerTone({ outcome, status }: Answer): Tone {
  if (outcome === 'pending') return 'busy';
  if (outcome !== 'answered' || status === null) return 'bad';
  return status < 300 ? 'good' : 'bad';
}

function answerWords({ outcome, status }: Answer, { answered }: Words['inbox']): string {
  if (outcome === 'answered') return status === null ? '–' : answered.answered(status);
  return answered[outcome];
}
