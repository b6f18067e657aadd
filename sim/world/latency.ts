/**
 * How long something takes, in whole milliseconds: exponential around its mean, as the time of
 * disks and networks is. `fraction` is uniform in [0, 1); rounding makes the last bits of a
 * logarithm, which could differ between machines, no matter.
 */
export function latencyMs(meanMs: number, fraction: number): number {
  return meanMs === 0 ? 0 : Math.round(-meanMs * Math.log(1 - fraction));
}
