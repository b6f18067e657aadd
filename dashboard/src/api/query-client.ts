/**
 * The cache of answers. Nothing is retried by itself, and a browser's guess about the network
 * never hides an answer: the request itself says that there is no connection. Lists ask again when
 * the window is looked at and when the live stream says so.
 */
import { QueryClient } from '@tanstack/react-query';

const FRESH_MS = 2_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, networkMode: 'always', staleTime: FRESH_MS },
    mutations: { retry: false, networkMode: 'always' },
  },
});
