/**
 * The call log as a transcript: who said what, when. Every turn has an address, `#turn-7`, to which
 * the evidence of analyses and evaluations leads.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { CallLogFields } from '../../../../src/http/schema/call-log.ts';
import { useClient } from '../../api/api-context.tsx';
import type { CallDetail } from '../../api/record.ts';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { markedPieces } from '../../kit/code/code-text.ts';
import { DataRegion, EmptyState } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { foundTurns, playerTime, type TurnRow, turnOfHash, turnRows } from './transcript.ts';

const SHOWN = 500;
/** A log has up to 5 MiB. */
const TIMEOUT_MS = 30_000;

export function CallLogTab({ call }: { readonly call: CallDetail }) {
  const t = useText('call');
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
  const t = useText('call').log;
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
  const t = useText('call').log;
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

interface TurnLineProps {
  readonly row: TurnRow;
  readonly find: string;
  readonly targeted: boolean;
}

/**
 * One turn of a transcript, with an address of its own.
 * Evidence links to it by `#turn-7`.
 */
function TurnLine({ row, find, targeted }: TurnLineProps) {
  const t = useText('call').log;
  const { number, speaker, name, text, startMs } = row;
  return (
    <li id={`turn-${number}`} className="turn" data-speaker={speaker} data-targeted={targeted}>
      <Link
        to="."
        search={(before) => before}
        hash={`turn-${number}`}
        className="turn-at"
        aria-label={t.turn(number)}
        resetScroll={false}
      >
        {playerTime(startMs)}
      </Link>
      <span className="turn-who">
        {speaker}
        {name !== null && <span className="quiet"> {name}</span>}
      </span>
      <span className="turn-text">
        {markedPieces(text, find.trim()).map(({ at, text: piece, hit }) =>
          hit ? <mark key={at}>{piece}</mark> : piece,
        )}
      </span>
    </li>
  );
}
