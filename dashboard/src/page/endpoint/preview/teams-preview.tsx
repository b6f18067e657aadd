/**
 * An Adaptive Card drawn by its makers' own renderer, loaded only here. It is given no Markdown and
 * no action: every text becomes a text node.
 */
import { AdaptiveCard, HostConfig } from 'adaptivecards';
import { useEffect, useRef } from 'react';
import { useText } from '../../../i18n/words.ts';
import { teamsCard } from './teams-card.ts';

export function TeamsCard({ body }: { readonly body: string }) {
  const t = useText('preview');
  const place = useRef<HTMLElement>(null);
  const content = teamsCard(body);
  useEffect(() => {
    const drawn = content === null ? undefined : drawnCard(content);
    place.current?.replaceChildren(...(drawn === undefined ? [] : [drawn]));
  }, [content]);
  if (content === null) return <p className="quiet">{t.unknown}</p>;
  return <section ref={place} className="teams-card" aria-label={t.card} />;
}

function drawnCard(content: object): HTMLElement | undefined {
  const card = new AdaptiveCard();
  card.hostConfig = new HostConfig(LOOK);
  card.parse(content);
  return card.render();
}

const tone = (value: string) => ({ default: value, subtle: value });
const colours = {
  default: { default: 'var(--mantine-color-text)', subtle: 'var(--quiet)' },
  attention: tone('var(--bad)'),
  good: tone('var(--good)'),
  warning: tone('var(--warn)'),
  accent: tone('var(--busy)'),
  dark: tone('var(--mantine-color-text)'),
  light: tone('var(--quiet)'),
} as const;

/** In the page's own colours, so that it is readable in both themes. */
const LOOK = {
  fontFamily: 'var(--font)',
  supportsInteractivity: false,
  spacing: { small: 4, default: 8, medium: 12, large: 16, extraLarge: 24, padding: 12 },
  containerStyles: {
    default: { backgroundColor: 'transparent', foregroundColors: colours },
    attention: { backgroundColor: 'var(--bad-soft)', foregroundColors: colours },
  },
  factSet: {
    title: { weight: 'Bolder', wrap: true, maxWidth: 140 },
    value: { wrap: true },
    spacing: 12,
  },
};
