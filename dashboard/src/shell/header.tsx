/**
 * The header: the button of the drawer, search, the range of the page, whether the page is live,
 * the theme, the account. What a page does not have (a range) is not there.
 */
import { useText } from '../i18n/catalogue.ts';
import { Icon } from '../kit/icon.tsx';
import { AccountMenu } from './account-menu.tsx';
import { LiveIndicator } from './live-indicator.tsx';
import { OfflineBadge } from './offline-badge.tsx';
import { RangePicker } from './range-picker.tsx';
import { SearchBox } from './search-box.tsx';
import { shellText } from './text.ts';
import { ThemeButton } from './theme-button.tsx';

export interface HeaderProps {
  readonly project: string | null;
  readonly menuOpen: boolean;
  onMenu(): void;
}

export function Header({ project, menuOpen, onMenu }: HeaderProps) {
  const t = useText(shellText).nav;
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
