/**
 * The attempts of a delivery in their order: when each began, how it ended, and what the receiver
 * said. Numbered as the `webhook-attempt` header counts them.
 */
import { StateLabel } from './icon.tsx';
import type { AttemptRecord } from './record.ts';
import { clockTime } from './time.ts';
import { attemptAnswer } from './wording.ts';

export function AttemptList({
  attempts,
  nowMs,
  brief = false,
}: {
  readonly attempts: readonly AttemptRecord[];
  readonly nowMs: number;
  /** Without what the receiver wrote. */
  readonly brief?: boolean;
}) {
  return (
    <ol className="attempts">
      {attempts.map((attempt) => (
        <Attempt key={attempt.number} attempt={attempt} nowMs={nowMs} brief={brief} />
      ))}
    </ol>
  );
}

function Attempt({
  attempt,
  nowMs,
  brief,
}: {
  readonly attempt: AttemptRecord;
  readonly nowMs: number;
  readonly brief: boolean;
}) {
  const good = attempt.outcome === 'delivered';
  const label = { word: good ? 'Accepted' : 'Failed', tone: good ? 'good' : 'bad' } as const;
  return (
    <li value={attempt.number}>
      <StateLabel {...label} meaning={attempt.outcome} /> {attemptAnswer(attempt)}
      {attempt.manual && ', by hand'}{' '}
      <time dateTime={attempt.startedAt} title={attempt.startedAt}>
        at {clockTime(attempt.startedAt, nowMs, { seconds: true })}
      </time>
      {!brief && attempt.excerpt !== null && attempt.excerpt !== '' && (
        <pre className="body">{attempt.excerpt}</pre>
      )}
    </li>
  );
}
