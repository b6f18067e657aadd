/**
 * The moment under a point of the chart. Pure.
 * A point beside it means its nearest end.
 */
import { type Axis, momentAt, type View } from './timeline-axis.ts';

export function momentUnder(axis: Axis, view: View, x: number, width: number): number {
  const share = Math.min(Math.max(x / width, 0), 1);
  return Math.round(momentAt(axis, view.from + share * (view.to - view.from)));
}
