/**
 * A picture of bars as SVG: a group for each compared thing, with a bar for each series. Pure; must
 * never read a file.
 */
import { linear } from './scale.ts';
import { acrossY, escaped, framed, legend, PLOT, verticalAxis } from './svg.ts';

export interface Bars {
  readonly title: string;
  /** With its unit. */
  readonly yTitle: string;
  readonly series: readonly string[];
  /** `values`: one for each series, in order. */
  readonly groups: readonly { readonly name: string; readonly values: readonly number[] }[];
}

/** The part of a group's width that bars take, so that groups stand apart. */
const FILLED = 0.6;

export function svgOfBars({ title, yTitle, series, groups }: Bars): string {
  const y = linear(groups.flatMap(({ values }) => values));
  const wide = (PLOT.right - PLOT.left) / groups.length;
  const bar = (wide * FILLED) / series.length;
  const drawn = groups.flatMap(({ name, values }, group) => {
    const middle = Math.round(PLOT.left + wide * (group + 0.5));
    const left = middle - (wide * FILLED) / 2;
    const bars = values.flatMap((value, index) => {
      const top = acrossY(y, value);
      const x = Math.round(left + bar * index);
      const size = `width="${Math.round(bar) - 2}" height="${PLOT.bottom - top}"`;
      const at = Math.round(x + bar / 2);
      return [
        `<rect class="c${index}" x="${x}" y="${top}" ${size}/>`,
        `<text x="${at}" y="${top - 6}" text-anchor="middle">${value.toFixed(2)}</text>`,
      ];
    });
    const label = `x="${middle}" y="${PLOT.bottom + 20}" text-anchor="middle"`;
    return [...bars, `<text ${label}>${escaped(name)}</text>`];
  });
  return framed(title, [...verticalAxis(yTitle, y), ...drawn, ...legend(series)]);
}
