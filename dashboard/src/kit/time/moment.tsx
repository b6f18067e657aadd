/**
 * A time, as the reader wants times: how long ago, on their clock, or in UTC. The other two stand
 * in the title, the machine's form in `datetime`. One choice for the whole page.
 */
import { type Format, useFormat } from '../../i18n/format.ts';
import { storedChoice, useChoice } from '../../stored-value.ts';
import { useNow } from './server-clock.ts';

export const TIME_FORMS = ['relative', 'local', 'utc'] as const;
export type TimeForm = (typeof TIME_FORMS)[number];

export const timeFormChoice = storedChoice('times', TIME_FORMS, () => 'relative');

export interface MomentProps {
  readonly iso: string;
  /** Stays a time of day also when times are told as relative: where the order counts. */
  readonly exact?: boolean;
}

export function Moment({ iso, exact = false }: MomentProps) {
  const form = useChoice(timeFormChoice);
  const format = useFormat();
  const nowMs = useNow();
  const shown = momentText(iso, exact && form === 'relative' ? 'local' : form, nowMs, format);
  const title = `${format.full(iso, 'UTC')} · ${format.full(iso)} · ${format.relative(iso, nowMs)}`;
  return (
    <time dateTime={iso} title={title}>
      {shown}
    </time>
  );
}

export function momentText(iso: string, form: TimeForm, nowMs: number, format: Format): string {
  if (form === 'relative') return format.relative(iso, nowMs);
  if (form === 'local') return format.clock(iso, nowMs, { seconds: true });
  return `${format.clock(iso, nowMs, { seconds: true, timeZone: 'UTC' })} UTC`;
}

/** Counts down to what is still to come; `past` once its time is there. */
export function Countdown({ iso, past }: { readonly iso: string; readonly past: string }) {
  const format = useFormat();
  const nowMs = useNow();
  const left = Date.parse(iso) - nowMs;
  return (
    <time dateTime={iso} title={format.full(iso)}>
      {left <= 0 ? past : format.duration(Math.ceil(left / 1_000) * 1_000)}
    </time>
  );
}
