/**
 * Lets in who is signed in. Who is not goes to the sign-in and comes back here afterwards; when
 * the service itself cannot be asked, that is said, and asked again.
 */
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../api/api-context.tsx';
import { isSignedOut } from '../api/failure.ts';
import type { SessionRecord } from '../api/record.ts';
import { sessionQuery } from '../api/session.ts';
import { Failure } from '../kit/region/failure.tsx';
import { isOwnPath } from '../page/login/login-search.ts';
import { GoTo } from './go-to.tsx';
import { usePageFacts } from './page-facts-context.ts';

export function Gate({ children }: { readonly children: (session: SessionRecord) => ReactNode }) {
  const query = useQuery(sessionQuery(useClient()));
  const { href } = useLocation();
  const { setupNeeded } = usePageFacts();
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null && isSignedOut(query.error)) {
    if (setupNeeded) return <GoTo target={{ to: '/setup' }} />;
    const next = href !== '/' && isOwnPath(href) ? { next: href } : {};
    return <GoTo target={{ to: '/login', search: next }} />;
  }
  if (query.error === null) return <div className="starting" aria-busy="true" />;
  return (
    <main className="entry">
      <Failure error={query.error} onRetry={() => void query.refetch()} />
    </main>
  );
}
