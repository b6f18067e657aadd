/**
 * The frame of the pages before a session: setup, sign-in and invitation. One narrow card, the
 * name of the product, the theme and the language; nothing that needs a session.
 */

import { useMantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { LANGUAGES, type Language } from '../i18n/language.ts';
import { chooseLanguage, useLanguage, useText } from '../i18n/words.ts';
import { useHotkey } from '../keys/use-hotkey.ts';
import { Icon, IconButton } from '../kit/icon.tsx';
import { showToast } from '../kit/toast.tsx';
import { usePageFacts } from '../page-facts.ts';

const SHORT = { en: 'English', ja: '日本語' } as const;

export function EntryFrame({ children }: { readonly children: ReactNode }) {
  const t = useText('entry');
  const language = useLanguage();
  const choose = useLanguageSwitch();
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
              onClick={() => choose(one)}
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

/** Answers at once; the words follow when they are loaded, and if they cannot be, it says so. */
export function useLanguageSwitch(): (language: Language) => void {
  const t = useText('entry');
  const { basePath } = usePageFacts();
  return (language) => {
    void chooseLanguage(language, basePath).then((done) => {
      if (!done) showToast({ text: t.languageNotLoaded, tone: 'bad' });
    });
  };
}

const NEXT = { auto: 'light', light: 'dark', dark: 'auto' } as const;

/**
 * The theme: as the system, light, dark, in turns. `t` changes it too. Mantine keeps the choice
 * in this browser.
 */
export function ThemeButton() {
  const t = useText('shell').theme;
  // Without keepTransitions Mantine adds a style element, which the policy refuses.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const change = (): void => setColorScheme(NEXT[colorScheme]);
  useHotkey('t', change);
  const label = t.change(t[colorScheme]);
  return <IconButton icon={colorScheme} name={label} onClick={change} />;
}
