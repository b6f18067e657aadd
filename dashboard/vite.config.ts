/**
 * How the dashboard is built: relative addresses, so that it works under any base path, and no
 * inlined files, so that a strict content security policy needs no exception. A page loads a
 * handful of files: what every page needs, what many share, what its area shares, and its own; a
 * file for each small part would cost more in requests than it saves in bytes.
 */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What pages of every area are made of, and small parts of one area that others show too. */
const OF_MANY = [
  /\/src\/(?:api|i18n|keys|kit|list|live|range|search|core|word\/(?!diagnosis))/,
  /\/page\/(?:endpoint\/(?:kind-icon|use-base)|bulk\/ask-job|delivery\/(?!one\/))/,
  /\/page\/(?:simulator\/nothing-yet|overview\/(?:figure\.|first-steps-choice))/,
  /\/page\/(?:alert\/alert-list|source\/source-query)/,
  /mantine|tanstack/,
];

const shared = { minShareCount: 2 };

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    // Which files a page needs is read from it by `build/page-files.ts`.
    manifest: 'manifest.json',
    // `build/budget.ts` weighs what matters.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 3 },
            {
              name: 'shared',
              test: (id) => OF_MANY.some((each) => each.test(id)),
              priority: 2,
              ...shared,
            },
            { name: 'door', test: /\/page\/login\/|\/shell\//, priority: 1, ...shared },
            { name: 'issue', test: /\/word\/diagnosis|\/page\/issue\//, priority: 1, ...shared },
            {
              name: 'call',
              test: /\/page\/call\/(?:call-(?:query|status|search|deletion)|bundle\/read)/,
              priority: 1,
              ...shared,
            },
            { name: 'acw', test: /\/page\/acw\//, priority: 1, ...shared },
            { name: 'preview', test: /\/preview\/(?:slack|teams)/, priority: 2, ...shared },
            {
              name: 'endpoint',
              test: /\/form\/trigger-choice|\/page\/endpoint\/(?!form|preview)/,
              priority: 1,
              ...shared,
            },
            { name: 'form', test: /\/page\/endpoint\/(?:form|preview)\//, ...shared },
          ],
        },
      },
    },
  },
  server: { proxy: { '/v1': 'http://localhost:8080' } },
});
