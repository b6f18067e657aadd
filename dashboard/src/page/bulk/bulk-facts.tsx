/**
 * What was asked for: which deliveries, why, by whom and when.
 * Names of endpoints stand where the job knows ids.
 */
import { Link } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { useNames } from '../../api/names.ts';
import { useText } from '../../i18n/catalogue.ts';
import { Fact, Facts } from '../../kit/facts.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { Named } from '../../word/named.tsx';
import type { JobRecord } from './bulk-query.ts';
import { bulkText } from './text.ts';

export function BulkFacts({ job }: { readonly job: JobRecord }) {
  const t = useText(bulkText);
  const names = useNames();
  const project = useClient().project ?? '';
  const issue = job.filter?.issue;
  return (
    <>
      <Facts across>
        <Fact name={t.fact.what}>
          <Which job={job} names={names} />
        </Fact>
        {job.reason !== null && <Fact name={t.fact.reason}>{job.reason}</Fact>}
        <Fact name={t.fact.by}>
          <Named id={job.createdBy} names={names} />
        </Fact>
        <Fact name={t.fact.created}>
          <Moment iso={job.createdAt} />
        </Fact>
        <Fact name={t.fact.started}>
          <When iso={job.startedAt} />
        </Fact>
        <Fact name={t.fact.ended}>
          <When iso={job.endedAt} />
        </Fact>
      </Facts>
      {issue !== undefined && (
        <p className="small">
          <Link to="/p/$project/issues/$fingerprint" params={{ project, fingerprint: issue }}>
            {t.issue}
          </Link>
        </p>
      )}
    </>
  );
}

interface WhichProps {
  readonly job: JobRecord;
  readonly names: ReadonlyMap<string, string>;
}

/** The filter, a line each; names of endpoints instead of ids. */
function Which({ job: { filter, ids }, names }: WhichProps) {
  const t = useText(bulkText);
  if (ids !== null) return t.fact.ids(ids);
  const entries = Object.entries(filter ?? {});
  if (entries.length === 0) return t.fact.everything;
  return entries.map(([key, value]) => (
    <div key={key} className="wrap">
      {t.filter[key] ?? key}:{' '}
      {[value]
        .flat()
        .map((one) => names.get(String(one)) ?? one)
        .join(', ')}
    </div>
  ));
}

function When({ iso }: { readonly iso: string | null }) {
  const t = useText(bulkText);
  return iso === null ? <span className="quiet">{t.fact.notYet}</span> : <Moment iso={iso} />;
}
