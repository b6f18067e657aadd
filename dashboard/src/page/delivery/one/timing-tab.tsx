/**
 * How long an attempt took, against the limit of its endpoint, and how long it had waited before.
 * Parts of an attempt (name, connection, TLS) are not kept by the service, so none are shown.
 */

import type { AttemptRecord } from '../../../api/record.ts';
import { useText } from '../../../i18n/catalogue.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Fact, Facts } from '../../../kit/facts.tsx';
import { Moment } from '../../../kit/time/moment.tsx';
import type { AttemptPart } from './attempt-part.ts';
import { oneText } from './text.ts';

export function TimingTab({ delivery, endpoint, attempt }: AttemptPart) {
  const { timing: t, noAttempts } = useText(oneText);
  const format = useFormat();
  if (attempt === null) return <p className="quiet">{noAttempts}</p>;
  const { startedAt, durationMs } = attempt;
  const startMs = Date.parse(startedAt);
  const endMs = startMs + durationMs;
  const limitMs = endpoint?.timeoutMs ?? null;
  const shareMs = Math.min(durationMs, limitMs ?? durationMs);
  return (
    <>
      {limitMs !== null && (
        <p className="timing-share">
          <meter min={0} max={limitMs} value={shareMs} aria-label={t.took} />{' '}
          {t.share(format.duration(durationMs), format.duration(limitMs))}
        </p>
      )}
      <Facts>
        <Fact name={t.started}>
          <Moment iso={startedAt} exact />
        </Fact>
        <Fact name={t.ended}>
          <Moment iso={new Date(endMs).toISOString()} exact />
        </Fact>
        <Fact name={t.took}>{format.duration(durationMs)}</Fact>
        {limitMs !== null && <Fact name={t.limit}>{format.duration(limitMs)}</Fact>}
        <Fact name={t.waited}>
          {format.duration(Math.max(0, startMs - readyMs(delivery, attempt)))}
        </Fact>
        <Fact name={t.sinceCreated}>
          {format.duration(Math.max(0, endMs - Date.parse(delivery.createdAt)))}
        </Fact>
      </Facts>
      <p className="quiet small">{t.note}</p>
    </>
  );
}

/** The end of the attempt before, or the creation. */
function readyMs(
  { attemptList, createdAt }: AttemptPart['delivery'],
  { number }: Pick<AttemptRecord, 'number'>,
): number {
  const before = attemptList.findLast((one) => one.number < number);
  return before === undefined
    ? Date.parse(createdAt)
    : Date.parse(before.startedAt) + before.durationMs;
}
