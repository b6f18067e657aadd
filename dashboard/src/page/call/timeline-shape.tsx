/**
 * One bar as SVG: a button whose name says what it is. Each kind has a form of its own beside its
 * colour: hatched, dotted, solid, striped, outlined. A hit area reaches the height of the row.
 */
import type { BarKind } from './timeline-kind.ts';

export interface ShapeProps {
  readonly id: string;
  readonly kind: BarKind;
  readonly name: string;
  readonly x: number;
  readonly width: number;
  /** The middle of its line. */
  readonly y: number;
  /** In the order of Tab: one of all bars is. */
  readonly current: boolean;
  readonly peeked: boolean;
  readonly label?: string;
}

const HALF = 7;
const HIT = 12;

export function Shape({ id, kind, name, x, width, y, current, peeked, label }: ShapeProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: inside SVG there is no button element
    <g
      role="button"
      tabIndex={current ? 0 : -1}
      aria-label={name}
      className="bar"
      data-bar={id}
      data-kind={kind}
      data-peeked={peeked}
    >
      <title>{name}</title>
      <rect className="bar-hit" x={x - 3} width={width + 6} y={y - HIT} height={HIT * 2} />
      <Mark {...{ kind, x, width, y }} />
      {label !== undefined && (
        <text className="bar-label" x={x + 10} y={y + 4}>
          {label}
        </text>
      )}
    </g>
  );
}

type MarkProps = Pick<ShapeProps, 'kind' | 'x' | 'width' | 'y'>;

function Mark({ kind, x, width, y }: MarkProps) {
  switch (kind) {
    case 'report':
    case 'ignored':
    case 'stale':
      return <circle className="bar-mark" cx={x} cy={y} r={5} />;
    case 'trigger':
      return <path className="bar-mark" d={`M${x} ${y - 6}l6 6l-6 6l-6-6z`} />;
    case 'future':
      return <circle className="bar-mark" cx={x + 3} cy={y} r={5} />;
    case 'scheduled':
      return <path className="bar-mark" d={`M${x} ${y}h${width}`} />;
    case 'waiting':
      return <Box x={x} width={width} y={y} half={4} fill="url(#bar-hatch)" />;
    case 'held':
      return <Box x={x} width={width} y={y} half={4} fill="url(#bar-stripe)" />;
    case 'good':
    case 'bad':
    case 'busy':
      return <Box x={x} width={width} y={y} half={HALF} />;
  }
}

interface BoxProps {
  readonly x: number;
  readonly width: number;
  readonly y: number;
  readonly half: number;
  readonly fill?: string;
}

function Box({ x, width, y, half, fill }: BoxProps) {
  return (
    <rect
      className="bar-mark"
      x={x}
      y={y - half}
      width={width}
      height={half * 2}
      rx={2}
      fill={fill}
    />
  );
}

/** Once on the page: what hatched and striped bars are filled with. */
export function ShapeFills() {
  return (
    <svg className="unseen" width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        <pattern id="bar-hatch" width="6" height="6" patternUnits="userSpaceOnUse">
          <path className="bar-hatch" d="M0 6L6 0M-1 1L1 -1M5 7L7 5" />
        </pattern>
        <pattern id="bar-stripe" width="6" height="6" patternUnits="userSpaceOnUse">
          <path className="bar-stripe" d="M2 0V6" />
        </pattern>
      </defs>
    </svg>
  );
}
