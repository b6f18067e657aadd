/**
 * Draws a chart with uPlot, in a chunk of its own. Colours are read from the page's theme when it
 * is drawn, and anew when the theme changes. Nothing is said here that the table does not say.
 */
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { type ChartData, type SeriesTone, stackedValues } from './series.ts';

export interface DrawingOptions {
  readonly value: (value: number) => string;
  onRange(fromMs: number, toMs: number): void;
}

const HEIGHT = 180;
const AXIS_WIDTH = 64;

/** Returns what takes the chart away again. */
export function drawChart(
  place: HTMLElement,
  data: ChartData,
  options: DrawingOptions,
): () => void {
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
  return () => {
    sized.disconnect();
    themed.disconnect();
    plot.destroy();
  };
}

function plotOf(place: HTMLElement, data: ChartData, options: DrawingOptions): UPlot {
  const theme = getComputedStyle(document.documentElement);
  const colour = (name: string): string => theme.getPropertyValue(name).trim();
  const axis = {
    stroke: colour('--quiet'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
    font: `12px ${colour('--font')}`,
  };
  const stacked = stackedValues(data);
  // The last stacked series is drawn first: each covers what lies behind it.
  const order = data.series.map((_, index) => index).reverse();
  return new UPlot(
    {
      width: place.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false, drag: { x: true, y: false, setScale: false } },
      scales: { y: { range: (_plot, _min, max) => [0, max > 0 ? max * 1.08 : 1] } },
      axes: [
        axis,
        { ...axis, size: AXIS_WIDTH, values: (_plot, ticks) => ticks.map(options.value) },
      ],
      series: [{}, ...order.map((index) => seriesOf(data, index, colour))],
      hooks: {
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
    [data.timesMs.map((ms) => ms / 1_000), ...order.map((index) => [...(stacked[index] ?? [])])],
    place,
  );
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
    const paths = UPlot.paths.bars?.({ size: [0.8, 32] });
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
