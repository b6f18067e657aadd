/**
 * One event in words: who does it, and what. Does not decide what is worth telling, and shortens
 * nothing: the story cuts lines that are too long.
 */
import type { SendResult } from '../src/core/delivery/outcome.ts';
import type { Happening, Sent } from './history.ts';
import type { ReceiverMode } from './script/script.ts';
import type { Taken } from './world/shard-table.ts';

export function wordsOf(happening: Happening): readonly [who: string, what: string] {
  switch (happening.what) {
    case 'reported': {
      const again = happening.tries > 1 ? `, try ${happening.tries}` : '';
      return ['platform', `reports ${happening.status} of ${happening.callId}${again}`];
    }
    case 'acknowledged': {
      const fired = happening.applied ? `fires ${happening.triggers.join(', ')}` : 'not applied';
      return ['platform', `hears 202 for ${happening.status} of ${happening.callId}: ${fired}`];
    }
    case 'refused':
      return ['platform', `is refused with ${happening.code}, ${happening.callId}`];
    case 'committed':
      return ['disk', `life ${happening.life} commits ${happening.name} ${brief(happening)}`];
    case 'sent':
      return ['service', sentWords(happening)];
    case 'processed': {
      const late = happening.late ? ', too late for its sender' : '';
      return ['receiver', `processes send ${happening.send} with ${happening.status}${late}`];
    }
    case 'answered':
      return ['service', `has ${resultWords(happening.result)} for send ${happening.send}`];
    case 'withdrawn':
      return ['service', `may not send any more: send ${happening.send} is withdrawn`];
    case 'started':
    case 'crashed':
    case 'stopping':
    case 'stopped':
    case 'paused':
    case 'resumed':
      return ['process', `${happening.what}, life ${happening.life}${originWords(happening)}`];
    case 'cut':
      return ['network', `member ${happening.member}: database ${happening.cut ?? 'there again'}`];
    case 'deaf':
      return [
        'network',
        `member ${happening.member} hears ${happening.isDeaf ? 'nothing' : 'all'}`,
      ];
    case 'owned':
      return ['database', `life ${happening.life} owns ${takenWords(happening.shards)}`];
    case 'freed':
      return ['database', `life ${happening.life} gives back ${happening.shards.join(' ')}`];
    case 'surplus':
      return ['database', `life ${happening.life} has too many: ${happening.shards.join(' ')}`];
    case 'clash':
      return ['network', `lives ${happening.lives.join(', ')} may send for ${happening.shard}`];
    case 'jumped': {
      const whose = happening.member === undefined ? '' : ` of member ${happening.member}`;
      return ['clock', `jumps by ${happening.byMs} ms${whose}`];
    }
    case 'disk':
      return ['disk', happening.fault === null ? 'works again' : `is ${happening.fault}`];
    case 'receiver':
      return ['receiver', `endpoint ${happening.endpoint}: ${modeWords(happening.mode)}`];
    case 'operated': {
      const on = happening.deliveryId ?? `endpoint ${happening.endpoint}`;
      const what = `${happening.action} of ${on}: ${happening.result} ${happening.detail}`;
      return ['operator', what.trimEnd()];
    }
    case 'called-back':
      return ['provider', `sends ${happening.about}`];
    case 'taken': {
      const said = [happening.hint, happening.reportId].filter((each) => each !== null).join(', ');
      return ['provider', `hears 204 for ${said} of ${happening.callId}`];
    }
    case 'logged':
      return [
        'platform',
        `has stored the log of ${happening.callId}, version ${happening.version}`,
      ];
    case 'posting':
      return ['agent', `posts the result of ${happening.runId}, try ${happening.tries}`];
    case 'recorded':
      return ['agent', `hears that ${happening.runId} has result ${happening.resultId}`];
    case 'turned-away':
      return ['agent', `is turned away with ${happening.code}, ${happening.callId}`];
    case 'healed':
      return ['world', 'heals: nothing disturbs any more'];
  }
}

/** Which process it is, where it runs, and how it stands still. */
function originWords(happening: Happening): string {
  if (happening.what === 'paused') return happening.asleep ? ' with its machine' : '';
  if (happening.what !== 'started' || happening.member === undefined) return '';
  const { member, role, skewMs } = happening;
  return `: member ${member} as ${role}, its clock is ${skewMs} ms ahead`;
}

/** Shard and epoch, and the former owner if its lease had run out. */
function takenWords(shards: readonly Taken[]): string {
  const words = shards.map(({ shard, epoch, from }) =>
    from === null ? `${shard}:${epoch}` : `${shard}:${epoch} of life ${from}`,
  );
  return words.join(', ');
}

function sentWords(sent: Sent): string {
  const to = `endpoint ${sent.endpoint}, ${sent.callId}, sequence ${sent.sequence}`;
  const row = `${sent.stored ?? 'gone'} on disk, ${sent.olderOpen} older open`;
  return `send ${sent.send}, attempt ${sent.attempt}: ${sent.trigger} to ${to} (${row})`;
}

function resultWords(result: SendResult): string {
  switch (result.kind) {
    case 'response': {
      const wait = result.retryAfter === null ? '' : `, Retry-After ${result.retryAfter}`;
      return `${result.status}${wait}`;
    }
    case 'error':
      return `error ${result.error}`;
    case 'blocked':
    case 'done':
      return result.kind;
  }
}

function modeWords(mode: ReceiverMode | null): string {
  if (mode === null) return 'answers 200';
  const { kind, ...rest } = mode;
  const values = Object.entries(rest).map(([name, value]) =>
    name === kind ? `${value}` : `${name} ${value}`,
  );
  return [kind, ...values].join(' ');
}

function brief(committed: { readonly argument: unknown; readonly value: unknown }): string {
  return `${JSON.stringify(committed.argument)} -> ${JSON.stringify(committed.value)}`;
}
