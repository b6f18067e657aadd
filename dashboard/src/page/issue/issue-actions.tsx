/**
 * The actions on an issue: retry or cancel all its deliveries as a job of the service, after
 * showing how many there are, and mark it. A disabled button says why.
 */
import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/words.ts';
import { Icon } from '../../kit/icon.tsx';
import { Menu } from '../../kit/menu.tsx';
import { showToast } from '../../kit/toast.tsx';
import { AskJob } from '../bulk/ask-job.tsx';
import { type IssueDetail, issueQuery, markIssue } from './issue-query.ts';

export function IssueActions({ issue }: { readonly issue: IssueDetail }) {
  const { one: t } = useText('issue');
  const { onlyRole } = useText('kit');
  const { role } = useText('word');
  const may = useMay('deliveries:write');
  const mark = useMark(issue);
  const [asking, setAsking] = useState<'retry' | 'cancel' | null>(null);
  const why = may ? null : onlyRole(role.operator);
  const { status, count, failing } = issue;
  const noRetry = why ?? (count === 0 ? t.retryNothing : null);
  const noCancel = why ?? (failing === 0 ? t.cancelNothing : null);
  const isMarked = status === 'acknowledged' || status === 'muted';
  const off = (wanted: boolean) => (why === null || !wanted ? {} : { disabled: why });
  return (
    <>
      {status === 'open' && (
        <Button
          size="xs"
          variant="default"
          disabled={why !== null}
          title={why ?? undefined}
          onClick={() => mark('acknowledged')}
        >
          {t.acknowledge}
        </Button>
      )}
      <Button
        size="xs"
        disabled={noRetry !== null}
        title={noRetry ?? undefined}
        onClick={() => setAsking('retry')}
      >
        {t.retry}
      </Button>
      <Menu
        label={t.more}
        button={<Icon name="more" />}
        actions={[
          ...(status === 'muted'
            ? []
            : [{ id: 'mute', label: t.mute, onSelect: () => mark('muted'), ...off(true) }]),
          ...(isMarked
            ? [{ id: 'open', label: t.open, onSelect: () => mark('open'), ...off(true) }]
            : []),
          {
            id: 'cancel',
            label: t.cancelAll,
            dangerous: true,
            onSelect: () => setAsking('cancel'),
            ...(noCancel === null ? {} : { disabled: noCancel }),
          },
        ]}
      />
      {asking !== null && <AskAll issue={issue} what={asking} onClose={() => setAsking(null)} />}
    </>
  );
}

function useMark({ fingerprint }: IssueDetail) {
  const { one: t } = useText('issue');
  const client = useClient();
  return (status: 'open' | 'acknowledged' | 'muted'): void => {
    markIssue(client, fingerprint, { status }).then(
      (changed) => {
        queryClient.setQueryData(issueQuery(client, fingerprint).queryKey, changed);
        showToast({ text: t.marked[status] });
      },
      (error: unknown) => {
        showToast({ text: error instanceof Error ? error.message : String(error), tone: 'bad' });
      },
    );
  };
}

interface AskAllProps {
  readonly issue: IssueDetail;
  readonly what: 'retry' | 'cancel';
  onClose(): void;
}

/** The service counts first; how they are tried again is chosen in the dialog. */
function AskAll({ issue, what, onClose }: AskAllProps) {
  const { one: t } = useText('issue');
  const [how, setHow] = useState<'retry' | 'recover'>('retry');
  return (
    <AskJob
      action={what === 'cancel' ? 'cancel' : how}
      counted={what === 'cancel' ? 'cancel' : how}
      filter={{ issue: issue.fingerprint }}
      title={what === 'retry' ? t.retry : t.cancelAll}
      effect={({ matched }) => (
        <>
          <p>{what === 'retry' ? t.retryEffect(matched) : t.cancelEffect}</p>
          {issue.waiting > 0 && <p>{t.thenWaiting(issue.waiting)}</p>}
        </>
      )}
      onClose={onClose}
    >
      {what === 'retry' && (
        <fieldset className="choices">
          <legend>{t.how}</legend>
          <Radio
            name="how"
            label={t.once}
            checked={how === 'retry'}
            onChange={() => setHow('retry')}
          />
          <Radio
            name="how"
            label={t.anew}
            checked={how === 'recover'}
            onChange={() => setHow('recover')}
          />
        </fieldset>
      )}
    </AskJob>
  );
}
