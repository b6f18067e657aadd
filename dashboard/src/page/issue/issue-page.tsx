/**
 * One issue: its cause and remedy, how often and since when it occurs, its mark, its newest
 * deliveries, and one button that retries all of them.
 */

import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useEndpoints } from '../../api/endpoint.ts';
import { queryClient } from '../../api/query-client.ts';
import { useMay } from '../../api/session.ts';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { Sparkline } from '../../kit/chart/sparkline.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { Fact, Facts, Panel } from '../../kit/panel.tsx';
import { DataRegion, EmptyState, Failure } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { StateBadge } from '../../kit/state-badge.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { showToast } from '../../kit/toast.tsx';
import { useRecordKeys } from '../../list/list-page.tsx';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import { useDiagnosisWords } from '../../word/diagnosis/diagnosis-words.ts';
import { LatestAlerts } from '../alert/alert-list.tsx';
import { useDeliveryColumns } from '../delivery/delivery-columns.tsx';
import { DeliveryPeek } from '../delivery/delivery-peek.tsx';
import { KindIcon } from '../endpoint/kind-icon.tsx';
import { DiagnosisBox } from './diagnosis-box.tsx';
import { IssueActions } from './issue-actions.tsx';
import { type IssueDetail, issueQuery, issueWord, markIssue } from './issue-query.ts';

const route = getRouteApi('/p/$project/issues/$fingerprint');

export function Page() {
  const t = useText('issue');
  const { fingerprint } = route.useParams();
  useRecordKeys('fingerprint', fingerprint);
  const { peek } = route.useSearch();
  const client = useClient();
  const query = useQuery(issueQuery(client, fingerprint));
  useLiveQueries(['issues', 'deliveries'], issueQuery(client, fingerprint).queryKey);
  const navigate = useNavigate();
  const setPeek = (id: string | undefined): void => {
    void navigate({ to: '.', search: (before) => ({ ...before, peek: id }), resetScroll: false });
  };
  const issue = query.data;
  const say = useDiagnosisWords();
  const title =
    issue === undefined ? fingerprint : `${say(issue.diagnosis).title}: ${issue.endpointName}`;
  const word = issue === undefined ? null : issueWord(issue.status, t);
  return (
    <>
      <PageHead
        title={title}
        documentTitle={[title, word?.word, t.title].filter(Boolean).join(' · ')}
        back={
          <Link to="/p/$project/issues" params={{ project: client.project ?? '' }}>
            {t.one.back}
          </Link>
        }
        badge={word !== null && <StateBadge {...word} filled />}
        lead={word?.meaning}
        actions={issue !== undefined && <IssueActions issue={issue} />}
      />
      <DataRegion
        title={t.one.facts}
        titleHidden
        region={regionOf(query, { partial: issue?.complete === false })}
        partial={t.one.partial}
        rows={6}
        empty={null}
      >
        {issue !== undefined && <IssueFacts issue={issue} />}
      </DataRegion>
      {issue !== undefined && <LatestAlerts endpointId={issue.endpointId} />}
      {issue !== undefined && <IssueNote issue={issue} />}
      {issue !== undefined && <Examples issue={issue} onPeek={setPeek} peeked={peek ?? null} />}
      {peek !== undefined && <DeliveryPeek id={peek} onClose={() => setPeek(undefined)} />}
    </>
  );
}

interface ExamplesProps {
  readonly issue: IssueDetail;
  readonly peeked: string | null;
  readonly onPeek: (id: string) => void;
}

function Examples({ issue, peeked, onPeek }: ExamplesProps) {
  const { one: t } = useText('issue');
  const client = useClient();
  const query = useQuery(issueQuery(client, issue.fingerprint));
  const columns = useDeliveryColumns(useEndpoints());
  return (
    <DataRegion
      title={t.examples}
      region={regionOf(query, { count: issue.examples.length })}
      empty={
        <EmptyState title={t.examplesNone}>
          <p>{t.examplesEmpty}</p>
        </EmptyState>
      }
      foot={
        <p className="small">
          <Link
            to="/p/$project/deliveries"
            params={{ project: client.project ?? '' }}
            search={{
              endpoint: [issue.endpointId],
              state: ['retrying', 'held', 'rejected', 'exhausted', 'blocked'],
            }}
          >
            {t.all}
          </Link>
        </p>
      }
    >
      <DataTable
        caption={t.examples}
        columns={columns}
        rows={issue.examples}
        rowId={({ id }) => id}
        rowName={({ trigger, callId }) => `${trigger} ${callId}`}
        onPeek={onPeek}
        peeked={peeked}
      />
    </DataRegion>
  );
}

