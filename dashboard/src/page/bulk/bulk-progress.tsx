/**
 * How far a job is: a bar that is read aloud, and what became of those that were looked at.
 * It never says more than the job itself does.
 */
import { useText } from '../../i18n/catalogue.ts';
import { useFormat } from '../../i18n/format.ts';
import { Fact, Facts } from '../../kit/facts.tsx';
import { isSentLater, isUnderWay, type JobRecord, seenOf } from './bulk-query.ts';
import { bulkText } from './text.ts';

export function BulkProgress({ job }: { readonly job: JobRecord }) {
  const t = useText(bulkText);
  const format = useFormat();
  const { matched, matchedExact, done, skipped, failed } = job;
  const seen = seenOf(job);
  // More can come to be looked at than were counted beforehand, never the other way round.
  const all = Math.max(matched, seen);
  const shown = matchedExact ? format.number(all) : t.atLeast(format.number(all));
  return (
    <>
      <p className="bulk-progress">
        <progress value={seen} max={Math.max(1, all)} aria-label={t.progress} />
        <strong role="status">{t.of(format.number(seen), shown)}</strong>
      </p>
      <Facts across>
        <Fact name={t.taken[job.action].word}>{format.number(done)}</Fact>
        <Fact name={t.counts.skipped}>{format.number(skipped)}</Fact>
        <Fact name={t.counts.failed}>{format.number(failed)}</Fact>
        {isUnderWay(job) && <Fact name={t.counts.left}>{format.number(all - seen)}</Fact>}
      </Facts>
      {isSentLater(job.action) && done > 0 && <p className="quiet small">{t.sentLater}</p>}
    </>
  );
}
