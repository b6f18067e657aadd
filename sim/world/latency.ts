/**
 * A latency in whole milliseconds: exponential around its mean, as those of disks and networks are.
 * `fraction` is uniform in [0, 1). Rounding hides the last bits of the logarithm, which could
 * differ between machines.
 */
export function latencyMs(meanMs: number, fraction: number): number {
  return meanMs === 0 ? 0 : Math.round(-meanMs * Math.log(1 - fraction));
}
