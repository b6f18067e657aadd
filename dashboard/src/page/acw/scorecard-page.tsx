/**
 * One scorecard: to edit, to read as it was in a revision, or (at `new`) to make.
 * What a result refers to, a revision, is never changed here.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/catalogue.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { StateBadge } from '../../kit/state-badge.tsx';
import { showToast } from '../../kit/toast.tsx';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import './acw.css';
import './scorecard.css';
import { type ScorecardRecord, scorecardQuery } from './acw-api.ts';
import { RevisionList } from './revision-list.tsx';
import { ScorecardActions } from './scorecard-actions.tsx';
import { draftOf, newDraft, type ScorecardDraft } from './scorecard-draft.ts';
import { ScorecardForm } from './scorecard-form.tsx';
import { ScorecardReading } from './scorecard-reading.tsx';
import { scorecardText } from './text.ts';

const route = getRouteApi('/p/$project/acw/scorecards/$scorecardId');

export function Page() {
  const { scorecardId } = route.useParams();
  const { from } = route.useSearch();
  if (scorecardId !== 'new') return <OneScorecard key={scorecardId} id={scorecardId} />;
  return from === undefined ? <NewScorecard /> : <CopiedScorecard from={from} />;
}

function Back() {
  const t = useText(scorecardText);
  const project = useClient().project ?? '';
  return (
    <Link to="/p/$project/acw/scorecards" params={{ project }}>
      {t.back}
    </Link>
  );
}

function NewScorecard() {
  const t = useText(scorecardText);
  return (
    <>
      <PageHead title={t.newTitle} back={<Back />} />
      <ScorecardForm scorecard={null} initial={newDraft()} />
    </>
  );
}

function CopiedScorecard({ from }: { readonly from: string }) {
  const t = useText(scorecardText);
  const query = useQuery(scorecardQuery(useClient(), from, null));
  return (
    <>
      <PageHead title={t.newTitle} back={<Back />} />
      <DataRegion title={t.newTitle} titleHidden plain region={regionOf(query)} empty={null}>
        {query.data !== undefined && (
          <ScorecardForm
            scorecard={null}
            initial={{ ...draftOf(query.data), name: t.copyName(query.data.name) }}
          />
        )}
      </DataRegion>
    </>
  );
}

function OneScorecard({ id }: { readonly id: string }) {
  const t = useText(scorecardText);
  const client = useClient();
  const { revision } = route.useSearch();
  const [seed, setSeed] = useState<ScorecardDraft>();
  const query = useQuery(scorecardQuery(client, id, revision ?? null));
  const present = useQuery(scorecardQuery(client, id, null));
  useLiveQueries(['scorecards'], ['scorecards', client.project]);
  const shown = query.data;
  const newest = present.data?.revision ?? shown?.revision ?? 1;
  const old = shown !== undefined && revision !== undefined && shown.revision !== newest;
  return (
    <>
      <PageHead
        title={shown?.name ?? id}
        back={<Back />}
        badge={
          shown?.isDefault === true && (
            <StateBadge word={t.isDefault} tone="good" meaning={t.defaultMeaning} filled />
          )
        }
        lead={shown !== undefined && (old ? t.oldLead(shown.revision) : t.revision(newest))}
        actions={
          present.data !== undefined &&
          present.data.deletedAt === null && <ScorecardActions scorecard={present.data} />
        }
      />
      <RevisionList newest={newest} shown={shown?.revision ?? newest} />
      <DataRegion title={t.title} titleHidden plain region={regionOf(query)} empty={null} rows={8}>
        {shown !== undefined && (old || shown.deletedAt !== null) && (
          <OldRevision scorecard={shown} onEdit={setSeed} />
        )}
        {shown !== undefined && !old && shown.deletedAt === null && (
          <ScorecardForm
            key={seed === undefined ? 'present' : JSON.stringify(seed)}
            scorecard={shown}
            initial={draftOf(shown)}
            seed={seed}
          />
        )}
      </DataRegion>
    </>
  );
}

interface OldRevisionProps {
  readonly scorecard: ScorecardRecord;
  readonly onEdit: (seed: ScorecardDraft) => void;
}

function OldRevision({ scorecard, onEdit }: OldRevisionProps) {
  const t = useText(scorecardText);
  const navigate = useNavigate();
  const edit = (): void => {
    onEdit(draftOf(scorecard));
    showToast({ text: t.restored(scorecard.revision) });
    void navigate({ to: '.', search: {} });
  };
  return (
    <>
      <ScorecardReading scorecard={scorecard} />
      {scorecard.deletedAt === null ? (
        <Button size="sm" variant="default" onClick={edit}>
          {t.restore}
        </Button>
      ) : (
        <p className="quiet">{t.removedAlready}</p>
      )}
    </>
  );
}
