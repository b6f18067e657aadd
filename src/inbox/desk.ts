/**
 * Both receivers pass arrived messages to this desk: it finds the box, decides the answer, keeps
 * the item, and records how it ended. It knows neither HTTP nor SMTP, and never delays the bytes of
 * an answer.
 */
import type { Clock, Timer } from '../engine/ports/clock.ts';
import type { InboxAnswer, InboxBoxName } from '../engine/ports/inbox.ts';
import { behaviourFor, type NaturalAnswer, type Plan, planOf, TAKEN } from './answer.ts';
import type { Box, BoxBook } from './box-book.ts';
import { type HeaderList, readerOf } from './header-list.ts';
import type { Held, Kept } from './kept.ts';
import { isAbout, type Reading, readingOf } from './reading.ts';
import type { SenderNotes } from './sender-notes.ts';
import type { OrderWatch } from './verification.ts';

/** After this time a hanging receiver ends the connection; no sender waits as long. */
export const HANG_MS_MAX = 120_000;

export interface Came extends InboxBoxName {
  readonly projectId: string;
  readonly headers: HeaderList;
  readonly body: Buffer;
  /** The readable part of an item: the body, or the plain text of a mail. */
  readonly text: string;
}

/** Sends the bytes of an answer. */
export interface Wire {
  send(plan: Plan): void;
  drop(): void;
  /**
   * Calls `tell` when the client has left, or at once if it has left; the returned function cancels
   * that.
   */
  gone(tell: () => void): () => void;
}

export interface DeskParts {
  readonly kept: Kept;
  readonly boxes: BoxBook;
  readonly notes: Pick<SenderNotes, 'find'>;
  readonly orders: OrderWatch;
  /** Whether the signature of a message is right; null: it has none. */
  readonly proves: (held: Held) => Promise<boolean | null>;
  readonly clock: Clock;
  /** Called when an item arrived or was answered. */
  readonly onChange: (item: Pick<Held, 'projectId' | 'id' | 'callId'>) => void;
}

export interface Desk {
  /** `natural`: how the real receiver would answer the message in this box. */
  take(came: Came, wire: Wire, natural: (box: Box) => NaturalAnswer): void;
  /** Called before the mail itself; returns true if the box has an answer, which is then sent. */
  greet(came: Came, wire: Wire): boolean;
  /** Ends all waiting answers. */
  close(): void;
}

export function createDesk(parts: DeskParts): Desk {
  const { kept, boxes, notes, clock, onChange } = parts;
  const waiting = new Set<Timer>();

  const later = (delayMs: number, task: () => void): Timer => {
    const timer = clock.after(delayMs, () => {
      waiting.delete(timer);
      task();
    });
    waiting.add(timer);
    return timer;
  };

  const carryOut = (plan: Plan, held: Held, wire: Wire): void => {
    onChange(held);
    const end = (answer: InboxAnswer): void => {
      if (held.answer.outcome !== 'pending') return;
      held.answer = answer;
      held.ordered = noteOrder(held, parts);
      onChange(held);
    };
    const said = { status: plan.status, body: plan.body, reason: plan.reason };
    const unsaid = { status: null, body: '', reason: plan.reason };
    const answer = (): void => {
      end({ outcome: 'answered', ...said });
      wire.send(plan);
    };
    const drop = (outcome: 'hung' | 'dropped') => (): void => {
      end({ outcome, ...unsaid });
      wire.drop();
    };
    const act = { answer, drop: drop('dropped'), hang: drop('hung') }[plan.action];
    const waitMs = plan.delayMs + (plan.action === 'hang' ? HANG_MS_MAX : 0);
    if (waitMs === 0) {
      act();
      return;
    }
    let stopWatching = () => {};
    const timer = later(waitMs, () => {
      stopWatching();
      act();
    });
    stopWatching = wire.gone(() => {
      timer.cancel();
      waiting.delete(timer);
      end({ ...unsaid, outcome: plan.action === 'hang' ? 'hung' : 'left' });
    });
  };

  /** What this process knows about a message takes precedence over the message's own claims. */
  const read = (came: Came): Known => {
    const header = readerOf(came.headers);
    const note = notes.find(came.projectId, came.channel, header, came.body, came.name);
    if (note !== null) return note;
    return { ...readingOf(came.channel, header, came.text), ...UNSENT };
  };

  const keep = (came: Came, reading: Known, plan: Plan): Held => {
    const { projectId, channel, name, headers, body } = came;
    const order = 'unknown';
    const arrival = { ...reading, projectId, channel, name, headers, body, order } as const;
    const pending = { outcome: 'pending', status: null, body: '', reason: plan.reason } as const;
    return kept.add(arrival, pending, clock.wallMs());
  };

  return {
    take(came, wire, natural) {
      const box = boxes.use(came.projectId, came);
      const reading = read(came);
      const isCall = (callId: string) => isAbout(reading, callId);
      const behaviour = behaviourFor(box.programme, 'data', isCall);
      const plan = planOf(behaviour, box.programme?.applied ?? 0, () => natural(box));
      carryOut(plan, keep(came, reading, plan), wire);
    },
    greet(came, wire) {
      const { programme } = boxes.look(came.projectId, came);
      const behaviour = behaviourFor(programme, 'rcpt', () => false);
      if (behaviour === null) return false;
      boxes.use(came.projectId, came);
      const plan = planOf(behaviour, programme?.applied ?? 0, () => TAKEN);
      carryOut(plan, keep(came, UNREAD, plan), wire);
      return true;
    },
    close() {
      for (const timer of waiting) timer.cancel();
      waiting.clear();
    },
  };
}

async function noteOrder(
  held: Held,
  { orders, proves }: Pick<DeskParts, 'orders' | 'proves'>,
): Promise<void> {
  // A test says nothing about what its receiver has accepted.
  if (held.channel !== 'http' || held.test) return;
  const { outcome, status } = held.answer;
  const taken = outcome === 'answered' && status !== null && status >= 200 && status <= 299;
  // This process recognises its own messages without a signature.
  const proven = held.deliveryId !== null || (await proves(held).catch(() => false));
  if (proven === false) return;
  held.order = await orders.see(readerOf(held.headers), held.callId, taken, proven === true);
}

type Known = Reading & Pick<Held, 'endpointId' | 'deliveryId' | 'test'>;

const UNSENT = { endpointId: null, deliveryId: null, test: false } as const;
const UNREAD: Known = {
  trigger: null,
  callId: null,
  attempt: null,
  sequence: null,
  ...UNSENT,
};
