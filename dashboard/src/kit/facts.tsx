/**
 * Facts of a record as pairs of name and value: a list of definitions, below each other or side by
 * side.
 */
import type { ReactNode } from 'react';

export interface FactsProps {
  /** Side by side in columns, as a page's head shows them. */
  readonly across?: boolean;
  readonly children: ReactNode;
}

export function Facts({ across = false, children }: FactsProps) {
  return <dl className={across ? 'facts facts-across' : 'facts'}>{children}</dl>;
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
