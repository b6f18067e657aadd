/**
 * A percentage as a ring, with the pass mark on it. The number stands inside; the ring alone says
 * nothing.
 */
import { useText } from '../../i18n/catalogue.ts';
import { useFormat } from '../../i18n/format.ts';
import { acwText } from './text.ts';

export interface ScoreRingProps {
  /** 0 to 100; null: there is no score. */
  readonly percentage: number | null;
  readonly passMark: number;
  readonly tone: 'good' | 'bad' | 'off';
}

const RADIUS = 42;
const AROUND = 2 * Math.PI * RADIUS;

export function ScoreRing({ percentage, passMark, tone }: ScoreRingProps) {
  const t = useText(acwText).evaluation;
  const format = useFormat();
  const shown = percentage === null ? '–' : format.number(percentage);
  const [x1, y1] = onRing(passMark, RADIUS - 7);
  const [x2, y2] = onRing(passMark, RADIUS + 7);
  return (
    <svg className="ring" viewBox="0 0 100 100" role="img" aria-label={t.ring(shown)}>
      <title>{t.ring(shown)}</title>
      <circle className="ring-whole" cx="50" cy="50" r={RADIUS} />
      {percentage !== null && percentage > 0 && (
        <circle
          className="ring-part"
          data-tone={tone}
          cx="50"
          cy="50"
          r={RADIUS}
          strokeDasharray={`${(percentage / 100) * AROUND} ${AROUND}`}
          transform="rotate(-90 50 50)"
        />
      )}
      <path className="ring-mark" d={`M${x1} ${y1}L${x2} ${y2}`} />
      <text x="50" y="51" textAnchor="middle" dominantBaseline="middle">
        {percentage === null ? '–' : format.percent(percentage / 100)}
      </text>
    </svg>
  );
}

/** 0 is on top, and it goes round as a clock does. */
export function onRing(percentage: number, radius: number): readonly [x: number, y: number] {
  const angle = (percentage / 100) * 2 * Math.PI;
  const round = (value: number): number => Math.round(value * 100) / 100;
  return [round(50 + radius * Math.sin(angle)), round(50 - radius * Math.cos(angle))];
}
