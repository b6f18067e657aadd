/**
 * A place in the transcript: a link to the turn on the page of its call, or only its number when
 * the call log is gone. Turns are counted from 0 by the API, from 1 by people and addresses.
 */
import { Link } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/words.ts';

/** The transcript to which the turns belong; `there` false: the log was removed. */
export interface Transcript {
  readonly callId: string;
  readonly there: boolean;
}

export interface TurnLinkProps {
  readonly transcript: Transcript;
  readonly turn: number;
  /** The quote itself is the link; absent: "Turn 3". */
  readonly quote?: string;
}

export function TurnLink({ transcript, turn, quote }: TurnLinkProps) {
  const t = useText('acw').result;
  const project = useClient().project ?? '';
  const number = t.turn(turn + 1);
  const text = quote === undefined ? number : `“${quote}”`;
  const title = quote === undefined ? undefined : number;
  if (!transcript.there) return <span title={title}>{text}</span>;
  return (
    <Link
      to="/p/$project/calls/$callId"
      params={{ project, callId: transcript.callId }}
      search={{ tab: 'log' }}
      hash={`turn-${turn + 1}`}
      className="wrap"
      title={title}
    >
      {text}
    </Link>
  );
}
