/**
 * Finds a scorecard by its id within one project. The id contains the row's key and its creation
 * time; if the time is wrong, the id was made up.
 */
import type { Scorecard } from '../../acw/evaluation/scorecard.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import { asKey, type ProjectKey, parseId, type ScorecardKey } from '../../core/id.ts';
import type { ScorecardStore } from '../ports/acw-store.ts';

/**
 * `revision` null: the present revision. Returns null if there is none; finds deleted scorecards.
 */
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
