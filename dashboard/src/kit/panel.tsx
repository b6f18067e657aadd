/**
 * A titled panel for what is not a list of data: forms, explanations. What is loaded stands in a
 * `DataRegion` instead.
 */
import { type ReactNode, useId } from 'react';

interface PanelProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

export function Panel({ title, lead, tools, children }: PanelProps) {
  const id = useId();
  return (
    <section className="region" aria-labelledby={id}>
      <div className="region-head">
        <h2 id={id} className="region-title">
          {title}
        </h2>
        {tools}
      </div>
      {lead !== undefined && <div className="panel-lead">{lead}</div>}
      {children}
    </section>
  );
}

interface FactsProps {
  /** Side by side in columns, as a page's head shows them. */
  readonly across?: boolean;
  readonly children: ReactNode;
}

/**
 * Facts of a record as pairs of name and value: a list of definitions, below each other or side by
 * side.
 */
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
