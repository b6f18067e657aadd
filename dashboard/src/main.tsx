/**
 * Starts the dashboard: router, cache, theme, keys. Mantine writes no style element here: its
 * variables come from a file and its colours are set in `style/theme.css`, so that the content
 * security policy `style-src 'self'` holds.
 */
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './style.ts';
import { queryClient } from './api/query-client.ts';
import { SESSION_KEY } from './api/session.ts';
import { beginWords } from './i18n/words.ts';
import { listenToKeys } from './keys/use-hotkey.ts';
import { PageFactsContext, readPageFacts } from './page-facts.ts';
import { joinPages } from './pages.ts';
import { createRoutes } from './routes.tsx';

const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no #root');

const facts = readPageFacts(document);
if (facts.session !== null) queryClient.setQueryData(SESSION_KEY, facts.session);
joinPages();
listenToKeys(document);

const drawn = createRoot(place);
void beginWords(document.documentElement).then(() =>
  drawn.render(
    <StrictMode>
      <MantineProvider
        defaultColorScheme="auto"
        withCssVariables={false}
        withGlobalClasses={false}
        theme={{
          primaryShade: { light: 8, dark: 6 },
          autoContrast: true,
          respectReducedMotion: true,
          cursorType: 'pointer',
        }}
      >
        <QueryClientProvider client={queryClient}>
          <PageFactsContext value={facts}>
            <RouterProvider router={createRoutes(facts.basePath)} />
          </PageFactsContext>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  ),
);
