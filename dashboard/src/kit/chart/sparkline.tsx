/**
 * A small line of a course, drawn as SVG. It is decoration beside a figure or a row; `label` says
 * the same in words. Gaps (null) stay gaps.
 */

export interface SparklineProps {
  readonly values: readonly (number | null)[];
  readonly label: string;
  readonly tone?: 'good' | 'bad' | 'busy';
}

const WIDTH = 96;
const HEIGHT = 24;

export function Sparkline({ values, label, tone = 'busy' }: SparklineProps) {
  return (
    <svg
      className="sparkline"
      data-tone={tone}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
      preserveAspectRatio="none"
    >
      <title>{label}</title>
      <path d={sparkPath(values, WIDTH, HEIGHT)} />
    </svg>
  );
}

/** The scale begins at zero, so that a row of zeros is a flat line at the bottom. */
export function sparkPath(
  values: readonly (number | null)[],
  width: number,
  height: number,
): string {
  const top = Math.max(...values.map((value) => value ?? 0), 0);
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  let drawing = false;
  const parts: string[] = [];
  for (const [index, value] of values.entries()) {
    if (value === null) {
      drawing = false;
      continue;
    }
    const y = top === 0 ? height - 1 : height - 1 - (value / top) * (height - 2);
    parts.push(`${drawing ? 'L' : 'M'}${round(index * step)} ${round(y)}`);
    drawing = true;
  }
  return parts.join('');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
