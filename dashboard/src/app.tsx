/**
 * The shell: signed out it shows the sign-in form, signed in the header and the pages. Holds
 * the API key in its state; see `session.ts` for where else it may be.
 */
import { ActionIcon, Button, useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { apiFor } from './api.ts';
import { Icon } from './icon.tsx';
import { forgetKey, rememberedKey, rememberKey } from './session.ts';
import { SignIn } from './sign-in.tsx';
import { Workplace } from './workplace.tsx';

export function App() {
  const [apiKey, setApiKey] = useState(() => rememberedKey(sessionStorage));
  const [notice, setNotice] = useState<string | null>(null);
  const queries = useQueryClient();
  const api = useMemo(() => (apiKey === null ? null : apiFor(apiKey, document.baseURI)), [apiKey]);

  const signOut = (why: string | null): void => {
    forgetKey(sessionStorage);
    queries.clear();
    setNotice(why);
    setApiKey(null);
  };
  const signIn = (key: string, remember: boolean): void => {
    rememberKey(sessionStorage, key, remember);
    setNotice(null);
    setApiKey(key);
  };

  return (
    <>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <header className="bar">
        <Icon name="logo" />
        <span className="brand">Ringpost</span>
        {/* In another tab: the key lives in this one. */}
        <a className="docs push" href="docs" target="_blank" rel="noreferrer">
          API docs
          <Icon name="out" />
          <span className="unseen">(opens in a new tab)</span>
        </a>
        <ThemeButton />
        {api !== null && (
          <Button variant="default" size="xs" onClick={() => signOut(null)}>
            Sign out
          </Button>
        )}
      </header>
      <main id="content" className="page" tabIndex={-1}>
        {api === null ? (
          <SignIn notice={notice} onSignIn={signIn} />
        ) : (
          <Workplace
            api={api}
            onRefused={() => signOut('The service no longer accepts this API key.')}
          />
        )}
      </main>
    </>
  );
}

function ThemeButton() {
  // Without keepTransitions Mantine adds a style element, which the policy refuses.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const next = { auto: 'light', light: 'dark', dark: 'auto' } as const;
  const names = { auto: 'as the system', light: 'light', dark: 'dark' } as const;
  const label = `Theme: ${names[colorScheme]}. Change to ${names[next[colorScheme]]}`;
  return (
    <ActionIcon
      variant="default"
      size="md"
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(next[colorScheme])}
    >
      <Icon name={colorScheme} />
    </ActionIcon>
  );
}
