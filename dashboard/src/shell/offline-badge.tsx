/**
 * Says that the browser has no network. It goes away by itself; the regions of the page say what
 * they could not load.
 */
import { useSyncExternalStore } from 'react';
import { useText } from '../i18n/catalogue.ts';
import { Icon } from '../kit/icon.tsx';
import { shellText } from './text.ts';

export function OfflineBadge() {
  const t = useText(shellText);
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <span role="status">
      {!online && (
        <span className="offline-badge" title={t.offline}>
          <Icon name="warn" />
          <span className="offline-word">{t.offline}</span>
        </span>
      )}
    </span>
  );
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
