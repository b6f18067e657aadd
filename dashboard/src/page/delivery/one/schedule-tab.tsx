/**
 * Every attempt, made or planned, with its time: what the schedule of the endpoint says, and where
 * the receiver asked for more by Retry-After.
 */
import { useText } from '../../../i18n/catalogue.ts';
import { useFormat } from '../../../i18n/format.ts';
import { StateBadge, type Tone } from '../../../kit/state-badge.tsx';
import { Countdown, Moment } from '../../../kit/time/moment.tsx';
import { deliveryText } from '../text.ts';
import type { AttemptPart } from './attempt-part.ts';
import { attemptSchedule, type PlannedAttempt } from './attempt-schedule.ts';
import { oneText } from './text.ts';

const TONES: Readonly<Record<PlannedAttempt['kind'], Tone>> = {
  done: 'good',
  failed: 'bad',
  next: 'busy',
  planned: 'waiting',
  skipped: 'off',
  dropped: 'off',
};

export function ScheduleTab({ delivery, endpoint }: AttemptPart) {
  const { schedule: t, request } = useText(oneText);
  const rows = attemptSchedule(delivery, endpoint?.retryScheduleMs ?? []);
  return (
    <>
      <table className="numbers schedule">
        <caption className="unseen">{t.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t.number}</th>
            <th scope="col">{t.result}</th>
            <th scope="col">{t.when}</th>
            <th scope="col">{t.wait}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ScheduleRow key={row.number} row={row} isFirst={row.number === 1} />
          ))}
        </tbody>
      </table>
      <p className="quiet small">
        {endpoint === undefined
          ? request.removed
          : endpoint.retryScheduleMs.length === 0
            ? t.noRetry
            : t.spread}
      </p>
    </>
  );
}

interface ScheduleRowProps {
  readonly row: PlannedAttempt;
  readonly isFirst: boolean;
}

function ScheduleRow({ row, isFirst }: ScheduleRowProps) {
  const { schedule: t, attempt } = useText(oneText);
  const format = useFormat();
  const { number, kind, waitMs, askedMs, manual } = row;
  return (
    <tr>
      <th scope="row">{number}</th>
      <td>
        <StateBadge word={t[kind]} tone={TONES[kind]} meaning={attempt(number)} />
      </td>
      <td>
        <When row={row} />
      </td>
      <td>
        {manual ? t.manual : waitMs === null ? isFirst && t.first : format.duration(waitMs)}
        {askedMs !== null && <div className="small">{t.asked(format.duration(askedMs))}</div>}
      </td>
    </tr>
  );
}

function When({ row: { kind, atMs, earliest } }: { readonly row: PlannedAttempt }) {
  const { schedule: t } = useText(oneText);
  const { nextDue } = useText(deliveryText);
  if (kind === 'skipped' || kind === 'dropped') return '–';
  if (atMs === null) return <span className="quiet">{t.whenBehind}</span>;
  const iso = new Date(atMs).toISOString();
  if (kind === 'next') {
    return (
      <>
        <Moment iso={iso} exact />
        <div className="small quiet">
          <Countdown iso={iso} past={nextDue} />
        </div>
      </>
    );
  }
  return (
    <>
      <Moment iso={iso} exact />
      {earliest && <div className="small quiet">{t.earliest}</div>}
    </>
  );
}
