/**
 * Keeps the overview fresh: figures are asked for again when something happened, but only now and
 * then, since each answer counts over the whole range.
 */
import { useLiveNowAndThen } from '../../live/use-live-now-and-then.ts';

const PAUSE_MS = 1_500;
const NOUNS = [
  ...['calls', 'deliveries', 'endpoints', 'issues', 'inbox', 'members', 'api-keys'],
  ...['acw-runs', 'acw-results'],
];

export function useLiveOverview(): void {
  useLiveNowAndThen(NOUNS, ['overview'], PAUSE_MS);
}
