/**
 * The timeline as a table in the order of time: the same facts, for narrow screens and print.
 * Long ones begin with their first 200 lines.
 */
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useText } from '../../i18n/words.ts';
import { StateBadge, type Tone } from '../../kit/state-badge.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { type Bar, type BarKind, type Row, timelineEntries } from './timeline-layout.ts';
import { answerOf, barName, endpointName, type TimelineWords } from './timeline-words.ts';

export interface TimelineTableProps {
  readonly rows: readonly Row[];
  readonly words: TimelineWords;
  onPeek(id: string): void;
}

const SHOWN = 200;

export function TimelineTable({ rows, words, onPeek }: TimelineTableProps) {
  const t = useText('timeline').table;
  const [shown, setShown] = useState(SHOWN);
  const entries = useMemo(() => timelineEntries(rows), [rows]);
  const left = entries.length - shown;
  return (
    <>
      <table className="rows timeline-list">
        <caption className="unseen">{t.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t.what}</th>
            <th scope="col">{t.result}</th>
            <th scope="col">{t.who}</th>
            <th scope="col" data-cell="when">
              {t.at}
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.slice(0, shown).map((bar) => (
            <Entry key={bar.id} bar={bar} words={words} onPeek={onPeek} />
          ))}
        </tbody>
      </table>
      {left > 0 && (
        <Button variant="default" size="xs" onClick={() => setShown(shown + SHOWN * 5)}>
          {t.more(left)}
        </Button>
      )}
    </>
  );
}

const TONES: Readonly<Record<BarKind, Tone>> = {
  ...({ report: 'good', ignored: 'off', stale: 'warn', trigger: 'waiting' } as const),
  ...({ waiting: 'waiting', scheduled: 'waiting', good: 'good', bad: 'bad' } as const),
  ...({ busy: 'busy', held: 'off', future: 'waiting' } as const),
};

interface EntryProps {
  readonly bar: Bar;
  readonly words: TimelineWords;
  readonly onPeek: (id: string) => void;
}

function Entry({ bar, words, onPeek }: EntryProps) {
  const { subject, kind, fromMs } = bar;
  const { t } = words;
  const delivery =
    subject.of === 'delivery'
      ? subject.delivery.id
      : subject.of === 'run'
        ? subject.run.deliveryId
        : null;
  const what = whatOf(bar, words);
  const answer = subject.of === 'delivery' ? answerOf(subject.segment, words) : '';
  return (
    <tr data-row={delivery ?? undefined} data-kind={kind}>
      <th scope="row" data-cell="link">
        {delivery === null ? (
          what
        ) : (
          <button
            type="button"
            className="link-button wrap"
            data-row-link=""
            aria-label={barName(bar, words)}
            onClick={() => onPeek(delivery)}
          >
            {what}
          </button>
        )}
      </th>
      <td data-cell="state">
        <StateBadge
          word={answer === '' ? t.kind[kind] : answer}
          tone={TONES[kind]}
          meaning={barName(bar, words)}
        />
      </td>
      <td data-cell="quiet">{whereOf(bar, words)}</td>
      <td data-cell="when">
        <Moment iso={new Date(fromMs).toISOString()} exact />
      </td>
    </tr>
  );
}

function whatOf({ subject }: Bar, { t }: TimelineWords): string {
  switch (subject.of) {
    case 'report':
      return subject.report.status ?? t.name.errorsOnly;
    case 'firing':
      return subject.firing.trigger;
    case 'delivery':
      return subject.delivery.trigger;
    case 'run':
      return subject.run.agentName;
  }
}

function whereOf({ subject }: Bar, words: TimelineWords): string {
  const { t } = words;
  switch (subject.of) {
    case 'report':
      return t.table.call;
    case 'firing':
      return t.table.trigger;
    case 'delivery':
      return endpointName(subject.delivery.endpointId, words);
    case 'run':
      return t.row.runs;
  }
}
