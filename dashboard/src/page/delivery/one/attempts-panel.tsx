/**
 * The attempts of a delivery: a list of them, and beside it in tabs what is known of the one that
 * is chosen. Attempt and tab stand in the address. The newest one is chosen at first.
 */

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../../api/api-context.tsx';
import type { AttemptRecord } from '../../../api/record.ts';
import { keptQuery } from '../../../api/removed.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/words.ts';
import { CodeView } from '../../../kit/code/code-view.tsx';
import { Fact, Facts, Panel } from '../../../kit/panel.tsx';
import { StateBadge, type Tone } from '../../../kit/state-badge.tsx';
import { Tabs } from '../../../kit/tabs.tsx';
import { Countdown, Moment } from '../../../kit/time/moment.tsx';
import { useNow } from '../../../kit/time/server-clock.ts';
import { ATTEMPT_TABS, type OneDeliverySearch } from '../delivery-search.ts';
import { attemptSchedule, type PlannedAttempt } from './attempt-schedule.ts';
import { type AttemptPart, useAnswer } from './request-parts.ts';
import { RequestTab, SignatureTab } from './request-tab.tsx';

const route = getRouteApi('/p/$project/deliveries/$deliveryId');

export function AttemptsPanel({ delivery, endpoint }: Omit<AttemptPart, 'attempt'>) {
  const t = useText('deliveryRecord');
  const search = route.useSearch();
  const { attemptList } = delivery;
  const chosen = chosenOf(attemptList, search);
  const tab = search.tab ?? 'request';
  const part: AttemptPart = { delivery, endpoint, attempt: chosen };
  const parts: Readonly<Record<typeof tab, ReactNode>> = {
    request: <RequestTab {...part} />,
    response: <ResponseTab {...part} />,
    timing: <TimingTab {...part} />,
    signature: <SignatureTab {...part} />,
    schedule: <ScheduleTab {...part} />,
  };
  return (
    <Panel title={t.attempts}>
      <div className="attempt-columns">
        {attemptList.length === 0 ? (
          <p className="quiet">{t.noAttempts}</p>
        ) : (
          <ol className="attempt-list" aria-label={t.attempts}>
            {attemptList.map((attempt) => (
              <AttemptLink key={attempt.number} attempt={attempt} current={attempt === chosen} />
            ))}
          </ol>
        )}
        <div className="attempt-detail">
          <Tabs
            label={t.tabs}
            current={tab}
            tabs={ATTEMPT_TABS.map((id) => ({ id, label: t.tab[id] }))}
          />
          {parts[tab]}
        </div>
      </div>
    </Panel>
  );
}

function chosenOf(
  attempts: readonly AttemptRecord[],
  { attempt }: OneDeliverySearch,
): AttemptRecord | null {
  return attempts.find(({ number }) => String(number) === attempt) ?? attempts.at(-1) ?? null;
}

interface AttemptLinkProps {
  readonly attempt: AttemptRecord;
  readonly current: boolean;
}

function AttemptLink({ attempt, current }: AttemptLinkProps) {
  const t = useText('deliveryRecord');
  const format = useFormat();
  const { number, outcome, durationMs, manual, startedAt } = attempt;
  return (
    <li>
      <Link
        to="."
        search={(before) => ({ ...before, attempt: String(number) })}
        resetScroll={false}
        className="attempt-link"
        aria-current={current ? 'true' : undefined}
        activeOptions={{ explicitUndefined: true }}
      >
        <span className="attempt-title">
          {t.attempt(number)}
          <StateBadge
            word={useAnswer(attempt)}
            tone={outcome === 'delivered' ? 'good' : 'bad'}
            meaning={t.attempt(number)}
          />
        </span>
        <span className="quiet small">
          {format.duration(durationMs)}
          {manual && `, ${t.byHand}`}, <Moment iso={startedAt} exact />
        </span>
      </Link>
    </li>
  );
}

/**
 * How long an attempt took, against the limit of its endpoint, and how long it had waited before.
 * Parts of an attempt (name, connection, TLS) are not kept by the service, so none are shown.
 */
function TimingTab({ delivery, endpoint, attempt }: AttemptPart) {
  const { timing: t, noAttempts } = useText('deliveryRecord');
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

/**
 * The receiver's answer to an attempt: its status or the error, and the beginning of the answer as
 * text, never as markup.
 */
function ResponseTab({ attempt }: AttemptPart) {
  const t = useText('deliveryRecord');
  if (attempt === null) return <p className="quiet">{t.noAttempts}</p>;
  return <Response attempt={attempt} />;
}

function Response({ attempt }: { readonly attempt: AttemptRecord }) {
  const t = useText('deliveryRecord');
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

/** The answer had no body, or the excerpt was removed when its retention ended. */
function NoExcerpt({ attempt }: { readonly attempt: AttemptRecord }) {
  const t = useText('deliveryRecord').response;
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

const TONES: Readonly<Record<PlannedAttempt['kind'], Tone>> = {
  done: 'good',
  failed: 'bad',
  next: 'busy',
  planned: 'waiting',
  skipped: 'off',
  dropped: 'off',
};

/**
 * Every attempt, made or planned, with its time: what the schedule of the endpoint says, and where
 * the receiver asked for more by Retry-After.
 */
function ScheduleTab({ delivery, endpoint }: AttemptPart) {
  const { schedule: t, request } = useText('deliveryRecord');
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
  const { schedule: t, attempt } = useText('deliveryRecord');
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
  const { schedule: t } = useText('deliveryRecord');
  const { nextDue } = useText('delivery');
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
