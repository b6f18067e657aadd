/**
 * Keeps the place of charts whose numbers are still asked for, as high as they will be, so that
 * what stands below them never moves. Shows no axis and no number.
 */
import { Skeleton } from '@mantine/core';

export function ChartsPlace({ count }: { readonly count: number }) {
  const places = Array.from({ length: count }, (_, index) => `chart-${index}`);
  return (
    <div className="charts">
      {places.map((place) => (
        <Skeleton key={place} className="chart-place" radius="sm" />
      ))}
    </div>
  );
}
