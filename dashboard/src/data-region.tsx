/**
 * A section whose data may be loading, empty, stale or missing. It carries the state contract of
 * `region.ts` in `data-state`, announces failures, and keeps the last good data in view, greyed,
 * while it cannot be asked for anew.
 */
import { Alert, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { ApiFailure } from './api.ts';
import { failureTitle, type RegionState } from './region.ts';

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
  readonly children: ReactNode | null;
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
  const requestId = error instanceof ApiFailure ? error.requestId : null;
  return (
    <Alert color="red" variant="light" role="alert" title={failureTitle(error)} mb="sm">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{error.message}</Text>
        {requestId !== null && (
          <Text size="xs" c="dimmed">
            Request <code>{requestId}</code>
          </Text>
        )}
        <Button variant="default" size="xs" onClick={onRetry}>
          Try again
        </Button>
      </Stack>
    </Alert>
  );
}
