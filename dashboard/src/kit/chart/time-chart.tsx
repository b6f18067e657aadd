/**
 * A chart over time. The drawing (uPlot) is loaded when the first chart shows; the numbers are
 * there without it: a table by a toggle, and left and right read them aloud one step at a time. A
 * drag chooses a range. No activity is a sentence, not an empty axis.
 */

import { Skeleton } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { type Format, useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { type ChartData, type ChartUnit, isEmptyChart } from './series.ts';
import type { Drawing } from './uplot-drawing.ts';

interface TimeChartProps {
  readonly title: string;
  readonly data: ChartData;
  readonly unit: ChartUnit;
  /** A range was drawn over the chart, epoch ms. */
  readonly onRange?: (fromMs: number, toMs: number) => void;
}

interface Shown extends TimeChartProps {
  readonly value: (value: number) => string;
}

export function TimeChart(props: TimeChartProps) {
  const { title, data, unit } = props;
  const t = useText('kit').chart;
  const format = useFormat();
  const [asTable, setAsTable] = useState(false);
  const [at, setAt] = useState<number | null>(null);
  const id = useId();
  const empty = isEmptyChart(data);
  const value = valueIn(unit, format);
  const timeMs = at === null || asTable ? undefined : data.timesMs[at];
  return (
    <section className="chart" aria-labelledby={id}>
      <div className="chart-head">
        <h3 id={id}>{title}</h3>
        {timeMs !== undefined && (
          <span className="quiet small" aria-hidden="true">
            {format.clock(new Date(timeMs).toISOString(), 0)}
          </span>
        )}
        {!empty && (
          <button
            type="button"
            className="link-button small"
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            {t.table}
          </button>
        )}
      </div>
      {empty ? (
        <p className="chart-empty quiet small">{t.empty}</p>
      ) : asTable ? (
        <ChartTable {...props} value={value} />
      ) : (
        <ChartDrawing {...props} value={value} onPoint={setAt} />
      )}
      {!empty && <Legend data={data} at={asTable ? null : at} value={value} />}
    </section>
  );
}

function valueIn(unit: ChartUnit, format: Format): (value: number) => string {
  if (unit === 'count') return format.number;
  return unit === 'share' ? format.percent : format.duration;
}

interface DrawingProps extends Shown {
  /** The step under the pointer, or that keys have reached. */
  onPoint(index: number | null): void;
}

function ChartDrawing({ title, data, unit, value, onRange, onPoint }: DrawingProps) {
  const t = useText('kit').chart;
  const format = useFormat();
  const place = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing | null>(null);
  const [at, setAt] = useState<number | null>(null);
  const range = useRef(onRange);
  useEffect(() => {
    range.current = onRange;
  });
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    let gone = false;
    void import('./uplot-drawing.ts').then(({ drawChart }) => {
      if (gone) return;
      drawing.current = drawChart(element, data, {
        unit,
        value,
        time: format.tick,
        onPoint,
        onRange: (fromMs, toMs) => range.current?.(fromMs, toMs),
      });
    });
    return () => {
      gone = true;
      drawing.current?.remove();
      drawing.current = null;
    };
  }, [data, unit, value, format, onPoint]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = data.timesMs.length - 1;
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = Math.min(last, Math.max(0, (at ?? (step > 0 ? -1 : last + 1)) + step));
    setAt(next);
    onPoint(next);
    drawing.current?.point(next);
  };
  return (
    <>
      <div
        className="chart-drawing"
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its values are read by keys
        tabIndex={0}
        aria-label={`${title}. ${t.keys}`}
        onKeyDown={onKeyDown}
        ref={place}
      />
      <p className="unseen" role="status">
        {at === null ? '' : readingOf(data, at, value, format)}
      </p>
    </>
  );
}

function readingOf(
  { timesMs, series }: ChartData,
  at: number,
  value: (value: number) => string,
  format: Format,
): string {
  const time = format.full(new Date(timesMs[at] ?? 0).toISOString());
  const parts = series.map(({ name, values }) => {
    const one = values[at] ?? null;
    return `${name} ${one === null ? '–' : value(one)}`;
  });
  return `${time}: ${parts.join(', ')}`;
}

function ChartTable({ title, data, value }: Shown) {
  const t = useText('kit').chart;
  const format = useFormat();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it
    <section className="chart-table" tabIndex={0} aria-label={`${title}: ${t.table}`}>
      <table className="numbers">
        <caption className="unseen">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t.time}</th>
            {data.series.map(({ id, name }) => (
              <th key={id} scope="col" data-cell="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.timesMs.map((timeMs, index) => (
            <tr key={timeMs}>
              <th scope="row">{format.full(new Date(timeMs).toISOString())}</th>
              {data.series.map(({ id, values }) => (
                <td key={id} data-cell="number">
                  {cellOf(values[index] ?? null, value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function cellOf(one: number | null, value: (value: number) => string): string {
  return one === null ? '–' : value(one);
}

interface LegendProps {
  readonly data: ChartData;
  /** The step whose values stand beside the names. */
  readonly at: number | null;
  readonly value: (value: number) => string;
}

function Legend({ data, at, value }: LegendProps) {
  return (
    <ul className="legend">
      {data.series.map(({ id, name, tone, values, stacked = false, dashed = false }) => (
        <li key={id} data-tone={tone} data-form={stacked ? 'bar' : dashed ? 'dashed' : 'line'}>
          {name}
          {at !== null && (
            <b className="legend-value" aria-hidden="true">
              {cellOf(values[at] ?? null, value)}
            </b>
          )}
        </li>
      ))}
    </ul>
  );
}

/**
 * Keeps the place of charts whose numbers are still asked for, as high as they will be, so that
 * what stands below them never moves. Shows no axis and no number.
 */
export function ChartsPlace({ count }: { readonly count: number }) {
  const places = Array.from({ length: count }, (_, index) => `chart-${index}`);
  return (
    <div className="charts">
      {places.map((place) => (
        <Skeleton key={place} className="chart-place" radius="sm" />
      ))}
    </div>
  );
}
