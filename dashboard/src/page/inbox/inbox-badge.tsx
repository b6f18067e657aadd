/**
 * How an item was answered, and whether its signature holds, as icon and word.
 * Never colour alone.
 */
import { useText } from '../../i18n/catalogue.ts';
import { StateBadge, type Tone } from '../../kit/state-badge.tsx';
import type { InboxRecord, Verification } from './inbox-api.ts';
import { type InboxText, inboxText } from './text.ts';

type Answer = InboxRecord['answer'];

export function AnswerBadge({ answer }: { readonly answer: Answer }) {
  const t = useText(inboxText);
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
  const { signatureWord } = useText(inboxText);
  return <StateBadge tone={VERDICTS[verdict]} {...signatureWord[verdict]} filled={filled} />;
}

export function answerTone({ outcome, status }: Answer): Tone {
  if (outcome === 'pending') return 'busy';
  if (outcome !== 'answered' || status === null) return 'bad';
  return status < 300 ? 'good' : 'bad';
}

export function answerWords({ outcome, status }: Answer, { answered }: InboxText): string {
  if (outcome === 'answered') return status === null ? '–' : answered.answered(status);
  return answered[outcome];
}
