/**
 * A section whose data may be loading, empty, stale or missing. It carries the state contract of
 * `region.ts` in `data-state`, announces failures, and keeps the last good data in view, greyed,
 * while it cannot be asked for anew.
 */
import { Alert, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { ApiFailure } from './api.ts';
import { failedState, failureTitle, type RegionState } from './region.ts';

const SKELETON_ROWS = ['first', 'second', 'third'];

export interface RegionProps {
  readonly title: string;
  readonly state: RegionState;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly tools?: ReactNode;
  /** What stands in place of rows when there are none. */
  readonly empty: ReactNode;
  /** The rows of the last good answer; null before the first. */
  readonly children: ReactNode;
  /** Stands below rows and below their absence. */
  readonly foot?: ReactNode;
}

export function DataRegion({ title, state, error, onRetry, tools, ...content }: RegionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      aria-busy={state === 'loading'}
      className="region"
      data-state={state}
    >
      <div className="region-head">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {tools}
      </div>
      {error !== null && <Failure error={error} onRetry={onRetry} />}
      {state === 'loading' && (
        <Stack gap="xs">
          {SKELETON_ROWS.map((row) => (
            <Skeleton key={row} height={40} />
          ))}
        </Stack>
      )}
      {(state === 'empty' || state === 'no-match') && (
        <div className="nothing">{content.empty}</div>
      )}
      {state !== 'empty' && state !== 'no-match' && content.children}
      {content.foot}
    </section>
  );
}

export function Failure({
  error,
  onRetry,
}: {
  readonly error: Error;
  readonly onRetry: () => void;
}) {
  // What does not exist is an answer, not an alarm: asking again changes nothing.
  const missing = failedState(error) === 'not-found';
  const requestId = error instanceof ApiFailure ? error.requestId : null;
  return (
    <Alert
      color={missing ? 'gray' : 'red'}
      variant="light"
      role={missing ? 'status' : 'alert'}
      title={failureTitle(error)}
      mb="sm"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{error.message}</Text>
        {!missing && requestId !== null && (
          <Text size="xs" c="dimmed">
            Request <code>{requestId}</code>
          </Text>
        )}
        {!missing && (
          <Button variant="default" size="xs" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
