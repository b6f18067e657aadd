/**
 * The key `y`: copies an id and says which. Says so too when the browser would not copy; never
 * copies anything but what it was given.
 */
import { useText } from '../i18n/catalogue.ts';
import { copyText } from '../kit/copy.ts';
import { kitText } from '../kit/text.ts';
import { showToast } from '../kit/toast.tsx';
import { useHotkey } from './use-hotkey.ts';

/** `idOf`: asked when the key is pressed; null: there is nothing to copy. */
export function useCopyKey(idOf: () => string | null): void {
  const t = useText(kitText).copy;
  useHotkey('y', () => {
    const id = idOf();
    if (id === null) return;
    const focused = document.activeElement;
    const beside = focused instanceof HTMLElement && focused !== document.body ? focused : null;
    const place = beside ?? document.querySelector<HTMLElement>('#content');
    if (place === null) return;
    void copyText(id, place).then((done) =>
      showToast(done ? { text: t.copiedId(id) } : { text: t.failed, tone: 'bad' }),
    );
  });
}
