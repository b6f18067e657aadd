/**
 * What shows when a page itself fails: a chunk that is gone after an upgrade, or a fault of ours.
 * Never a white page. `NotFoundPage` is for addresses that no page has.
 */
import { Button } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { useText } from '../i18n/catalogue.ts';
import { PageHead } from '../kit/page-head.tsx';
import { EmptyState } from '../kit/region/empty-state.tsx';
import { ChunkMissing } from '../lazy-page.tsx';
import { shellText } from './text.ts';

export function ErrorPage({ error }: { readonly error: unknown }) {
  const t = useText(shellText).failed;
  const router = useRouter();
  const chunk = error instanceof ChunkMissing;
  return (
    <div data-page-state={chunk ? 'upgraded' : 'failed'}>
      <PageHead
        title={chunk ? t.chunkTitle : t.title}
        lead={chunk ? (navigator.onLine ? t.chunk : t.offline) : t.text}
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

export function NotFoundPage() {
  const t = useText(shellText).notFound;
  return (
    <div data-page-state="not-found">
      <PageHead title={t.title} />
      <EmptyState title={t.text} action={<Link to="/">{t.home}</Link>} />
    </div>
  );
}
