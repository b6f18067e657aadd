/**
 * Two moments, given by hand on the reader's clock; the zone stands beside them. The page's range
 * becomes exact by them.
 */
import { Button } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { useText } from '../i18n/catalogue.ts';
import { Dialog } from '../kit/dialog.tsx';
import { kitText } from '../kit/text.ts';
import { serverNowMs } from '../kit/time/server-clock.ts';
import type { Bounds } from '../range/range.ts';
import { shellText } from './text.ts';

export interface RangeDialogProps {
  readonly bounds: Bounds | null;
  onRange(fromMs: number, toMs: number): void;
  onClose(): void;
}

const DAY_MS = 86_400_000;

export function RangeDialog({ bounds, onRange, onClose }: RangeDialogProps) {
  const t = useText(shellText).range;
  const { cancel } = useText(kitText).dialog;
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

/** As a field of that type wants it: the local time without a zone. */
function localText(ms: number): string {
  const offsetMs = new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - offsetMs).toISOString().slice(0, 16);
}
