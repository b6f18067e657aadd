/**
 * Draws a chart with uPlot, in a chunk of its own. Colours are read from the page's theme when it
 * is drawn, and anew when the theme changes. Nothing is said here that the table does not say.
 */
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import {
  axisSteps,
  type ChartData,
  type ChartUnit,
  type SeriesTone,
  stackedValues,
  topOf,
} from './series.ts';

export interface DrawingOptions {
  readonly unit: ChartUnit;
  readonly value: (value: number) => string;
  /** A time on the axis; days only, where a step is a day or more. */
  readonly time: (ms: number, stepMs: number) => string;
  onRange(fromMs: number, toMs: number): void;
  /** The step under the pointer; null: it left. */
  onPoint(index: number | null): void;
}

export interface Drawing {
  /** Marks a step as the pointer does. */
  point(index: number): void;
  remove(): void;
}

const HEIGHT = 190;
const TIMES_HEIGHT = 26;
const DIGIT_WIDTH = 7;
const LABEL_GAP = 14;

export function drawChart(place: HTMLElement, data: ChartData, options: DrawingOptions): Drawing {
  let plot = plotOf(place, data, options);
  const sized = new ResizeObserver(() => {
    if (plot.width !== place.clientWidth) {
      plot.setSize({ width: place.clientWidth, height: HEIGHT });
    }
  });
  sized.observe(place);
  const themed = new MutationObserver(() => {
    plot.destroy();
    plot = plotOf(place, data, options);
  });
  themed.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
  return {
    point(index) {
      const left = plot.valToPos((data.timesMs[index] ?? 0) / 1_000, 'x');
      plot.setCursor({ left, top: 0 }, false);
    },
    remove() {
      sized.disconnect();
      themed.disconnect();
      plot.destroy();
    },
  };
}

function plotOf(place: HTMLElement, data: ChartData, options: DrawingOptions): UPlot {
  const theme = getComputedStyle(document.documentElement);
  const colour = (name: string): string => theme.getPropertyValue(name).trim();
  const stacked = stackedValues(data);
  const times = data.timesMs.map((ms) => ms / 1_000);
  // The last stacked series is drawn first: each covers what lies behind it.
  const order = data.series.map((_, index) => index).reverse();
  return new UPlot(
    {
      width: place.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false, drag: { x: true, y: false, setScale: false } },
      scales: {
        x: { range: [times[0] ?? 0, (times.at(-1) ?? 0) + stepOf(times)] },
        y: { range: (_plot, _min, max) => [0, topOf(max, options.unit)] },
      },
      axes: axesOf(options, colour),
      series: [{}, ...order.map((index) => seriesOf(data, index, colour))],
      hooks: {
        setCursor: [({ cursor }) => options.onPoint(cursor.idx ?? null)],
        setSelect: [
          (plot) => {
            const { left, width } = plot.select;
            if (width < 4) return;
            const at = (x: number): number => Math.round(plot.posToVal(x, 'x') * 1_000);
            options.onRange(at(left), at(left + width));
            plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          },
        ],
      },
    },
    [times, ...order.map((index) => [...(stacked[index] ?? [])])],
    place,
  );
}

function stepOf(times: readonly number[]): number {
  return (times[1] ?? 1) - (times[0] ?? 0);
}

function axesOf(
  { unit, value, time }: DrawingOptions,
  colour: (name: string) => string,
): UPlot.Axis[] {
  const axis = {
    stroke: colour('--quiet'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
    font: `12px ${colour('--font')}`,
  };
  return [
    {
      ...axis,
      size: TIMES_HEIGHT,
      gap: 6,
      space: 64,
      grid: { show: false },
      values: (_plot, ticks, _axis, _space, stepS) =>
        ticks.map((s) => time(s * 1_000, stepS * 1_000)),
    },
    {
      ...axis,
      gap: 6,
      space: 36,
      incrs: [...axisSteps(unit)],
      size: (_plot, labels) =>
        LABEL_GAP + DIGIT_WIDTH * Math.max(2, ...(labels ?? []).map(columnsOf)),
      values: (_plot, ticks) => ticks.map(value),
    },
  ];
}

/** Letters of Japanese are two digits wide. */
function columnsOf(label: string): number {
  return [...label].reduce((sum, letter) => sum + (letter > '\u2fff' ? 2 : 1), 0);
}

function seriesOf(data: ChartData, index: number, colour: (name: string) => string): UPlot.Series {
  const one = data.series[index];
  const stroke = colour(`--${(one?.tone ?? 'off') satisfies SeriesTone}`);
  const base = {
    stroke,
    width: 1.5,
    points: { show: true, size: 5, fill: stroke, filter: lonePoints },
  };
  if (one?.stacked === true) {
    const paths = UPlot.paths.bars?.({ size: [0.8, 32], align: 1 });
    const points = { show: false };
    return { ...base, points, fill: stroke, width: 0, ...(paths === undefined ? {} : { paths }) };
  }
  return one?.dashed === true ? { ...base, dash: [4, 4] } : base;
}

/** A value between two gaps is no line; it shows as a point. */
function lonePoints(plot: UPlot, index: number): number[] {
  const values = plot.data[index] ?? [];
  const isGap = (at: number): boolean => (values[at] ?? null) === null;
  return [...values.keys()].filter((at) => !isGap(at) && isGap(at - 1) && isGap(at + 1));
}
