/**
 * A telephony provider with callbacks of its own: sends each at its time, repeats it until it is
 * answered, and repeats some that were. It waits for none before the next, so they arrive in any
 * order. The service takes them here as an adapter would hand them over.
 */
import type { ProjectKey } from '../../src/core/id.ts';
import type { IngestReport, Taken } from '../../src/engine/ports/ingest-adapter.ts';
import type { Recorder } from '../history.ts';
import type { CallbackPlan, Step } from '../script/script.ts';
import { type AskingParts, askUntilTold } from './asking.ts';

const SOURCE = 'src_1';

export interface ProviderParts extends AskingParts {
  readonly recorder: Recorder;
  readonly project: ProjectKey;
}

export class Provider {
  readonly #parts: ProviderParts;
  #sending = 0;

  constructor(parts: ProviderParts) {
    this.#parts = parts;
  }

  /** True if no callback is on its way. */
  get isIdle(): boolean {
    return this.#sending === 0;
  }

  async call({ call, events }: Extract<Step, { do: 'callbacks' }>): Promise<void> {
    this.#sending += 1;
    await Promise.all(events.map((event, index) => this.#say(`call-${call}`, event, index)));
    this.#sending -= 1;
  }

  async #say(callId: string, event: CallbackPlan, index: number): Promise<void> {
    const { timeline } = this.#parts;
    await timeline.sleep(event.afterMs);
    const about = `callback ${callId} ${index}`;
    await this.#send(callId, event, about);
    if (event.againMs === null) return;
    await timeline.sleep(event.againMs);
    await this.#send(callId, event, `${about} again`);
  }

  async #send(callId: string, event: CallbackPlan, about: string): Promise<void> {
    const { recorder, project: projectKey } = this.#parts;
    const reportId = event.report === null ? null : `${about.replace(/ again$/, '')} report`;
    const taken = takenOf(callId, event, reportId);
    const told = await askUntilTold(
      this.#parts,
      about,
      ({ platforms, wallMs }) => platforms.take({ projectKey, id: SOURCE }, taken, wallMs()),
      () => recorder.note({ what: 'called-back', callId, about }),
    );
    if (told.kind === 'refused') throw new Error(`a callback is refused with ${told.code}`);
    recorder.note({ what: 'taken', callId, reportId, hint: event.hint });
  }
}

function takenOf(callId: string, { hint, report }: CallbackPlan, reportId: string | null): Taken {
  const nothing = { kind: 'taken', callLog: null, unmapped: [], why: null, answer: null } as const;
  const hints = hint === null ? [] : [{ callId, hint }];
  if (report === null) return { ...nothing, hints, reports: [] };
  const { status, direction, variants, facts } = report;
  const names = { callSid: null, clientId: null, occurredAtMs: null };
  const said: IngestReport = {
    callId,
    report: { status, direction, reportId, errors: [], ...names },
    variants,
    facts,
  };
  return { ...nothing, hints, reports: [said] };
}
