/**
 * The queries of alerts and maintenance windows, and what is done with one. An open page asks again
 * twice a minute, as often as the service looks.
 */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Static } from 'typebox';
import { actionOf, foundOf, titleOf } from '../../../../src/core/alert/words.ts';
import type {
  Alert,
  AlertDetails,
  AlertPage,
  AlertPatchBody,
  MaintenanceWindow,
} from '../../../../src/http/schema/alert.ts';
import type { Client, Query } from '../../api/client.ts';
import type { Page } from '../../api/record.ts';
import { useLanguage, type Words } from '../../i18n/words.ts';
import type { StateWord } from '../../kit/state-badge.tsx';

export type AlertRecord = Readonly<Static<typeof Alert>>;
export type AlertDetail = Readonly<Static<typeof AlertDetails>>;
export type NoticeRecord = AlertDetail['notices'][number];
export type WindowRecord = Readonly<Static<typeof MaintenanceWindow>>;

const AGAIN_MS = 30_000;
/** More than a project may have. */
const WINDOWS_LIMIT = 100;

export function alertsQuery(client: Client, asked: Query) {
  return queryOptions({
    queryKey: ['alerts', client.project, 'list', asked],
    queryFn: ({ signal }) =>
      client.get<Static<typeof AlertPage>>('v1/alerts', { query: asked, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  });
}

export function alertQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['alerts', client.project, 'one', id],
    queryFn: ({ signal }) => client.get<AlertDetail>(`v1/alerts/${id}`, { signal }),
    refetchInterval: AGAIN_MS,
  });
}

export function windowsQuery(client: Client) {
  return queryOptions({
    queryKey: ['alerts', client.project, 'windows'],
    queryFn: ({ signal }) =>
      client.get<Page<WindowRecord>>('v1/maintenance-windows', {
        query: { limit: WINDOWS_LIMIT },
        signal,
      }),
    refetchInterval: AGAIN_MS,
  });
}

export function markAlert(
  client: Client,
  id: string,
  change: Static<typeof AlertPatchBody>,
): Promise<AlertDetail> {
  return client.patch(`v1/alerts/${id}`, change);
}

/** Title, finding and advice of an alert in the language in use. */
export function useAlertWords() {
  const language = useLanguage();
  return useMemo(
    () => ({
      titleOf: ({ trigger }: Pick<AlertRecord, 'trigger'>) => titleOf(trigger, language),
      foundOf: (alert: AlertRecord) => foundOf(alert, language),
      adviceOf: ({ trigger }: Pick<AlertRecord, 'trigger'>) => actionOf(trigger, language),
    }),
    [language],
  );
}

export function alertWord(
  { state, acknowledged, mutedUntil }: AlertRecord,
  { status }: Words['alert'],
  nowMs: number,
): StateWord {
  if (state === 'recovered') return { ...status.recovered, tone: 'good' };
  if (mutedUntil !== null && Date.parse(mutedUntil) > nowMs) {
    return { ...status.muted, tone: 'off' };
  }
  return acknowledged === null
    ? { ...status.open, tone: 'bad' }
    : { ...status.acknowledged, tone: 'warn' };
}
