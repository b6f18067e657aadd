/**
 * What a bar of the timeline can be: the legend names these, and the address can hide them. In a
 * file of its own, since the router reads addresses before the page is loaded.
 */

export const BAR_KINDS = [
  ...(['report', 'ignored', 'stale', 'trigger'] as const),
  ...(['waiting', 'scheduled', 'good', 'bad', 'busy', 'held', 'future'] as const),
] as const;
export type BarKind = (typeof BAR_KINDS)[number];
