/**
 * The HTML of a mail as its reader sees it, in a frame in which no script runs, no form is sent and
 * nothing is loaded from anywhere. The page's policy knows no inline style, and frames inherit it:
 * what the mail says of its looks is set afterwards, by the frame's own style objects.
 */
import { useCallback, useMemo, useState } from 'react';
import { styledLater } from './styled-later.ts';

export interface MailFrameProps {
  readonly html: string;
  /** Names the frame. */
  readonly title: string;
}

const HEIGHT_MAX = 900;

export function MailFrame({ html, title }: MailFrameProps) {
  const { markup, sheets } = useMemo(() => styledLater(html), [html]);
  const [height, setHeight] = useState(320);
  const dress = useCallback(
    (frame: HTMLIFrameElement): void => {
      const inner = frame.contentDocument;
      const view = inner?.defaultView ?? null;
      if (inner === null || view === null) return;
      inner.adoptedStyleSheets = sheets.map((text) => {
        const sheet = new view.CSSStyleSheet();
        sheet.replaceSync(text);
        return sheet;
      });
      for (const element of inner.querySelectorAll<HTMLElement>('[data-mail-style]')) {
        element.style.cssText = element.dataset.mailStyle ?? '';
      }
      setHeight(Math.min(inner.documentElement.scrollHeight, HEIGHT_MAX));
    },
    [sheets],
  );
  return (
    <iframe
      className="mail-frame"
      // Same origin, because otherwise the page could not reach its styles; without scripts it
      // cannot reach back.
      sandbox="allow-same-origin"
      title={title}
      srcDoc={markup}
      height={height}
      onLoad={({ currentTarget }) => dress(currentTarget)}
    />
  );
}
