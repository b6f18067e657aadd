/**
 * Two people edited one scorecard: says so, shows where the two differ, and lets the reader choose.
 * Nothing is thrown away before they do.
 */
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/catalogue.ts';
import { type ScorecardRecord, scorecardQuery } from './acw-api.ts';
import { type Difference, differences } from './scorecard-difference.ts';
import { draftOf, type ScorecardDraft } from './scorecard-draft.ts';
import { type ScorecardText, scorecardText } from './text.ts';

export interface ScorecardConflictProps {
  readonly id: string;
  readonly mine: ScorecardDraft;
  /** That mine was made from. */
  readonly revision: number;
  readonly onSaveOver: (theirs: ScorecardRecord) => void;
  readonly onTakeTheirs: (theirs: ScorecardRecord) => void;
}

export function ScorecardConflict(props: ScorecardConflictProps) {
  const { id, mine, revision, onSaveOver, onTakeTheirs } = props;
  const t = useText(scorecardText);
  const { data: theirs } = useQuery({
    ...scorecardQuery(useClient(), id, null),
    staleTime: 0,
    refetchOnMount: 'always',
  });
  if (theirs === undefined || theirs.revision === revision) return null;
  const found = differences(mine, draftOf(theirs));
  return (
    <Alert color="yellow" variant="light" title={t.conflictTitle} className="failure">
      <p>{t.conflict(theirs.revision, revision)}</p>
      <p>{found.length === 0 ? t.noDifference : t.differs}</p>
      <ul className="acw-list">
        {found.map((one) => {
          const words = differenceWords(one, t);
          return <li key={words}>{words}</li>;
        })}
      </ul>
      <div className="form-buttons">
        <Button size="xs" onClick={() => onSaveOver(theirs)}>
          {t.saveOver}
        </Button>
        <Button size="xs" variant="default" onClick={() => onTakeTheirs(theirs)}>
          {t.takeTheirs}
        </Button>
      </div>
    </Alert>
  );
}

function differenceWords(one: Difference, { difference }: ScorecardText): string {
  return 'id' in one ? difference[one.kind](one.id) : difference[one.kind];
}
