/**
 * Where two versions of a scorecard differ, by criterion: what somebody must know who is about to
 * save over the other. Pure.
 */
import { bodyOf, type ScorecardDraft } from './scorecard-draft.ts';

export type Difference =
  | { readonly kind: 'name' | 'passMark' | 'unknownCriteria' | 'order' }
  | { readonly kind: 'added' | 'removed' | 'changed'; readonly id: string };

export function differences(mine: ScorecardDraft, theirs: ScorecardDraft): readonly Difference[] {
  const one = bodyOf(mine);
  const other = bodyOf(theirs);
  const found: Difference[] = [];
  if (one.name !== other.name) found.push({ kind: 'name' });
  if (one.passMark !== other.passMark) found.push({ kind: 'passMark' });
  if (one.unknownCriteria !== other.unknownCriteria) found.push({ kind: 'unknownCriteria' });
  const before = new Map(other.criteria.map((criterion) => [criterion.id, criterion]));
  for (const criterion of one.criteria) {
    const { id } = criterion;
    const old = before.get(id);
    if (old === undefined) found.push({ kind: 'added', id });
    else if (JSON.stringify(old) !== JSON.stringify(criterion)) found.push({ kind: 'changed', id });
  }
  const now = new Set(one.criteria.map(({ id }) => id));
  for (const { id } of other.criteria) if (!now.has(id)) found.push({ kind: 'removed', id });
  const common = (ids: readonly string[], of: ReadonlySet<string>): string =>
    ids.filter((id) => of.has(id)).join(' ');
  const mineInOrder = common([...now], new Set(before.keys()));
  if (mineInOrder !== common([...before.keys()], now)) found.push({ kind: 'order' });
  return found;
}
