/**
 * What shows when a page itself fails: a chunk that could not be loaded or is gone after an
 * upgrade, or a fault of ours. Never a white page; rail and header stay. `NotFoundPage` is for
 * addresses that no page has.
 */
import { Button } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { queryClient, useRecovery } from '../api/query-client.ts';
import { useText } from '../i18n/words.ts';
import { PageHead } from '../kit/page-head.tsx';
import { EmptyState } from '../kit/region/data-region.tsx';
import { ChunkMissing } from '../lazy-page.tsx';
import { newestBuild, usePageFacts } from '../page-facts.ts';

export interface ErrorPageProps {
  readonly error: unknown;
  /** Draws the page anew. */
  reset(): void;
}

export function ErrorPage({ error, reset }: ErrorPageProps) {
  const t = useText('shell').failed;
  const router = useRouter();
  const chunk = error instanceof ChunkMissing;
  const upgraded = usePageRecovery(error, reset);
  const state = !chunk ? 'failed' : upgraded ? 'upgraded' : 'missing';
  return (
    <div data-page-state={state}>
      <PageHead
        title={{ failed: t.title, upgraded: t.chunkTitle, missing: t.missingTitle }[state]}
        lead={{ failed: t.text, upgraded: t.chunk, missing: t.missing }[state]}
      />
      {!chunk && (
        <pre className="code-text" data-wrap="true">
          {error instanceof Error ? error.message : String(error)}
        </pre>
      )}
      <div className="form-buttons">
        <Button size="sm" onClick={() => location.reload()}>
          {t.reload}
        </Button>
        <Button size="sm" variant="default" onClick={() => router.history.back()}>
          {t.back}
        </Button>
      </div>
    </div>
  );
}

/**
 * Draws the page anew when that can help: its missing part has come, or data that it could not
 * show is another one now. True: the service has another build, whose parts have other names; then
 * only a reload helps, which is the reader's to choose.
 */
function usePageRecovery(error: unknown, reset: () => void): boolean {
  const { basePath, build } = usePageFacts();
  const [upgraded, setUpgraded] = useState(false);
  const missing = error instanceof ChunkMissing ? error : null;
  const look = useCallback(async (): Promise<void> => {
    const newest = missing === null ? null : await newestBuild(basePath);
    if (newest !== null && newest !== build) setUpgraded(true);
  }, [missing, basePath, build]);
  useEffect(() => void look(), [look]);
  const attempt = async (): Promise<void> => {
    if (missing === null) {
      if (await hasNewData()) reset();
    } else if (await hasCome(missing)) reset();
    else if (await isThere(missing)) reloadOnce();
    else await look();
  };
  useRecovery(() => void attempt(), !upgraded);
  return upgraded;
}

function hasCome(missing: ChunkMissing): Promise<boolean> {
  return missing.retry().then(
    () => true,
    () => false,
  );
}

/** Finds the file that the browser's message names; each browser words the message differently. */
const FILE = /(?:https?:\/\/|\/)\S+\.(?:js|css)/;

/** True if the file can be loaded now: the browser may still remember the failed import. */
async function isThere({ cause }: ChunkMissing): Promise<boolean> {
  const file = FILE.exec(cause instanceof Error ? cause.message : '')?.[0];
  if (file === undefined) return false;
  const response = await fetch(new URL(file, location.href), { cache: 'no-store' }).catch(
    () => null,
  );
  return response?.ok === true && !/\bhtml\b/.test(response.headers.get('content-type') ?? '');
}

const RELOADED = 'ringpost-reloaded';
const RELOAD_PAUSE_MS = 60_000;

/**
 * Reloads without asking, since nothing can be typed on this page; at most once a minute, so that a
 * page that fails every time does not reload for ever.
 */
function reloadOnce(): void {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < RELOAD_PAUSE_MS) return;
    sessionStorage.setItem(RELOADED, String(Date.now()));
  } catch {
    // The time of the last reload cannot be kept here, so the reader has to reload.
    return;
  }
  location.reload();
}

/** Queries updated this recently are taken for those of the page that failed. */
const RECENT_MS = 300_000;

async function hasNewData(): Promise<boolean> {
  const recent = queryClient
    .getQueryCache()
    .findAll({ type: 'inactive' })
    .filter(({ state }) => Date.now() - state.dataUpdatedAt < RECENT_MS);
  const before = recent.map(({ state }) => state.data);
  await Promise.all(recent.map((query) => query.fetch().catch(() => null)));
  return recent.some(({ state }, at) => state.data !== before[at]);
}

export function NotFoundPage() {
  const t = useText('shell').notFound;
  return (
    <div data-page-state="not-found">
      <PageHead title={t.title} />
      <EmptyState title={t.text} action={<Link to="/">{t.home}</Link>} />
    </div>
  );
}
