/**
 * One turn of a transcript, with an address of its own.
 * Evidence links to it by `#turn-7`.
 */
import { Link } from '@tanstack/react-router';
import { useText } from '../../i18n/catalogue.ts';
import { markedPieces } from '../../kit/code/mark.ts';
import { callText } from './text.ts';
import { playerTime, type TurnRow } from './transcript.ts';

export interface TurnLineProps {
  readonly row: TurnRow;
  readonly find: string;
  readonly targeted: boolean;
}

export function TurnLine({ row, find, targeted }: TurnLineProps) {
  const t = useText(callText).log;
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
