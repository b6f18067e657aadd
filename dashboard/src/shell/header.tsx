/**
 * The header: the button of the drawer, search, the range of the page, whether the page is live,
 * the theme, the account. What a page does not have (a range) is not there.
 */

import { useNavigate } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { useClient } from '../api/api-context.tsx';
import { isSignedOut } from '../api/failure.ts';
import { useMembership, useSession } from '../api/session.ts';
import { useText } from '../i18n/words.ts';
import { useHotkey } from '../keys/use-hotkey.ts';
import { Icon, type IconName } from '../kit/icon.tsx';
import { Menu } from '../kit/menu.tsx';
import { TIME_FORMS, timeFormChoice } from '../kit/time/moment.tsx';
import { showToast } from '../kit/toast.tsx';
import { type LiveState, useLiveState } from '../live/live.tsx';
import { usePageFacts } from '../page-facts.ts';
import { useChoice } from '../stored-value.ts';
import { ThemeButton } from './entry-frame.tsx';
import { openKeyHelp } from './key-help.tsx';
import { RangePicker } from './range-picker.tsx';
import { SearchBox } from './search-box.tsx';

interface HeaderProps {
  readonly project: string | null;
  readonly menuOpen: boolean;
  onMenu(): void;
}

export function Header({ project, menuOpen, onMenu }: HeaderProps) {
  const t = useText('shell').nav;
  return (
    <header className="header">
      <button
        type="button"
        className="icon-button menu-button"
        aria-label={menuOpen ? t.closeMenu : t.openMenu}
        aria-expanded={menuOpen}
        onClick={onMenu}
      >
        <Icon name="menu" />
      </button>
      {project !== null && <SearchBox project={project} />}
      <div className="header-end">
        <OfflineBadge />
        {project !== null && <RangePicker />}
        {project !== null && <LiveIndicator />}
        <ThemeButton />
        <AccountMenu />
      </div>
    </header>
  );
}

/**
 * Who is signed in: their account, how times are shown, the shortcuts, the API's documentation,
 * and the way out.
 */
function AccountMenu() {
  const t = useText('shell').account;
  const roles = useText('word').role;
  const { basePath } = usePageFacts();
  const session = useSession();
  const membership = useMembership();
  const navigate = useNavigate();
  const client = useClient();
  const times = useChoice(timeFormChoice);
  const forms = { relative: t.timesRelative, local: t.timesLocal, utc: t.timesUtc };
  const signOut = async (): Promise<void> => {
    try {
      await client.remove('v1/session');
    } catch (error) {
      // Already signed out is what was wanted; without an answer the session may live on.
      if (!isSignedOut(error instanceof Error ? error : null)) {
        showToast({ text: t.notSignedOut, tone: 'bad' });
        return;
      }
    }
    // A full page load, so that none of this page's data, requests or streams stays behind.
    location.assign(new URL(`${basePath}login`, location.href));
  };
  if (session === null) return null;
  const role = membership === null ? '' : ` · ${t.role(roles[membership.role])}`;
  return (
    <Menu
      label={`${t.label(session.user.name)}${role}`}
      button={<Icon name="person" />}
      actions={[
        {
          id: 'account',
          label: (
            <>
              <b>{session.user.name}</b>
              <span className="menu-note wrap">{session.user.email}</span>
            </>
          ),
          onSelect: () => void navigate({ to: '/account' }),
        },
        ...TIME_FORMS.map((form) => ({
          id: form,
          label: forms[form],
          checked: form === times,
          onSelect: () => timeFormChoice.set(form),
        })),
        { id: 'keys', label: t.help, onSelect: openKeyHelp },
        {
          id: 'docs',
          label: t.docs,
          onSelect: () => void window.open(`${basePath}docs`, '_blank', 'noopener,noreferrer'),
        },
        { id: 'out', label: t.signOut, onSelect: () => void signOut() },
      ]}
    />
  );
}

const ICONS: Readonly<Record<LiveState, IconName | 'dot' | 'ring'>> = {
  off: 'ring',
  connecting: 'ring',
  live: 'dot',
  paused: 'ring',
  reconnecting: 'warn',
  polling: 'warn',
};

/**
 * Whether the page is live: ● live, ◌ paused, ⚠ reconnecting or asking. A click, or `p`, pauses
 * and resumes.
 */
function LiveIndicator() {
  const t = useText('shell').live;
  const [state, setPaused] = useLiveState();
  const toggle = (): void => setPaused(state !== 'paused');
  useHotkey('p', toggle);
  const icon = ICONS[state];
  const action = state === 'paused' ? t.resume : t.pause;
  return (
    <button
      type="button"
      className="live"
      data-live={state}
      aria-pressed={state === 'paused'}
      title={`${t.meaning[state]} ${action}`}
      onClick={toggle}
    >
      {icon === 'dot' || icon === 'ring' ? (
        <span className={`live-${icon}`} aria-hidden="true" />
      ) : (
        <Icon name={icon} />
      )}
      <span className="live-word">{t[state]}</span>
      <span className="unseen">{action}</span>
    </button>
  );
}

/**
 * Says that the browser has no network. It goes away by itself; the regions of the page say what
 * they could not load.
 */
function OfflineBadge() {
  const t = useText('shell');
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <span role="status">
      {!online && (
        <span className="offline-badge" title={t.offline}>
          <Icon name="warn" />
          <span className="offline-word">{t.offline}</span>
        </span>
      )}
    </span>
  );
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
