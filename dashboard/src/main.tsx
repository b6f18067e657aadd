/**
 * Starts the dashboard: router, query cache, theme. Mantine writes no style element here: its
 * variables come from a file and its colours are set in `style.css`, so that the content security
 * policy `style-src 'self'` holds.
 */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './style.ts';
import { App } from './app.tsx';
import { readQuery, readView, writeQuery } from './view.ts';

const queries = new QueryClient({
  // The answer itself says that there is no connection; a browser's guess must not hide it.
  defaultOptions: { queries: { retry: false, networkMode: 'always' }, mutations: { retry: false } },
});

const root = createRootRoute();
const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: readView,
  component: App,
});
const router = createRouter({
  routeTree: root.addChildren([overview]),
  basepath: new URL('.', document.baseURI).pathname,
  // Ids are text: the router's own reading would make a number of the call id 123.
  parseSearch: readQuery,
  stringifySearch: writeQuery,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no #root');

createRoot(place).render(
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
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