/**
 * The facts of an issue: the diagnosis, its counts and times, and its trend. If older failures were
 * not read, the counts say "at least".
 */
function IssueFacts({ issue }: { readonly issue: IssueDetail }) {
  const t = useText('issue');
  const format = useFormat();
  const project = useClient().project ?? '';
  const { endpointId, endpointKind, endpointName, failing, givenUp, waiting } = issue;
  const { trend, count } = issue;
  return (
    <>
      <DiagnosisBox diagnosis={issue.diagnosis} nextLabel={t.one.nextStep} />
      <Facts across>
        <Fact name={t.column.endpoint}>
          <Link
            to="/p/$project/endpoints/$endpointId/{-$tab}"
            params={{ project, endpointId }}
            className="with-icon"
          >
            <KindIcon kind={endpointKind} />
            {endpointName}
          </Link>
        </Fact>
        <Fact name={t.one.count}>
          <strong>{format.number(count)}</strong>
          <div className="small quiet">
            {t.one.failing(failing)}, {t.one.givenUp(givenUp)}
          </div>
          {waiting > 0 && <div className="small">{t.one.waiting(waiting)}</div>}
        </Fact>
        <Fact name={t.one.calls}>
          <strong>{format.number(issue.calls)}</strong>
        </Fact>
        <Fact name={t.one.first}>
          <When iso={issue.firstAt} />
        </Fact>
        <Fact name={t.one.last}>
          <When iso={issue.lastAt} />
        </Fact>
        <Fact name={t.one.trend}>
          <Sparkline values={trend.counts} label={t.trendOf(count)} tone="bad" />
        </Fact>
      </Facts>
    </>
  );
}

function When({ iso }: { readonly iso: string | null }) {
  const { one: t } = useText('issue');
  return iso === null ? <span className="quiet">{t.none}</span> : <Moment iso={iso} />;
}

const NOTE_MAX = 1_000;

/**
 * The note on an issue: everyone in the project sees it, and operators may change it. Who wrote it,
 * and when, stands below.
 */
function IssueNote({ issue }: { readonly issue: IssueDetail }) {
  const { one: t } = useText('issue');
  const { onlyRole } = useText('kit');
  const { role } = useText('word');
  const may = useMay('deliveries:write');
  const [editing, setEditing] = useState(false);
  const { mark } = issue;
  const note = mark?.note ?? null;
  return (
    <Panel
      title={t.note}
      tools={
        !editing && (
          <Button
            variant="default"
            size="xs"
            disabled={!may}
            title={may ? undefined : onlyRole(role.operator)}
            onClick={() => setEditing(true)}
          >
            {note === null ? t.noteEdit : t.noteChange}
          </Button>
        )
      }
    >
      {editing ? (
        <NoteForm issue={issue} onDone={() => setEditing(false)} />
      ) : note === null ? (
        <p className="quiet">{t.noteNone}</p>
      ) : (
        <p className="issue-note wrap">{note}</p>
      )}
      {!editing && mark !== null && (
        <p className="quiet small">
          {t.noteBy(mark.by)}, <Moment iso={mark.at} />
        </p>
      )}
    </Panel>
  );
}

interface NoteFormProps {
  readonly issue: IssueDetail;
  onDone(): void;
}

function NoteForm({ issue, onDone }: NoteFormProps) {
  const { one: t } = useText('issue');
  const client = useClient();
  const [text, setText] = useState(issue.mark?.note ?? '');
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const save = (): void => {
    setSaving(true);
    const note = text.trim() === '' ? null : text.trim();
    markIssue(client, issue.fingerprint, { note })
      .then((changed) => {
        queryClient.setQueryData(issueQuery(client, issue.fingerprint).queryKey, changed);
        showToast({ text: t.noteSaved });
        onDone();
      })
      .catch((error: unknown) => {
        setFailure(error instanceof Error ? error : new Error(String(error)));
        setSaving(false);
      });
  };
  return (
    <div className="form">
      <Textarea
        label={t.noteLabel}
        value={text}
        maxLength={NOTE_MAX}
        rows={3}
        autoFocus
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {failure !== null && <Failure error={failure} />}
      <div className="form-buttons">
        <Button size="xs" loading={saving} onClick={save}>
          {t.noteSave}
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          {t.cancel}
        </Button>
      </div>
    </div>
  );
}
