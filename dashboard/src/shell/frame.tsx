/**
 * The frame of every page of who is signed in: the rail of pages, the header, and the content with
 * a link that skips to it. The rail is icons below 1,024 px and a drawer below 640.
 */

import { Button } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useMembership, useSession } from '../api/session.ts';
import { useText } from '../i18n/words.ts';
import { Icon } from '../kit/icon.tsx';
import { Menu } from '../kit/menu.tsx';
import { newestBuild, usePageFacts } from '../page-facts.ts';
import { Header } from './header.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { Rail } from './rail.tsx';
import { SignInAgain } from './sign-in-again.tsx';

interface FrameProps {
  /** The project whose pages the rail lists; null for a member of no project. */
  readonly project: string | null;
  readonly children: ReactNode;
}

export function Frame({ project, children }: FrameProps) {
  const t = useText('shell');
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the drawer
  useEffect(() => setOpen(false), [pathname]);
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setOpen(false);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);
  return (
    <div className="frame" data-menu={open}>
      <a className="skip" href="#content">
        {t.skip}
      </a>
      <nav className="rail" aria-label={t.nav.label}>
        <div className="rail-head">
          <Icon name="logo" />
          <span className="brand">Ringpost</span>
        </div>
        <ProjectSwitcher project={project} />
        <Rail project={project} />
      </nav>
      {open && (
        <button
          type="button"
          className="rail-shade"
          aria-label={t.nav.closeMenu}
          onClick={() => setOpen(false)}
        />
      )}
      <div className="frame-main">
        <Header project={project} menuOpen={open} onMenu={() => setOpen(!open)} />
        <VersionBar />
        <main id="content" className="page" tabIndex={-1}>
          <MaskedNote />
          {children}
        </main>
      </div>
      <ProofDialog />
      <SignInAgain />
    </div>
  );
}

/**
 * Says above every page that what is personal is masked for the person who looks at it: dots in a
 * list would else look like a fault. The service masks it; this only says so.
 */
function MaskedNote() {
  const t = useText('shell');
  if (useMembership()?.masked !== true) return null;
  return <p className="masked-note quiet small">{t.masked}</p>;
}

/**
 * The project that is shown, and the way to another one. A member of only one project needs no
 * switcher: there is none then.
 */
function ProjectSwitcher({ project }: { readonly project: string | null }) {
  const t = useText('shell').project;
  const session = useSession();
  const navigate = useNavigate();
  const memberships = session?.memberships ?? [];
  const current = memberships.find(({ projectId }) => projectId === project);
  if (memberships.length < 2) return null;
  const name = current?.projectName ?? t.label;
  return (
    <div className="project-switcher">
      <Menu
        label={t.switch(name)}
        align="left"
        className="project-button"
        button={
          <>
            <span className="project-letter" aria-hidden="true">
              {name.slice(0, 1)}
            </span>
            <span className="project-name">{name}</span>
            <Icon name="down" />
          </>
        }
        actions={memberships.map(({ projectId, projectName }) => ({
          id: projectId,
          label: projectName,
          checked: projectId === project,
          onSelect: () =>
            void navigate({ to: '/p/$project/overview', params: { project: projectId } }),
        }))}
      />
    </div>
  );
}

const EVERY_MS = 120_000;

/**
 * Says that the service was upgraded under this page. It never reloads by itself: a form may be
 * half filled. Looked for when the page is seen again and every few minutes.
 */
function VersionBar() {
  const t = useText('shell').version;
  const { build, basePath } = usePageFacts();
  const [newer, setNewer] = useState(false);
  useEffect(() => {
    if (build === '' || newer) return;
    const look = (): void => {
      if (document.visibilityState === 'hidden') return;
      void newestBuild(basePath).then((found) => {
        if (found !== null && found !== build) setNewer(true);
      });
    };
    const timer = setInterval(look, EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [build, basePath, newer]);
  if (!newer) return null;
  return (
    <div className="version-bar" role="status">
      <span>
        {t.text} {t.keep}
      </span>
      <Button size="xs" variant="default" onClick={() => location.reload()}>
        {t.reload}
      </Button>
    </div>
  );
}
