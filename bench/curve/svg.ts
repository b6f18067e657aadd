/**
 * A picture of lines as SVG, and what a picture of bars (`bars.ts`) shares with it, readable on a
 * light and on a dark page: its colours follow the reader's setting, its background is the page's.
 * Pure; must never read a file.
 */
import { linear, logarithmic, type Scale } from './scale.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Curve {
  readonly name: string;
  readonly points: readonly Point[];
}

export interface Picture {
  readonly title: string;
  readonly xTitle: string;
  /** With its unit. */
  readonly yTitle: string;
  /** Whether x is shown by powers of ten; then every x is above 0. */
  readonly xLogarithmic: boolean;
  /** At most as many as there are `COLOURS`. */
  readonly curves: readonly Curve[];
}

const WIDTH = 720;
const HEIGHT = 400;
export const PLOT = { left: 70, right: 680, top: 70, bottom: 340 };
/** The colour of each curve on light and on dark; distinct for colour-blind readers, too. */
const COLOURS = [
  ['#0b62c4', '#6cb2ff'],
  ['#b3470a', '#ffa36b'],
  ['#1b7a3d', '#63d68c'],
  ['#7a3fb5', '#c9a2ff'],
] as const;

export function svgOf(picture: Picture): string {
  const { curves, title } = picture;
  if (curves.length > COLOURS.length) throw new Error(`at most ${COLOURS.length} curves`);
  const points = curves.flatMap((curve) => curve.points);
  if (points.length === 0) throw new Error(`no point for "${title}"`);
  const xs = points.map(({ x }) => x);
  const x = picture.xLogarithmic ? logarithmic(xs) : linear(xs);
  const y = linear(points.map((point) => point.y));
  return framed(title, [
    ...verticalAxis(picture.yTitle, y),
    ...horizontalAxis(picture.xTitle, x),
    ...curves.flatMap((curve, index) => drawn(curve, index, { x, y })),
    ...legend(curves.map(({ name }) => name)),
  ]);
}

/** `parts` are elements of SVG, inside a plot of `PLOT`. */
export function framed(title: string, parts: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${styles()}</style>`,
    `<text x="${PLOT.left}" y="24" class="title">${escaped(title)}</text>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

function styles(): string {
  const rules = (side: 0 | 1, text: string, grid: string): string =>
    [
      `text{fill:${text}}.grid{stroke:${grid}}`,
      ...COLOURS.map((pair, index) => `.c${index}{stroke:${pair[side]};fill:${pair[side]}}`),
    ].join('');
  return (
    'text{font:13px system-ui,sans-serif}.title{font-size:16px;font-weight:600}' +
    '.grid{stroke-width:1}polyline{stroke-width:2.5}polyline[class]{fill:none}' +
    `${rules(0, '#24292f', '#d0d7de')}` +
    `@media(prefers-color-scheme:dark){${rules(1, '#e6edf3', '#3d444d')}}`
  );
}

export function verticalAxis(title: string, y: Scale): readonly string[] {
  const { left, right, top } = PLOT;
  return [
    ...y.ticks.flatMap((value) => {
      const at = acrossY(y, value);
      return [
        `<line class="grid" x1="${left}" y1="${at}" x2="${right}" y2="${at}"/>`,
        `<text x="${left - 8}" y="${at + 4}" text-anchor="end">${shown(value)}</text>`,
      ];
    }),
    `<text x="${left}" y="${top - 12}">${escaped(title)}</text>`,
  ];
}

function horizontalAxis(title: string, x: Scale): readonly string[] {
  const { left, right, bottom } = PLOT;
  const middle = (left + right) / 2;
  return [
    ...x.ticks.map((value) => {
      const at = acrossX(x, value);
      return `<text x="${at}" y="${bottom + 20}" text-anchor="middle">${shown(value)}</text>`;
    }),
    `<text x="${middle}" y="${HEIGHT - 12}" text-anchor="middle">${escaped(title)}</text>`,
  ];
}

/** The legend in the upper right corner. */
export function legend(names: readonly string[]): readonly string[] {
  const x = PLOT.right - 8;
  return names.flatMap((name, index) => [
    `<circle class="c${index}" cx="${x}" cy="${20 + index * 18}" r="5"/>`,
    `<text x="${x - 12}" y="${24 + index * 18}" text-anchor="end">${escaped(name)}</text>`,
  ]);
}

function drawn(curve: Curve, index: number, scales: { readonly x: Scale; readonly y: Scale }) {
  const places = curve.points
    .toSorted((one, other) => one.x - other.x)
    .map(({ x, y }) => [acrossX(scales.x, x), acrossY(scales.y, y)] as const);
  const line = places.map((place) => place.join(',')).join(' ');
  return [
    `<polyline class="c${index}" points="${line}"/>`,
    ...places.map(([x, y]) => `<circle class="c${index}" cx="${x}" cy="${y}" r="3.5"/>`),
  ];
}

function acrossX(scale: Scale, value: number): number {
  return Math.round(PLOT.left + scale.place(value) * (PLOT.right - PLOT.left));
}

export function acrossY(scale: Scale, value: number): number {
  return Math.round(PLOT.bottom - scale.place(value) * (PLOT.bottom - PLOT.top));
}

/** With a thousands separator: 1,000,000. */
function shown(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 3 });
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
