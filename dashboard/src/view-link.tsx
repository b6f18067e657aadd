/**
 * A link to this page with another view: a real address, so that it can be copied and opened in
 * another tab.
 */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { changeView, type ViewChange } from './view.ts';

export function ViewLink({
  change,
  className = 'open',
  children,
}: {
  readonly change: ViewChange;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <Link
      from="/"
      to="/"
      search={(before) => changeView(before, change)}
      resetScroll={false}
      className={className}
      // The router would call every link to this page the current one.
      activeProps={{ 'aria-current': undefined }}
    >
      {children}
    </Link>
  );
}
