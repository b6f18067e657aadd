/**
 * What a lane does now, in a sentence: how many wait, behind which delivery, and when that goes on;
 * with the two ways to move it by hand.
 */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { retryDelivery } from '../../api/delivery.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/catalogue.ts';
import { kitText } from '../../kit/text.ts';
import { useNow } from '../../kit/time/ticker.ts';
import { showToast } from '../../kit/toast.tsx';
import { cancelRefusal, retryRefusal } from '../../word/delivery-state.ts';
import { wordText } from '../../word/text.ts';
import { useImported } from './bundle/imported.ts';
import { useRefreshCall } from './call-query.ts';
import { headWords } from './lane-words.ts';
import { SkipHead } from './skip-head.tsx';
import { timelineText } from './text.ts';
import type { Lane } from './timeline-layout.ts';
import { shortId, type TimelineWords } from './timeline-words.ts';

export interface LaneLineProps {
  readonly lane: Lane;
  readonly callId: string;
  readonly words: TimelineWords;
}

export function LaneLine({ lane, callId, words }: LaneLineProps) {
  const t = useText(timelineText).lane;
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
  const t = useText(timelineText).lane;
  const words = useText(wordText);
  const { onlyRole } = useText(kitText);
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
