/**
 * One issue: what happens and what to do, how often and since when, who looks at it, its newest
 * deliveries, and one button that retries all of them.
 */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { useEndpoints } from '../../api/endpoint.ts';
import { useText } from '../../i18n/catalogue.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { EmptyState } from '../../kit/region/empty-state.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { StateBadge } from '../../kit/state-badge.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useRecordKeys } from '../../list/use-record-keys.ts';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import { useDiagnosisWords } from '../../word/diagnosis/diagnosis-words.ts';
import { useDeliveryColumns } from '../delivery/delivery-columns.tsx';
import { DeliveryPeek } from '../delivery/delivery-peek.tsx';
import { IssueActions } from './issue-actions.tsx';
import { IssueFacts } from './issue-facts.tsx';
import { IssueNote } from './issue-note.tsx';
import { type IssueDetail, issueQuery } from './issue-query.ts';
import { issueWord } from './issue-word.ts';
import { issueText } from './text.ts';

const route = getRouteApi('/p/$project/issues/$fingerprint');

export function Page() {
  const t = useText(issueText);
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
  const { one: t } = useText(issueText);
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
