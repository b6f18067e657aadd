/**
 * The frame of every page of who is signed in: the rail of pages, the header, and the content with
 * a link that skips to it. The rail is icons below 1,024 px and a drawer below 640.
 */

import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '../i18n/catalogue.ts';
import { Icon } from '../kit/icon.tsx';
import { Header } from './header.tsx';
import { MaskedNote } from './masked-note.tsx';
import { ProjectSwitcher } from './project-switcher.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { Rail } from './rail.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { shellText } from './text.ts';
import { VersionBar } from './version-bar.tsx';

export interface FrameProps {
  /** Whose pages the rail lists; null: a member of no project. */
  readonly project: string | null;
  readonly children: ReactNode;
}

export function Frame({ project, children }: FrameProps) {
  const t = useText(shellText);
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
