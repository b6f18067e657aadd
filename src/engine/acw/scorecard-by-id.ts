/**
 * From a scorecard's id to the scorecard, within one project. The id leads to its row by its key;
 * a wrong time in it means that the id was made up.
 */
import type { Scorecard } from '../../acw/evaluation/scorecard.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import { asKey, type ProjectKey, parseId, type ScorecardKey } from '../../core/id.ts';
import type { ScorecardStore } from '../ports/acw-store.ts';

/** `revision` null: the present one. Null: there is none; deleted ones are found. */
export async function scorecardById(
  store: Pick<ScorecardStore, 'scorecard'>,
  projectKey: ProjectKey,
  id: string,
  revision: number | null,
): Promise<Scorecard | null> {
  const parts = parseId('sc', id);
  if (parts === null) return null;
  const scorecard = await store.scorecard({
    projectKey,
    key: asKey<ScorecardKey>(parts.key),
    revision,
  });
  return scorecard?.id === id ? scorecard : null;
}

export function noScorecard(): ServiceError {
  return new ServiceError('NOT_FOUND', 'There is no such scorecard.');
}
