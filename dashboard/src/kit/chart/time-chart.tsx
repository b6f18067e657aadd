/**
 * A chart over time. The drawing (uPlot) is loaded when the first chart shows; the numbers are
 * there without it: a table by a toggle, and left and right read them aloud one step at a time. A
 * drag chooses a range. No activity is a sentence, not an empty axis.
 */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../i18n/catalogue.ts';
import { type Format, useFormat } from '../../i18n/format.ts';
import { kitText } from '../text.ts';
import { type ChartData, isEmptyChart } from './series.ts';

export interface TimeChartProps {
  readonly title: string;
  readonly data: ChartData;
  /** Of a value, in its unit: `format.duration`, `format.percent`. */
  readonly value: (value: number) => string;
  /** A range was drawn over the chart, epoch ms. */
  readonly onRange?: (fromMs: number, toMs: number) => void;
}

export function TimeChart(props: TimeChartProps) {
  const { title, data } = props;
  const t = useText(kitText).chart;
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const empty = isEmptyChart(data);
  return (
    <section className="chart" aria-labelledby={id}>
      <div className="chart-head">
        <h3 id={id}>{title}</h3>
        {!empty && (
          <button
            type="button"
            className="link-button"
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            {t.table}
          </button>
        )}
      </div>
      {empty ? (
        <p className="quiet small">{t.empty}</p>
      ) : asTable ? (
        <ChartTable {...props} />
      ) : (
        <ChartDrawing {...props} />
      )}
      {!empty && <Legend data={data} />}
    </section>
  );
}

function ChartDrawing({ title, data, value, onRange }: TimeChartProps) {
  const t = useText(kitText).chart;
  const format = useFormat();
  const place = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<number | null>(null);
  const range = useRef(onRange);
  useEffect(() => {
    range.current = onRange;
  });
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    let remove: (() => void) | null = null;
    let gone = false;
    void import('./uplot-drawing.ts').then(({ drawChart }) => {
      if (gone) return;
      const drag = (fromMs: number, toMs: number): void => range.current?.(fromMs, toMs);
      remove = drawChart(element, data, { value, onRange: drag });
    });
    return () => {
      gone = true;
      remove?.();
    };
  }, [data, value]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = data.timesMs.length - 1;
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    setAt(Math.min(last, Math.max(0, (at ?? (step > 0 ? -1 : last + 1)) + step)));
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
      <p className="chart-reading small" role="status">
        {at === null ? '' : readingOf(data, at, value, format)}
      </p>
    </>
  );
}

export function readingOf(
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

function ChartTable({ title, data, value }: TimeChartProps) {
  const t = useText(kitText).chart;
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

function Legend({ data }: { readonly data: ChartData }) {
  return (
    <ul className="legend">
      {data.series.map(({ id, name, tone, stacked = false, dashed = false }) => (
        <li key={id} data-tone={tone} data-form={stacked ? 'bar' : dashed ? 'dashed' : 'line'}>
          {name}
        </li>
      ))}
    </ul>
  );
}
