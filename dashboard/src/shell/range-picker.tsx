/**
 * The range of time of the page: relative ones stay relative in the address, the pin makes them
 * exact before a link is shared, and any two moments can be given. `[` and `]` go one range back
 * and on.
 */

import { Button } from '@mantine/core';
import { useMatches, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { useFormat } from '../i18n/format.ts';
import { useText } from '../i18n/words.ts';
import { useHotkey } from '../keys/use-hotkey.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Icon, IconButton } from '../kit/icon.tsx';
import { Menu } from '../kit/menu.tsx';
import { serverNowMs } from '../kit/time/server-clock.ts';
import {
  type Bounds,
  boundsOf,
  isRelative,
  pinnedRange,
  RANGES,
  shiftedRange,
} from '../range/range.ts';

export function RangePicker() {
  const match = useMatches().at(-1);
  const fallback = match?.staticData.range;
  if (match === undefined || fallback === undefined) return null;
  const search: object = match.search;
  const given = 'range' in search ? search.range : undefined;
  const range = typeof given === 'string' ? given : (fallback ?? undefined);
  return <Picker range={range} hasAny={fallback === null} />;
}

interface PickerProps {
  /** Undefined: all of time. */
  readonly range: string | undefined;
  readonly hasAny: boolean;
}

function Picker({ range, hasAny }: PickerProps) {
  const t = useText('shell').range;
  const format = useFormat();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const set = (next: string | undefined): void => {
    void navigate({
      to: '.',
      search: (before) => ({ ...before, range: next, cursor: undefined }),
      resetScroll: false,
    });
  };
  const shift = (steps: number): void => {
    const next = range === undefined ? null : shiftedRange(range, steps, serverNowMs());
    if (next !== null) set(next);
  };
  useHotkey('[', () => shift(-1));
  useHotkey(']', () => shift(1));
  const bounds = boundsOf(range, serverNowMs());
  const label =
    range === undefined
      ? t.any
      : isRelative(range)
        ? t.relative[range]
        : spanText(bounds?.fromMs ?? 0, bounds?.toMs ?? 0, format);
  return (
    <div className="range">
      <Menu
        label={`${t.label}: ${label}`}
        className="range-button"
        button={
          <>
            <Icon name="waiting" />
            <span className="range-word">{label}</span>
            <Icon name="down" />
          </>
        }
        actions={[
          ...(hasAny
            ? [
                {
                  id: 'any',
                  label: t.any,
                  checked: range === undefined,
                  onSelect: () => set(undefined),
                },
              ]
            : []),
          ...RANGES.map((one) => ({
            id: one,
            label: t.relative[one],
            checked: one === range,
            onSelect: () => set(one),
          })),
          { id: 'custom', label: t.custom, onSelect: () => setAsking(true) },
        ]}
      />
      {range !== undefined && isRelative(range) && bounds !== null && (
        <IconButton
          icon="pin"
          name={t.pin}
          className="range-pin"
          onClick={() => set(pinnedRange(bounds.fromMs, serverNowMs()))}
        />
      )}
      {asking && (
        <RangeDialog
          bounds={bounds}
          onRange={(fromMs, toMs) => {
            setAsking(false);
            set(pinnedRange(fromMs, toMs));
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function spanText(fromMs: number, toMs: number, format: ReturnType<typeof useFormat>): string {
  const nowMs = serverNowMs();
  const text = (ms: number): string => format.clock(new Date(ms).toISOString(), nowMs);
  return `${text(fromMs)} – ${text(toMs)}`;
}

interface RangeDialogProps {
  readonly bounds: Bounds | null;
  onRange(fromMs: number, toMs: number): void;
  onClose(): void;
}

const DAY_MS = 86_400_000;

/**
 * Two moments, given by hand on the reader's clock; the zone stands beside them. The page's range
 * becomes exact by them.
 */
function RangeDialog({ bounds, onRange, onClose }: RangeDialogProps) {
  const t = useText('shell').range;
  const { cancel } = useText('kit').dialog;
  const id = useId();
  const nowMs = serverNowMs();
  const [from, setFrom] = useState(() => localText(bounds?.fromMs ?? nowMs - DAY_MS));
  const [to, setTo] = useState(() => localText(bounds?.toMs ?? nowMs));
  const wrong = !(Date.parse(from) < Date.parse(to));
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!wrong) onRange(Date.parse(from), Date.parse(to));
  };
  return (
    <Dialog
      title={t.label}
      onClose={onClose}
      foot={
        <>
          <Button variant="default" size="sm" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" size="sm" form={id} disabled={wrong}>
            {t.apply}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} className="range-form">
        <label>
          {t.from}
          <input
            type="datetime-local"
            value={from}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          />
        </label>
        <label>
          {t.to}
          <input
            type="datetime-local"
            value={to}
            aria-invalid={wrong}
            aria-describedby={`${id}-fault`}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
        </label>
        <p className="quiet small">{t.zone(zone)}</p>
        <p id={`${id}-fault`} className="fault" role="status">
          {wrong ? t.wrong : ''}
        </p>
      </form>
    </Dialog>
  );
}

/** The value of a datetime-local field: the local time without a zone. */
function localText(ms: number): string {
  const offsetMs = new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - offsetMs).toISOString().slice(0, 16);
}
