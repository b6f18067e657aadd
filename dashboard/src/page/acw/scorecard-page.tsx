/**
 * One scorecard: to edit, to read as it was in a revision, or (at `new`) to make.
 * What a result refers to, a revision, is never changed here.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/words.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { StateBadge } from '../../kit/state-badge.tsx';
import { showToast } from '../../kit/toast.tsx';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import './acw.css';
import './scorecard.css';
import { queryClient } from '../../api/query-client.ts';
import { useMay } from '../../api/session.ts';
import { useFormat } from '../../i18n/format.ts';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { Panel } from '../../kit/panel.tsx';
import { makeDefault, removeScorecard, type ScorecardRecord, scorecardQuery } from './acw-api.ts';
import { draftOf, newDraft, ruleWords, type ScorecardDraft } from './scorecard-draft.ts';
import { ScorecardForm } from './scorecard-form.tsx';

const route = getRouteApi('/p/$project/acw/scorecards/$scorecardId');

export function Page() {
  const { scorecardId } = route.useParams();
  const { from } = route.useSearch();
  if (scorecardId !== 'new') return <OneScorecard key={scorecardId} id={scorecardId} />;
  return from === undefined ? <NewScorecard /> : <CopiedScorecard from={from} />;
}

function Back() {
  const t = useText('scorecard');
  const project = useClient().project ?? '';
  return (
    <Link to="/p/$project/acw/scorecards" params={{ project }}>
      {t.back}
    </Link>
  );
}

function NewScorecard() {
  const t = useText('scorecard');
  return (
    <>
      <PageHead title={t.newTitle} back={<Back />} />
      <ScorecardForm scorecard={null} initial={newDraft()} />
    </>
  );
}

function CopiedScorecard({ from }: { readonly from: string }) {
  const t = useText('scorecard');
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
  const t = useText('scorecard');
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
  const t = useText('scorecard');
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

/**
 * The actions on a whole scorecard: make it the default, copy it, delete it. Deleting asks first;
 * the service's refusal is shown.
 */
function ScorecardActions({ scorecard }: { readonly scorecard: ScorecardRecord }) {
  const t = useText('scorecard');
  const { onlyRole } = useText('kit');
  const { role } = useText('word');
  const client = useClient();
  const navigate = useNavigate();
  const may = useMay('endpoints:write');
  const [removing, setRemoving] = useState(false);
  const off = { disabled: !may, title: may ? undefined : onlyRole(role.admin) };
  const params = { project: client.project ?? '' };
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['scorecards'] });
  const prefer = async (): Promise<void> => {
    await makeDefault(client, scorecard.id);
    await refresh();
    showToast({ text: t.madeDefault });
  };
  const remove = async (): Promise<void> => {
    await removeScorecard(client, scorecard.id);
    await refresh();
    showToast({ text: t.removed });
    await navigate({ to: '/p/$project/acw/scorecards', params });
  };
  const copy = (): void => {
    void navigate({
      to: '/p/$project/acw/scorecards/$scorecardId',
      params: { ...params, scorecardId: 'new' },
      search: { from: scorecard.id },
    });
  };
  return (
    <>
      <Button size="xs" variant="default" {...off} onClick={copy}>
        {t.duplicate}
      </Button>
      {!scorecard.isDefault && (
        <Button
          size="xs"
          variant="default"
          {...off}
          onClick={() => {
            prefer().catch((error: Error) => showToast({ text: error.message, tone: 'bad' }));
          }}
        >
          {t.makeDefault}
        </Button>
      )}
      <Button size="xs" variant="default" {...off} onClick={() => setRemoving(true)}>
        {t.remove}
      </Button>
      {removing && (
        <ConfirmDialog
          title={t.removeTitle(scorecard.name)}
          effect={t.removeEffect}
          action={t.remove}
          dangerous
          onConfirm={remove}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  );
}

/**
 * A scorecard as it was in a revision: to read, and to begin an edit from.
 * Must never be editable: results refer to it.
 */
function ScorecardReading({ scorecard }: { readonly scorecard: ScorecardRecord }) {
  const t = useText('scorecard');
  const { passMark } = useText('acw').evaluation;
  const format = useFormat();
  return (
    <Panel title={scorecard.name} lead={passMark(format.number(scorecard.passMark))}>
      <ol className="criteria">
        {scorecard.criteria.map(({ id, question, points, autoFail, rule, appliesWhen }) => (
          <li key={id} className="criterion">
            <div className="criterion-head">
              <span className="criterion-title">
                <b>{question}</b>
                <span className="quiet small">
                  {rule === null ? t.say.model : ruleWords(rule, t, format)}
                </span>
                {appliesWhen !== null && (
                  <span className="quiet small">
                    {t.say.applies(ruleWords(appliesWhen, t, format))}
                  </span>
                )}
              </span>
              {autoFail && <span className="acw-mark">{t.autoFailMark}</span>}
              <span className="quiet criterion-points">{t.pointsOf(format.number(points))}</span>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const SHOWN_MAX = 30;

interface RevisionListProps {
  readonly newest: number;
  readonly shown: number;
}

/**
 * The revisions of a scorecard as links, the newest first. Each stays as it was.
 * Of very many only the newest are offered.
 */
function RevisionList({ newest, shown }: RevisionListProps) {
  const t = useText('scorecard');
  if (newest < 2) return null;
  const length = Math.min(newest, SHOWN_MAX);
  return (
    <nav className="revisions" aria-label={t.revisions}>
      {Array.from({ length }, (_, index) => newest - index).map((revision) => (
        <Link
          key={revision}
          to="."
          search={revision === newest ? {} : { revision: String(revision) }}
          aria-current={revision === shown ? 'page' : undefined}
          className="revision"
        >
          {t.revision(revision)}
          {revision === newest && ` (${t.present})`}
        </Link>
      ))}
    </nav>
  );
}
