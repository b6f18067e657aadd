/**
 * A run that failed or was cancelled: why in words, what to do, and what the agent itself said.
 * Texts of the agent are shown as text.
 */
import { Alert } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/catalogue.ts';
import { Panel } from '../../kit/panel.tsx';
import type { ResultRecord } from './acw-api.ts';
import { endOfRun, reasonWords } from './run-word.ts';
import { acwText } from './text.ts';

export function FailedRun({ record }: { readonly record: ResultRecord }) {
  const all = useText(acwText);
  const t = all.result;
  const project = useClient().project ?? '';
  const { why, todo } = reasonWords(record.reason, all);
  const launch = record.acwRunId.replace(/^run_/, 'dlv_');
  const isCancelled = endOfRun(record) === 'CANCELLED';
  return (
    <>
      <Alert
        color={isCancelled ? 'gray' : 'red'}
        variant="light"
        role="status"
        title={isCancelled ? t.cancelled : t.failed}
        className="failure"
      >
        <p>
          {why} {record.reason !== null && <code>{record.reason}</code>}
        </p>
        <p>
          <b>{t.whatToDo}:</b> {todo}
        </p>
        {(isCancelled || record.reason === 'LAUNCH_FAILED') && (
          <Link to="/p/$project/deliveries/$deliveryId" params={{ project, deliveryId: launch }}>
            {t.launch}
          </Link>
        )}
      </Alert>
      {record.errors.length > 0 && (
        <Panel title={t.errors}>
          <ul className="acw-list">
            {record.errors.map(({ code, message }) => (
              <li key={`${code} ${message}`}>
                <code>{code}</code>{' '}
                {message === null ? (
                  <span className="quiet">{t.noWords}</span>
                ) : (
                  <span className="wrap">{message}</span>
                )}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}
