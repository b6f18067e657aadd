/**
 * A titled panel for what is not a list of data: forms, explanations. What is loaded stands in a
 * `DataRegion` instead.
 */
import { type ReactNode, useId } from 'react';

export interface PanelProps {
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
