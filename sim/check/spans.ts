/**
 * Stretches of time as sorted, disjoint pairs: a union of them explains a wait, and what is left
 * between them is unexplained. Milliseconds since the start of the run.
 */

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Sorted and disjoint; touching ones become one. */
export function merged(spans: readonly Span[]): readonly Span[] {
  const sorted = spans.filter((one) => one.toMs > one.fromMs).sort((a, b) => a.fromMs - b.fromMs);
  const result: Span[] = [];
  for (const span of sorted) {
    const last = result.at(-1);
    if (last === undefined || span.fromMs > last.toMs) result.push(span);
    else result[result.length - 1] = { ...last, toMs: Math.max(last.toMs, span.toMs) };
  }
  return result;
}

/** The longest stretch between two times that no span covers. `spans`: merged. */
export function longestGapMs(spans: readonly Span[], fromMs: number, toMs: number): number {
  let longest = 0;
  let reached = fromMs;
  for (let index = firstEndingAfter(spans, fromMs); index < spans.length; index += 1) {
    const span = spans[index];
    if (span === undefined || span.fromMs >= toMs) break;
    longest = Math.max(longest, span.fromMs - reached);
    reached = Math.max(reached, span.toMs);
  }
  return Math.max(longest, toMs - reached);
}

/** Where at least `most` of the given stretches overlap. */
export function crowded(stretches: readonly Span[], most: number): readonly Span[] {
  const edges = stretches
    .flatMap(({ fromMs, toMs }) => [
      { ms: fromMs, by: 1 },
      { ms: toMs, by: -1 },
    ])
    .sort((a, b) => a.ms - b.ms || b.by - a.by);
  const result: Span[] = [];
  let now = 0;
  let since: number | null = null;
  for (const { ms, by } of edges) {
    now += by;
    if (now >= most) since ??= ms;
    else if (since !== null) {
      result.push({ fromMs: since, toMs: ms });
      since = null;
    }
  }
  return merged(result);
}

function firstEndingAfter(spans: readonly Span[], ms: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.toMs ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return low;
}
