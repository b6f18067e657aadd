/**
 * Says that the service was upgraded under this page. It never reloads by itself: a form may be
 * half filled. Looked for when the page is seen again and every few minutes.
 */
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useText } from '../i18n/catalogue.ts';
import { newestBuild } from './newest-build.ts';
import { usePageFacts } from './page-facts-context.ts';
import { shellText } from './text.ts';

const EVERY_MS = 120_000;

export function VersionBar() {
  const t = useText(shellText).version;
  const { build, basePath } = usePageFacts();
  const [newer, setNewer] = useState(false);
  useEffect(() => {
    if (build === '' || newer) return;
    const look = (): void => {
      if (document.visibilityState === 'hidden') return;
      void newestBuild(basePath).then((found) => {
        if (found !== null && found !== build) setNewer(true);
      });
    };
    const timer = setInterval(look, EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [build, basePath, newer]);
  if (!newer) return null;
  return (
    <div className="version-bar" role="status">
      <span>
        {t.text} {t.keep}
      </span>
      <Button size="xs" variant="default" onClick={() => location.reload()}>
        {t.reload}
      </Button>
    </div>
  );
}
