/**
 * One figure: its name, its value, how it differs from before, and a line of its course. Without a
 * value it shows a dash, never a zero.
 */
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';

export interface StatTileProps {
  readonly name: string;
  /** Null: there is no value, such as a rate of nothing. */
  readonly value: string | null;
  /** Compared with the range before, as a whole sentence for the title. */
  readonly delta?: {
    readonly text: string;
    readonly tone: 'good' | 'bad' | 'off';
    readonly title: string;
  };
  /** A second, smaller figure: "first try 97.1 %". */
  readonly note?: ReactNode;
  /** A sparkline. */
  readonly children?: ReactNode;
}

export function StatTile({ name, value, delta, note, children }: StatTileProps) {
  return (
    <div className="stat">
      <div className="stat-name">{name}</div>
      <div className="stat-line">
        <span className="stat-value">{value ?? '–'}</span>
        {delta !== undefined && (
          <span className="stat-delta" data-tone={delta.tone} title={delta.title}>
            {delta.text}
          </span>
        )}
      </div>
      {note !== undefined && <div className="stat-note">{note}</div>}
      {children}
    </div>
  );
}

/** A placeholder as high as tiles with a note. */
export function StatTilesPlace({ count }: { readonly count: number }) {
  const places = Array.from({ length: count }, (_, index) => `tile-${index}`);
  return (
    <StatTiles>
      {places.map((place) => (
        <Skeleton key={place} className="stat-place" radius="sm" />
      ))}
    </StatTiles>
  );
}

export function StatTiles({ children }: { readonly children: ReactNode }) {
  return <div className="stats">{children}</div>;
}
