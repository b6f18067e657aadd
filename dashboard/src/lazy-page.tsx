/**
 * A page in a chunk of its own: the module exports it as `Page`. The router asks for it ahead when
 * a link is pointed at. A chunk that is gone means that the service was upgraded: the error page
 * says so and offers to reload; nothing reloads by itself, since a form may be half filled.
 */
import { type ComponentType, lazy, type ReactNode } from 'react';

export interface PageModule {
  readonly Page: ComponentType;
}

export interface LazyPage {
  (): ReactNode;
  preload(): Promise<void>;
}

export function lazyPage(load: () => Promise<PageModule>): LazyPage {
  let loading: Promise<PageModule> | null = null;
  const once = (): Promise<PageModule> => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      // A failed import stays failed, so the next try needs a new component.
      Part = part();
      throw new ChunkMissing(error, once);
    });
    return loading;
  };
  const part = () => lazy(async () => ({ default: (await once()).Page }));
  let Part = part();
  const page = (): ReactNode => <Part />;
  return Object.assign(page, { preload: async () => void (await once()) });
}

/** The file of a page could not be loaded. */
export class ChunkMissing extends Error {
  /** Resolves when the file could be loaded after all: the page can then be drawn. */
  readonly retry: () => Promise<unknown>;

  constructor(cause: unknown, retry: () => Promise<unknown>) {
    super('a part of the page could not be loaded', { cause });
    this.name = 'ChunkMissing';
    this.retry = retry;
  }
}
