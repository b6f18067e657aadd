/**
 * The attempts of a delivery: a list of them, and beside it in tabs what is known of the one that
 * is chosen. Attempt and tab stand in the address. The newest one is chosen at first.
 */
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AttemptRecord } from '../../../api/record.ts';
import { useText } from '../../../i18n/catalogue.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Panel } from '../../../kit/panel.tsx';
import { StateBadge } from '../../../kit/state-badge.tsx';
import { Tabs } from '../../../kit/tabs.tsx';
import { Moment } from '../../../kit/time/moment.tsx';
import { ATTEMPT_TABS, type OneDeliverySearch } from '../delivery-search.ts';
import { type AttemptPart, useAnswer } from './attempt-part.ts';
import { RequestTab } from './request-tab.tsx';
import { ResponseTab } from './response-tab.tsx';
import { ScheduleTab } from './schedule-tab.tsx';
import { SignatureTab } from './signature-tab.tsx';
import { oneText } from './text.ts';
import { TimingTab } from './timing-tab.tsx';

const route = getRouteApi('/p/$project/deliveries/$deliveryId');

export function AttemptsPanel({ delivery, endpoint }: Omit<AttemptPart, 'attempt'>) {
  const t = useText(oneText);
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
  const t = useText(oneText);
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
