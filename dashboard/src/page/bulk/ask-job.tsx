/**
 * Asks before a bulk job: the service counts first, the dialog states the effect on so many, and
 * then the job is one request and its page is shown. It is of deliveries, or of a client's calls.
 */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Static } from 'typebox';
import type { PreviewReply } from '../../../../src/http/schema/bulk.ts';
import { useClient } from '../../api/api-context.tsx';
import type { Client } from '../../api/client.ts';
import { useText } from '../../i18n/words.ts';
import { ConfirmDialog, Dialog } from '../../kit/dialog.tsx';
import { Failure } from '../../kit/region/data-region.tsx';
import type { JobRecord } from './bulk-query.ts';
import type { JobAction, JobFilter } from './job-filter.ts';

type Counted = Static<typeof PreviewReply>;

export interface AskJobProps {
  readonly action: JobAction;
  /** The action whose deliveries are counted; absent: `action` itself. */
  readonly counted?: JobAction;
  readonly filter: JobFilter;
  /** The title while the service counts. */
  readonly title: string;
  readonly effect: (counted: Counted) => ReactNode;
  /** The text that must be typed to confirm, if it is more than the count. */
  readonly typeWord?: string;
  /** Fields that choose how the job is done. */
  readonly children?: ReactNode;
  onClose(): void;
}

export function AskJob(props: AskJobProps) {
  const { action, counted = action, filter, title, effect, children, onClose } = props;
  const { typeWord } = props;
  const t = useText('bulk').ask;
  const client = useClient();
  const navigate = useNavigate();
  const { data, error } = useQuery(countQuery(client, counted, filter));
  if (data === undefined) {
    return (
      <Dialog title={title} onClose={onClose} foot={null}>
        {error === null ? <p>{t.counting}</p> : <Failure error={error} />}
      </Dialog>
    );
  }
  const { matched, matchedExact } = data;
  const start = async (): Promise<void> => {
    const job = await client.post<JobRecord>('v1/bulk', { action, filter });
    const params = { project: client.project ?? '', jobId: job.id };
    await navigate({ to: '/p/$project/bulk/$jobId', params });
  };
  const destroys = counted === 'cancel' || counted === 'delete-calls';
  const verb = destroys ? t[counted] : t.retry;
  return (
    <ConfirmDialog
      title={verb.title(matched)}
      action={verb.act(matched)}
      effect={
        <>
          <div>{matched === 0 ? t.nothing : effect(data)}</div>
          {!matchedExact && <p>{t.atLeast}</p>}
        </>
      }
      count={matched}
      {...(typeWord === undefined || matched === 0 ? {} : { typeWord })}
      dangerous={destroys}
      impossible={matched === 0}
      onConfirm={start}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}

/** How many deliveries an action would take now. */
export function countQuery(client: Client, action: JobAction, filter: JobFilter) {
  const body = { action, filter };
  return queryOptions({
    queryKey: ['delivery-count', client.project, 'ask', body],
    queryFn: ({ signal }) => client.post<Counted>('v1/bulk/preview', body, { signal }),
    // Each dialog counts anew, and once: what it says is what its button says.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
