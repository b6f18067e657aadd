/**
 * What every tab of an attempt is given, and how
 * an attempt ended, in words.
 */
import type { AttemptRecord, DeliveryDetail, EndpointRecord } from '../../../api/record.ts';
import { useText } from '../../../i18n/catalogue.ts';
import { errorWords } from '../../../word/delivery-state.ts';
import { wordText } from '../../../word/text.ts';
import { oneText } from './text.ts';

/** What every tab gets. */
export interface AttemptPart {
  readonly delivery: DeliveryDetail;
  readonly endpoint: EndpointRecord | undefined;
  /** Null: none was made yet. */
  readonly attempt: AttemptRecord | null;
}

/** What came of an attempt in some words: `Status 503`, `no answer in time`. */
export function useAnswer({ status, error, outcome }: AttemptRecord): string {
  const t = useText(oneText);
  const words = useText(wordText);
  if (status !== null) return t.answer(status);
  if (error !== null) return errorWords(error, words);
  return outcome === 'delivered' ? t.done : outcome;
}
