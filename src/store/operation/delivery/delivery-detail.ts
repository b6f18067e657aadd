/**
 * One delivery with the parts of its body and its attempts, for `GET /v1/deliveries/{id}`.
 * Runs on a read-only connection.
 */

import type { EndpointSettings } from '../../../core/endpoint/endpoint.ts';
import type { DeliveryKey } from '../../../core/id.ts';
import type { AttemptRecord } from '../../../engine/ports/dispatch-store.ts';
import type { DeliveryDetail } from '../../../engine/ports/query-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, type Operation, one, query, readJson } from '../../statement.ts';
import {
  ATTEMPTS,
  ATTEMPTS_SHOWN_MAX,
  SUMMARY_COLUMNS,
  SUMMARY_JOINS,
  type SummaryRow,
  toAttempt,
  toSummary,
} from './delivery-row.ts';
import { replaysOf } from './replay-link.ts';

interface DetailRow extends SummaryRow {
  readonly content_key: string;
  readonly endpoint_settings: string;
  readonly text: string;
  readonly data: string;
  readonly errors: string | null;
  readonly facts: string | null;
}

/** Parameters: delivery, project. Primary keys. */
export const DETAIL = query<DetailRow>(`
  select ${SUMMARY_COLUMNS}, d.content_key, e.settings endpoint_settings, f.text, f.data, f.errors,
    f.facts
  from deliveries d ${SUMMARY_JOINS}
  where d.key = ? and d.project_key = ?`);

export function* delivery(asked: Asked<'delivery'>): Operation<DeliveryDetail | null> {
  const row = yield* one(DETAIL, asked.key, asked.projectKey);
  if (row === undefined) return null;
  // Reads only settings that every version has written.
  const { kind } = readJson<EndpointSettings>(row.endpoint_settings);
  return {
    ...toSummary(row),
    endpointKind: kind,
    ...(yield* replaysOf(row.key)),
    bodyForm: row.content_key,
    text: row.text,
    data: row.data,
    errors: row.errors,
    facts: row.facts,
    attemptList: yield* attemptsOf(row.key),
  };
}

/** In order; if there are too many, the newest. */
export function* attemptsOf(key: DeliveryKey): Operation<readonly AttemptRecord[]> {
  return (yield* all(ATTEMPTS, key, ATTEMPTS_SHOWN_MAX)).map(toAttempt).reverse();
}
