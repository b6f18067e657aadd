/**
 * What stands around every page: the client, the messages, the help. And the two frames: of a
 * project's pages, and of those of the whole instance.
 */
import { Outlet, useLocation, useParams, useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect } from 'react';
import { ClientProvider } from '../api/api-context.tsx';
import type { SessionRecord } from '../api/record.ts';
import { arrival } from '../kit/arrival.ts';
import { Toasts } from '../kit/toast.tsx';
import { LiveProvider } from '../live/live.tsx';
import { FactorMissing } from './factor-missing.tsx';
import { Forbidden } from './forbidden.tsx';
import { Frame } from './frame.tsx';
import { Gate } from './gate.tsx';
import { GoTo } from './go-to.tsx';
import { KeyHelp } from './key-help.tsx';
import { lastProject, rememberProject } from './last-project.ts';
import { usePageFacts } from './page-facts-context.ts';
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

/** `/`: where who is signed in goes to, and who is not. */
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
