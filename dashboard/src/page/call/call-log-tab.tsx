/**
 * The call log as a transcript: who said what, when. Every turn has an address, `#turn-7`, to which
 * the evidence of analyses and evaluations leads.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { CallLogFields } from '../../../../src/http/schema/call-log.ts';
import { useClient } from '../../api/api-context.tsx';
import type { CallDetail } from '../../api/record.ts';
import { useText } from '../../i18n/catalogue.ts';
import { useFormat } from '../../i18n/format.ts';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { EmptyState } from '../../kit/region/empty-state.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { callText } from './text.ts';
import { foundTurns, type TurnRow, turnOfHash, turnRows } from './transcript.ts';
import { TurnLine } from './turn-line.tsx';

const SHOWN = 500;
/** A log has up to 5 MiB. */
const TIMEOUT_MS = 30_000;

export function CallLogTab({ call }: { readonly call: CallDetail }) {
  const t = useText(callText);
  const { state, version } = call.callLog;
  if (state !== 'PRESENT') {
    return (
      <EmptyState title={t.log.none}>
        <p>{t.logMeaning[state]}</p>
      </EmptyState>
    );
  }
  return <Log callId={call.callId} version={version ?? 0} />;
}

function Log({ callId, version }: { readonly callId: string; readonly version: number }) {
  const t = useText(callText).log;
  const client = useClient();
  const query = useQuery({
    queryKey: ['call-logs', client.project, callId, version],
    queryFn: ({ signal }) =>
      client.get<CallLogFields>(`v1/call-logs/${encodeURIComponent(callId)}`, {
        signal,
        timeoutMs: TIMEOUT_MS,
      }),
  });
  const rows = useMemo(() => (query.data === undefined ? [] : turnRows(query.data)), [query.data]);
  return (
    <DataRegion
      title={t.title}
      titleHidden
      plain
      region={regionOf(query, { count: rows.length })}
      rows={8}
      empty={<EmptyState title={t.noTurns} />}
    >
      {query.data !== undefined && <Transcript log={query.data} rows={rows} />}
    </DataRegion>
  );
}

interface TranscriptProps {
  readonly log: CallLogFields;
  readonly rows: readonly TurnRow[];
}

export function Transcript({ log, rows }: TranscriptProps) {
  const t = useText(callText).log;
  const format = useFormat();
  const target = turnOfHash(useLocation().hash);
  const [find, setFind] = useState('');
  const [most, setMost] = useState(SHOWN);
  const found = useMemo(() => foundTurns(rows, find), [rows, find]);
  const shown = Math.max(most, target ?? 0);
  useEffect(() => {
    if (target === null) return;
    document.querySelector(`#turn-${target}`)?.scrollIntoView({ block: 'center' });
  }, [target]);
  return (
    <>
      <div className="transcript-head small">
        <span>
          {t.began} <time dateTime={log.startedAt}>{format.full(log.startedAt)}</time>
        </span>
        {log.language !== undefined && (
          <span>
            {t.language}: {log.language}
          </span>
        )}
        {log.recordingUrl !== undefined && (
          <span className="wrap">
            {t.recording}: <span className="mono">{log.recordingUrl}</span>
          </span>
        )}
        <input
          type="search"
          className="code-find"
          aria-label={t.find}
          placeholder={t.find}
          value={find}
          onChange={({ currentTarget }) => setFind(currentTarget.value)}
        />
        {find !== '' && <span role="status">{t.found(found.length)}</span>}
      </div>
      {target !== null && target > rows.length && <p role="status">{t.noTurn}</p>}
      <ol className="transcript">
        {found.slice(0, shown).map((row) => (
          <TurnLine key={row.number} row={row} find={find} targeted={row.number === target} />
        ))}
      </ol>
      {found.length > shown && (
        <Button variant="default" size="xs" onClick={() => setMost(shown + SHOWN * 4)}>
          {t.more(found.length - shown)}
        </Button>
      )}
    </>
  );
}
