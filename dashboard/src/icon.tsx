/**
 * The few icons of the page, drawn here, and the label that tells a state by icon, word and
 * colour together. Icons are decoration; the word beside them is what is read aloud.
 */
import type { StateWord, Tone } from './wording.ts';

const PATHS = {
  logo: 'M5 20V4h8a4 4 0 0 1 0 8H5m8 0 6 8',
  good: 'm5 12 5 5L19 7',
  bad: 'M6 6l12 12M18 6 6 18',
  busy: 'M20 12a8 8 0 1 1-2.3-5.6M20 4v5h-5',
  waiting: 'M12 7v5l3 2m6-2a9 9 0 1 1-18 0 9 9 0 0 1 18 0',
  warn:
    'M12 9v4m0 4v.01M10.3 4 2.6 17.5A2 2 0 0 0 4.3 20.5h15.4' +
    'a2 2 0 0 0 1.7-3L13.7 4a2 2 0 0 0-3.4 0',
  off: 'M9 6v12M15 6v12',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  back: 'M19 12H5m6-6-6 6 6 6',
  out: 'M14 4h6v6m0-6L10 14M18 14v6H4V6h6',
  search: 'm20 20-4.5-4.5M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0',
  light:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8m0-6v2m0 16v2M2 12h2m16 0h2' +
    'M5 5l2 2m10 10 2 2M5 19l2-2m10-10 2-2',
  dark: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a6.8 6.8 0 0 0 10.5 10.5',
  auto: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18m0 0v18',
} as const;

export function Icon({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

export function StateLabel({ word, tone, meaning }: StateWord) {
  return (
    <span className="state" data-tone={tone satisfies Tone} title={meaning}>
      <Icon name={tone} />
      {word}
    </span>
  );
}
