/**
 * A failure as a person reads it: what happened, the service's own sentence, the status and the
 * request's id to copy, and what can be done. What does not exist is an answer, not an alarm.
 */
import { Alert, Button } from '@mantine/core';
import { ApiFailure } from '../../api/failure.ts';
import { useText } from '../../i18n/catalogue.ts';
import { CopyButton } from '../copy-button.tsx';
import { kitText } from '../text.ts';
import { Moment } from '../time/moment.tsx';
import { failedState } from './region.ts';

export interface FailureProps {
  readonly error: Error;
  readonly onRetry?: () => void;
}

export function Failure({ error, onRetry }: FailureProps) {
  const t = useText(kitText).failure;
  const state = failedState(error);
  const calm = state === 'not-found' || state === 'expired' || state === 'forbidden';
  const failure = error instanceof ApiFailure ? error : null;
  const removedAt = failure?.body.removedAt;
  const deleted = failure?.body.removedBy === 'request';
  return (
    <Alert
      color={calm ? 'gray' : state === 'offline' ? 'yellow' : 'red'}
      variant="light"
      role={calm ? 'status' : 'alert'}
      title={deleted ? t.deleted.title : (t.title[state] ?? t.title.error)}
      className="failure"
    >
      <p>{deleted ? t.deleted.sentence : failureSentence(error, t.sentence)}</p>
      {typeof removedAt === 'string' && (
        <p>
          {deleted ? t.deleted.at : t.removedAt} <Moment iso={removedAt} exact />
        </p>
      )}
      {failure !== null && failure.status > 0 && !calm && (
        <p className="quiet small">
          {t.status(failure.status, failure.code)}
          {failure.requestId !== null && (
            <>
              {' · '}
              {t.request} <code>{failure.requestId}</code>
              <CopyButton text={failure.requestId} what={t.request} />
            </>
          )}
        </p>
      )}
      {onRetry !== undefined && !calm && (
        <Button variant="default" size="xs" onClick={onRetry}>
          {t.retry}
        </Button>
      )}
    </Alert>
  );
}

/** The service's sentence; for what never reached it, ours. */
export function failureSentence(error: Error, ours: Readonly<Record<string, string>>): string {
  if (!(error instanceof ApiFailure)) return error.message;
  return ours[error.code] ?? error.message;
}
