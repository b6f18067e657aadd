/**
 * The head of a page: its title, what it is about, and its main actions. It names the document
 * ("Deliveries · Ringpost") and takes the focus when the page was gone to, so that a screen reader
 * says where one is. Each page has exactly one.
 */
import { type ReactNode, useEffect, useRef } from 'react';

interface PageHeadProps {
  readonly title: string;
  /** For the document's title, when that says more: "dlv_… · Failed · Deliveries". */
  readonly documentTitle?: string;
  /** Beside the title: a state, a copy button. */
  readonly badge?: ReactNode;
  /** A sentence below: what this page is for, or the state of the record in words. */
  readonly lead?: ReactNode;
  /** Buttons, the main one last. */
  readonly actions?: ReactNode;
  /** A link back to the list. */
  readonly back?: ReactNode;
  /** Ids and other texts of strangers: they may break anywhere. */
  readonly mono?: boolean;
  /** Its badge, lead and actions are still asked for: keeps their place. */
  readonly pending?: boolean;
}

export function PageHead(props: PageHeadProps) {
  const { title, documentTitle = title, badge, lead, actions, back, mono = false } = props;
  const { pending = false } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${documentTitle} · Ringpost`;
  }, [documentTitle]);
  useEffect(() => {
    // The first page of all leaves the focus to the browser, unless a person came by a form.
    if (arrival.byNavigation()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className="page-head" data-pending={pending}>
      {back !== undefined && <div className="page-back">{back}</div>}
      <div className="page-title-row">
        <h1 ref={heading} tabIndex={-1} className={mono ? 'page-title mono wrap' : 'page-title'}>
          {title}
        </h1>
        {badge}
        {actions !== undefined && <div className="page-actions">{actions}</div>}
      </div>
      {lead !== undefined && <div className="page-lead">{lead}</div>}
    </header>
  );
}

let navigated = false;

/**
 * Whether the page that shows was gone to from another one. The router tells; the heading of a
 * page asks, to take the focus then and only then: a changed filter must not move it.
 */
export const arrival = {
  /** Another path was gone to. */
  tell(): void {
    navigated = true;
  },
  byNavigation(): boolean {
    return navigated;
  },
};
