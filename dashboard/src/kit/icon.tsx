/**
 * The icons of the page, drawn here as paths of a 24 px field. They are decoration: the word
 * beside them, or the label of their button, is what is read aloud.
 */

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
  info: 'M12 11v5m0-8.5v.01M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  back: 'M19 12H5m6-6-6 6 6 6',
  forward: 'M5 12h14m-6-6 6 6-6 6',
  left: 'm14 6-6 6 6 6',
  right: 'm10 6 6 6-6 6',
  down: 'm6 10 6 6 6-6',
  out: 'M14 4h6v6m0-6L10 14M18 14v6H4V6h6',
  search: 'm20 20-4.5-4.5M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0',
  filter: 'M4 5h16l-6 8v6l-4-2v-4z',
  columns: 'M4 5h16v14H4zM10 5v14M15 5v14',
  menu: 'M4 7h16M4 12h16M4 17h16',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  plus: 'M12 5v14M5 12h14',
  play: 'M7 5v14l11-7z',
  pin: 'M9 4h6l-1 6 4 4H6l4-4zM12 14v6',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8m-8 8c1-4 4-5 8-5s7 1 8 5',
  keyboard: 'M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8',
  download: 'M12 4v11m-5-5 5 5 5-5M5 20h14',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  edit: 'M5 19h3L19 8l-3-3L5 16z',
  retry: 'M4 12a8 8 0 1 0 2.3-5.6M4 4v5h5',
  light:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8m0-6v2m0 16v2M2 12h2m16 0h2' +
    'M5 5l2 2m10 10 2 2M5 19l2-2m10-10 2-2',
  dark: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a6.8 6.8 0 0 0 10.5 10.5',
  auto: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18m0 0v18',
  overview: 'M4 20V10m5 10V4m5 16v-7m5 7V8',
  calls:
    'M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2',
  deliveries: 'M4 12 20 4l-5 16-3.5-6.5z',
  alerts: 'M12 4a5 5 0 0 1 5 5v4l2 3H5l2-3V9a5 5 0 0 1 5-5zM10 19h4',
  issues: 'M12 8v5m0 3v.01M8 3h8l5 5v8l-5 5H8l-5-5V8z',
  endpoints: 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M5 5a10 10 0 0 0 0 14M19 5a10 10 0 0 1 0 14',
  sources: 'M9 3v5M15 3v5M6 8h12v4a6 6 0 0 1-12 0zM12 18v3',
  acw: 'M5 4h14v16H5zM9 9h6M9 13h6M9 17h3',
  inbox: 'M4 13 6 5h12l2 8v6H4zm0 0h5l1 3h4l1-3h5',
  simulator: 'M8 5v14l11-7zM4 5v14',
  catalog: 'M5 4h10l4 4v12H5zM9 12h6M9 16h6',
  signing: 'M15 7a4 4 0 1 1-3 6.6L5 20l-2-2 7-6.5A4 4 0 0 1 15 7',
  keys: 'M8 11V8a4 4 0 0 1 8 0v3M6 11h12v9H6z',
  members:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7m-6 9c0-4 2.5-6 6-6s6 2 6 6' +
    'm1-16a3.5 3.5 0 0 1 0 7m2 3c2 .8 3 3 3 6',
  audit: 'M6 4h12v16H6zM9 8h6M9 12h6M9 16h4',
  settings:
    'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6m0-6v3m0 12v3M3 12h3m12 0h3' +
    'M5.6 5.6l2.1 2.1m8.6 8.6 2.1 2.1M5.6 18.4l2.1-2.1m8.6-8.6 2.1-2.1',
  system: 'M4 5h16v6H4zM4 13h16v6H4zM8 8h.01M8 16h.01',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

interface IconButtonProps {
  readonly icon: IconName;
  readonly name: string;
  /** An additional class besides `icon-button`, for its position. */
  readonly className?: string;
  onClick(): void;
}

/**
 * A button that is an icon. Its name is read aloud and shown at the pointer; nothing else says what
 * it does, so there is never one without.
 */
export function IconButton({ icon, name, className, onClick }: IconButtonProps) {
  const classes = className === undefined ? 'icon-button' : `icon-button ${className}`;
  return (
    <button type="button" className={classes} aria-label={name} title={name} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
