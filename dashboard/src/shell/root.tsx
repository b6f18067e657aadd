/**
 * What stands around every page: the client, the messages, the help. And the two frames: of a
 * project's pages, and of those of the whole instance.
 */

import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useParams, useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect } from 'react';
import { ClientProvider, useClient } from '../api/api-context.tsx';
import { isSignedOut } from '../api/failure.ts';
import type { SessionRecord } from '../api/record.ts';
import { sessionQuery } from '../api/session.ts';
import { useText } from '../i18n/words.ts';
import { arrival, PageHead } from '../kit/page-head.tsx';
import { Failure } from '../kit/region/data-region.tsx';
import { Toasts } from '../kit/toast.tsx';
import { LiveProvider } from '../live/live.tsx';
import { isOwnPath } from '../page/login/login-search.ts';
import { usePageFacts } from '../page-facts.ts';
import { Frame } from './frame.tsx';
import { GoTo } from './go-to.tsx';
import { KeyHelp } from './key-help.tsx';
import { lastProject, rememberProject } from './last-project.ts';
import { Recovery } from './recovery.tsx';

export function Root() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation !== undefined) arrival.tell();
      }),
    [router],
  );
  return (
    <ServiceClient project={null}>
      <Outlet />
      <Toasts />
      <KeyHelp />
      <Recovery />
    </ServiceClient>
  );
}

/** The page `/`: sends people to their last project, to their account or to the sign-in. */
export function Home() {
  return (
    <Gate>
      {(session) => {
        const project = lastProject(session);
        if (project === null) return <GoTo target={{ to: '/account' }} />;
        return <GoTo target={{ to: '/p/$project/overview', params: { project } }} />;
      }}
    </Gate>
  );
}

export function ProjectHome() {
  const { project = '' } = useParams({ strict: false });
  return <GoTo target={{ to: '/p/$project/overview', params: { project } }} />;
}

export function ProjectFrame() {
  const { project = '' } = useParams({ strict: false });
  return <Gate>{(session) => <InProject session={session} project={project} />}</Gate>;
}

function InProject({
  session,
  project,
}: {
  readonly session: SessionRecord;
  readonly project: string;
}) {
  const membership = session.memberships.find(({ projectId }) => projectId === project);
  const member = membership !== undefined;
  useEffect(() => {
    if (member) rememberProject(project);
  }, [member, project]);
  if (!member) {
    return (
      <Frame project={lastProject(session)}>
        <Forbidden session={session} />
      </Frame>
    );
  }
  if (membership.secondFactorMissing) {
    return (
      <Frame project={null}>
        <FactorMissing />
      </Frame>
    );
  }
  return (
    <ServiceClient project={project}>
      <LiveProvider>
        <Frame project={project}>
          <PageOutlet />
        </Frame>
      </LiveProvider>
    </ServiceClient>
  );
}

export function InstanceFrame() {
  return (
    <Gate>
      {(session) => (
        <ServiceClient project={lastProject(session)}>
          <LiveProvider>
            <Frame project={lastProject(session)}>
              <PageOutlet />
            </Frame>
          </LiveProvider>
        </ServiceClient>
      )}
    </Gate>
  );
}

/** A page begins anew when its path changes, so that its heading takes the focus. */
function PageOutlet() {
  const { pathname } = useLocation();
  return (
    <Suspense key={pathname} fallback={<div className="starting" aria-busy="true" />}>
      <Outlet />
    </Suspense>
  );
}

function ServiceClient({
  project,
  children,
}: {
  readonly project: string | null;
  readonly children: ReactNode;
}) {
  const { basePath } = usePageFacts();
  return (
    <ClientProvider base={new URL(basePath, location.href).href} project={project}>
      {children}
    </ClientProvider>
  );
}

/**
 * Shown to a member of a project that demands a second factor which this session has not proved. It
 * leads to the account, where one is set up.
 */
function FactorMissing() {
  const t = useText('entry').secondFactor;
  return (
    <section data-state="second-factor-missing">
      <PageHead title={t.missingTitle} lead={t.missing} />
      <p>
        <Link to="/account">{t.toAccount}</Link>
      </p>
    </section>
  );
}

/**
 * Shown to a person who is no member of the project in the address: says what to do, and lists the
 * projects that they belong to.
 */
function Forbidden({ session }: { readonly session: SessionRecord }) {
  const t = useText('shell').forbidden;
  const { memberships } = session;
  return (
    <section data-state="forbidden">
      <PageHead title={t.title} lead={t.text} />
      {memberships.length === 0 ? (
        <p>{t.none}</p>
      ) : (
        <>
          <h2 className="region-title">{t.yours}</h2>
          <ul>
            {memberships.map(({ projectId, projectName }) => (
              <li key={projectId}>
                <Link to="/p/$project/overview" params={{ project: projectId }}>
                  {projectName}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/**
 * Lets signed-in people in. Everyone else is sent to the sign-in page and comes back afterwards;
 * if the service cannot be reached, the page says so and lets them try again.
 */
function Gate({ children }: { readonly children: (session: SessionRecord) => ReactNode }) {
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
