/**
 * What a lane does now, in a sentence: how many wait, behind which delivery, and when that goes on;
 * with the two ways to move it by hand.
 */

import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { retryDelivery } from '../../api/delivery.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/words.ts';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { useNow } from '../../kit/time/server-clock.ts';
import { showToast } from '../../kit/toast.tsx';
import { cancelRefusal, retryRefusal } from '../../word/delivery-state.ts';
import { useImported } from './bundle/read-bundle.ts';
import { useRefreshCall } from './call-query.ts';
import type { Lane } from './timeline-layout.ts';
import type { TimelineDelivery } from './timeline-segment.ts';
import { shortId, type TimelineWords } from './timeline-words.ts';

interface LaneLineProps {
  readonly lane: Lane;
  readonly callId: string;
  readonly words: TimelineWords;
}

export function LaneLine({ lane, callId, words }: LaneLineProps) {
  const t = useText('timeline').lane;
  const project = useClient().project ?? '';
  const imported = useImported();
  const tickMs = useNow();
  const nowMs = imported?.takenAtMs ?? tickMs;
  const endpoint = words.endpoints.get(lane.endpointId);
  const { head } = lane;
  return (
    <>
      {imported === null ? (
        <Link
          to="/p/$project/endpoints/$endpointId/{-$tab}"
          params={{ project, endpointId: lane.endpointId }}
          className="timeline-endpoint timeline-cut"
        >
          {endpoint?.name ?? lane.endpointId}
        </Link>
      ) : (
        <span className="timeline-endpoint timeline-cut">{endpoint?.name ?? lane.endpointId}</span>
      )}
      <span className="small timeline-lane-text">
        {head === null ? (
          <span className="quiet">{t.empty(lane.deliveries.length)}</span>
        ) : (
          <>
            {lane.waiting > 0 ? t.waiting(lane.waiting) : t.head}{' '}
            <Link
              to="."
              search={(before) => ({ ...before, peek: head.id })}
              resetScroll={false}
              className="mono"
            >
              {shortId(head.id)}
            </Link>
            , {headWords(head, endpoint?.retryScheduleMs ?? null, { ...words, nowMs })}
            {imported === null && (
              <LaneActions lane={lane} headId={head.id} state={head.state} callId={callId} />
            )}
          </>
        )}
      </span>
    </>
  );
}

interface LaneActionsProps {
  readonly lane: Lane;
  readonly headId: string;
  readonly state: string;
  readonly callId: string;
}

function LaneActions({ lane, headId, state, callId }: LaneActionsProps) {
  const t = useText('timeline').lane;
  const words = useText('word');
  const { onlyRole } = useText('kit');
  const client = useClient();
  const may = useMay('deliveries:write');
  const refresh = useRefreshCall(callId);
  const [pending, setPending] = useState(false);
  const [skipping, setSkipping] = useState(false);
  const role = may ? null : onlyRole(words.role.operator);
  const noRetry = role ?? retryRefusal(state, words);
  const noSkip = role ?? cancelRefusal(state, words);
  const retry = (): void => {
    setPending(true);
    retryDelivery(client, headId)
      .then(
        () => showToast({ text: t.retried }),
        (error: unknown) => showToast({ text: messageOf(error), tone: 'bad' }),
      )
      .then(refresh)
      .finally(() => setPending(false));
  };
  return (
    <span className="timeline-actions">
      <button
        type="button"
        className="link-button"
        disabled={pending || noRetry !== null}
        title={noRetry ?? undefined}
        onClick={retry}
      >
        {t.retry}
      </button>
      <button
        type="button"
        className="link-button"
        disabled={noSkip !== null}
        title={noSkip ?? undefined}
        onClick={() => setSkipping(true)}
      >
        {t.skip}
      </button>
      {skipping && <SkipHead lane={lane} callId={callId} onClose={() => setSkipping(false)} />}
    </span>
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * How the head of a lane stands: which attempt is next, and when. `schedule`: the pauses between
 * attempts; null if the endpoint is no longer known. Pure.
 */
function headWords(
  head: TimelineDelivery,
  schedule: readonly number[] | null,
  { t, format, nowMs }: Pick<TimelineWords, 't' | 'format' | 'nowMs'>,
): string {
  const { lane } = t;
  const number = head.attempts + 1;
  const of = schedule === null ? number : schedule.length + 1;
  const counted = head.manual || number > of ? lane.more(number) : lane.attempt(number, of);
  const dueMs = head.dueAt === null ? nowMs : Date.parse(head.dueAt);
  switch (head.state) {
    case 'sending':
      return `${counted} ${lane.sending}`;
    case 'held':
      return `${counted} ${lane.held}`;
    default: {
      if (head.dueAt === null || dueMs <= nowMs) return `${counted} ${lane.due}`;
      const left = format.duration(Math.ceil((dueMs - nowMs) / 1_000) * 1_000);
      return `${counted} ${lane.at(format.clock(head.dueAt, nowMs, { seconds: true }), left)}`;
    }
  }
}

interface SkipHeadProps {
  readonly lane: Lane;
  readonly callId: string;
  onClose(): void;
}

/**
 * Asks why the head of a lane is skipped, and does it: it is cancelled, what waited goes on in its
 * order. The reason stands in the audit log.
 */
function SkipHead({ lane, callId, onClose }: SkipHeadProps) {
  const t = useText('timeline').lane;
  const client = useClient();
  const refresh = useRefreshCall(callId);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const skip = async (): Promise<void> => {
    if (reason.trim() === '') {
      setMissing(true);
      throw new Error(t.skipReasonNeeded);
    }
    const [endpoint, call] = [lane.endpointId, callId].map(encodeURIComponent);
    await client.post(`v1/endpoints/${endpoint}/lanes/${call}/skip-head`, { reason });
    showToast({ text: t.skipped });
    await refresh();
  };
  return (
    <ConfirmDialog
      title={t.skipTitle}
      effect={<p>{t.skipEffect(shortId(lane.head?.id ?? ''), lane.waiting)}</p>}
      action={t.skip}
      dangerous
      onConfirm={skip}
      onClose={onClose}
    >
      <TextInput
        label={t.skipReason}
        value={reason}
        maxLength={1_000}
        required
        error={missing && reason.trim() === '' ? t.skipReasonNeeded : undefined}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
