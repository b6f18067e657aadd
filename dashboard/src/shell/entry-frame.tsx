/**
 * The frame of the doors: setup, sign-in, invitation. One narrow card, the name of the product,
 * the theme and the language; nothing that needs a session.
 */
import type { ReactNode } from 'react';
import { useText } from '../i18n/catalogue.ts';
import { LANGUAGES, languageChoice, useLanguage } from '../i18n/language.ts';
import { Icon } from '../kit/icon.tsx';
import { entryText } from '../page/login/text.ts';
import { ThemeButton } from './theme-button.tsx';

const SHORT = { en: 'English', ja: '日本語' } as const;

export function EntryFrame({ children }: { readonly children: ReactNode }) {
  const t = useText(entryText);
  const language = useLanguage();
  return (
    <div className="entry">
      <header className="entry-head">
        <Icon name="logo" />
        <span className="brand">Ringpost</span>
        <span className="quiet">{t.tagline}</span>
      </header>
      <main className="entry-card">{children}</main>
      <footer className="entry-foot">
        <span className="segments">
          {LANGUAGES.map((one) => (
            <button
              key={one}
              type="button"
              lang={one}
              aria-pressed={one === language}
              onClick={() => languageChoice.set(one)}
            >
              {SHORT[one]}
            </button>
          ))}
        </span>
        <ThemeButton />
      </footer>
    </div>
  );
}
