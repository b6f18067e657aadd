/**
 * The platform's call logs: it stores one when a script says so, and repeats the request until the
 * log is stored or refused. It notes a log as stored when it has the answer.
 */
import type { CallLog } from '../../src/acw/call-log/call-log.ts';
import { SAMPLE_LOG } from '../../src/acw/call-log/sample-log.ts';
import type { ProjectKey } from '../../src/core/id.ts';
import type { Recorder } from '../history.ts';
import type { Step } from '../script/script.ts';
import { type AskingParts, askUntilTold } from './asking.ts';

export interface CallLogsParts extends AskingParts {
  readonly recorder: Recorder;
  readonly project: ProjectKey;
}

export class CallLogs {
  readonly #parts: CallLogsParts;
  #storing = 0;

  constructor(parts: CallLogsParts) {
    this.#parts = parts;
  }

  /** True if no log is on its way. */
  get isIdle(): boolean {
    return this.#storing === 0;
  }

  /** Stores the scorecard that the service makes for a project at its start; takes no time. */
  async prepare(): Promise<void> {
    const { project, fleet } = this.#parts;
    const asked = await fleet.ask('scorecard', ({ scorecards }) =>
      scorecards.ensureDefault(project),
    );
    if (asked.kind !== 'answered') throw new Error(`no scorecard: ${asked.kind}`);
  }

  async store({ call, direction, atMs }: Extract<Step, { do: 'log' }>): Promise<void> {
    const { project, recorder } = this.#parts;
    this.#storing += 1;
    const callId = `call-${call}`;
    const log: CallLog = { ...SAMPLE_LOG, direction };
    const told = await askUntilTold(this.#parts, `log ${callId} ${atMs}`, ({ callLogs }) =>
      callLogs.put(project, callId, log, JSON.stringify(log), null),
    );
    if (told.kind === 'refused') {
      recorder.note({ what: 'turned-away', callId, code: told.code });
    } else {
      recorder.note({ what: 'logged', callId, version: told.value.version });
    }
    this.#storing -= 1;
  }
}
