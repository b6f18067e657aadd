/**
 * Which pictures are made from which figures of the modes: a curve is the medians of one name by
 * their places. Pure; must never read a file or draw.
 */
import type { Figure } from '../record.ts';
import type { Bars } from './bars.ts';
import type { Picture } from './svg.ts';

interface Planned extends Omit<Picture, 'curves'> {
  readonly file: string;
  readonly mode: string;
  /** A curve's name in the picture, and the name of its figures. */
  readonly curves: readonly (readonly [shown: string, figure: string])[];
}

const BACKLOG = { mode: 'backlog', xTitle: 'waiting deliveries', xLogarithmic: true } as const;

function ofHeaps(figure: string): Planned['curves'] {
  return ['usual heap', 'bounded heap'].map((heap) => [heap, `${figure}, ${heap}`] as const);
}

export const PICTURES: readonly Planned[] = [
  {
    ...BACKLOG,
    file: 'backlog-throughput.svg',
    title: 'Throughput beside a backlog',
    yTitle: 'of an empty store',
    curves: ofHeaps('throughput of empty'),
  },
  {
    ...BACKLOG,
    file: 'backlog-memory.svg',
    title: 'Memory with a backlog',
    yTitle: 'resident set under load, MiB',
    curves: ofHeaps('memory under load'),
  },
  {
    ...BACKLOG,
    file: 'backlog-start.svg',
    title: 'Start on a backlog',
    yTitle: 'ready after, ms',
    curves: ofHeaps('ready'),
  },
  {
    mode: 'growth',
    file: 'history.svg',
    title: 'Cost of a delivery by history',
    xTitle: 'deliveries of history',
    yTitle: 'µs a delivery, p50',
    xLogarithmic: true,
    curves: [
      ['accept', 'accept, p50'],
      ['find', 'ready, p50'],
      ['settle', 'settle, p50'],
    ],
  },
  {
    mode: 'load',
    file: 'load-latency.svg',
    title: 'Latency by load',
    xTitle: 'load, as a share of the full rate',
    yTitle: 'from a report to its 202, ms',
    xLogarithmic: false,
    curves: [
      ['p50', 'report to 202, p50'],
      ['p99', 'report to 202, p99'],
    ],
  },
];

export const NEIGHBOURS = 'neighbours.svg';
const OF_ALONE = /^(.+), throughput of alone$/;

/** A healthy endpoint beside others, as a part of its value alone; null without such figures. */
export function neighboursOf(figures: readonly Figure[]): Bars | null {
  const mine = figures.filter(({ mode }) => mode === 'neighbours');
  const medianOf = (name: string) => mine.find((figure) => figure.name === name)?.median;
  const groups = mine.flatMap(({ name, median }) => {
    const beside = OF_ALONE.exec(name)?.[1];
    if (beside === undefined) return [];
    return [
      { name: `beside ${beside}`, values: [median, medianOf(`${beside}, p99 of alone`) ?? 0] },
    ];
  });
  if (groups.length === 0) return null;
  return {
    title: 'A healthy endpoint beside others',
    yTitle: 'of what it does alone',
    series: ['throughput', 'p99 from a report to the first byte'],
    groups: [{ name: 'alone', values: [1, 1] }, ...groups],
  };
}

/** Null if there is no figure for it. */
export function pictureOf(planned: Planned, figures: readonly Figure[]): Picture | null {
  const curves = planned.curves
    .map(([shown, name]) => ({ name: shown, points: pointsOf(planned, name, figures) }))
    .filter(({ points }) => points.length > 0);
  return curves.length === 0 ? null : { ...planned, curves };
}

/** Powers of ten have no place for 0, and no picture has one for a missing value. */
function pointsOf({ mode, xLogarithmic }: Planned, name: string, figures: readonly Figure[]) {
  return figures.flatMap((figure) => {
    const { at: x, median: y } = figure;
    if (figure.mode !== mode || figure.name !== name || x === null) return [];
    return (xLogarithmic && x <= 0) || !Number.isFinite(y) ? [] : [{ x, y }];
  });
}
