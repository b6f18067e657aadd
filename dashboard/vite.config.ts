/**
 * How the dashboard is built: relative addresses, so that it works under any base path, and no
 * inlined files, so that a strict content security policy needs no exception.
 */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { '/v1': 'http://localhost:8080' } },
});
