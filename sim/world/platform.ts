/**
 * The telephony platform: walks calls through their statuses. It repeats each report with the same
 * report id until it is acknowledged or refused, and only then sends the next. It waits while no
 * process listens. It notes a report as acknowledged when it has the answer.
 */

import { ServiceError } from '../../src/core/error/service-error.ts';
import type { ProjectKey } from '../../src/core/id.ts';
import type { ErrorCode } from '../../src/core/payload/call-error.ts';
import type { ReportItem, ReportReceipt } from '../../src/engine/ports/report-store.ts';
import type { Recorder } from '../history.ts';
import { chanceOf } from '../script/random.ts';
import type { Step } from '../script/script.ts';
import { TEMPORARY } from './asking.ts';
import type { Fleet } from './fleet.ts';
import { latencyMs } from './latency.ts';
import type { Timeline } from './timeline.ts';

/** Mean of the network's latency, one way. */
const TRIP_MS = 3;
/** How long it waits for an answer, and how long from a failure to the next try. */
const PATIENCE_MS = 5_000;
const PAUSE_MS = 1_000;
/** Items of one batch, and tries of one report: far more than any run needs. */
const BATCH_MAX = 500;
const TRIES_MAX = 100_000;
const ERROR: ErrorCode = 'CALL_CONNECTION_FAILED';

type CallStep = Extract<Step, { do: 'call' }>;
type BurstStep = Extract<Step, { do: 'burst' }>;

interface Told {
  readonly callId: string;
  readonly reportId: string;
  readonly status: string;
  readonly direction: 'OUTBOUND' | 'INBOUND';
  readonly withError: boolean;
}

export interface PlatformParts {
  readonly seed: number;
  readonly timeline: Timeline;
  readonly recorder: Recorder;
  readonly fleet: Fleet;
  readonly project: ProjectKey;
}

export class Platform {
  /** From here on no answer gets lost. */
  isHealed = false;
  readonly #parts: PlatformParts;
  #walking = 0;

  constructor(parts: PlatformParts) {
    this.#parts = parts;
  }

  /** True if no call is under way. */
  get isIdle(): boolean {
    return this.#walking === 0;
  }

  async call(step: CallStep): Promise<void> {
    this.#walking += 1;
    for (const [index, { status, withError, afterMs }] of step.walk.entries()) {
      await this.#parts.timeline.sleep(afterMs);
      const { direction, call } = step;
      const callId = `call-${call}`;
      const told = { callId, reportId: `c${call}-${index}`, status, direction, withError };
      await this.#tell([told], step.lostAnswers);
    }
    this.#walking -= 1;
  }

  async burst({ from, calls, statuses }: BurstStep): Promise<void> {
    this.#walking += 1;
    for (const [index, status] of statuses.entries()) {
      for (let first = from; first < from + calls; first += BATCH_MAX) {
        const size = Math.min(BATCH_MAX, from + calls - first);
        const batch = Array.from({ length: size }, (_, offset): Told => {
          const call = first + offset;
          const ids = { callId: `call-${call}`, reportId: `c${call}-${index}` };
          return { ...ids, status, direction: 'OUTBOUND', withError: false };
        });
        await this.#tell(batch, 0);
      }
    }
    this.#walking -= 1;
  }

  async #tell(batch: readonly Told[], lostAnswers: number): Promise<void> {
    const { timeline, fleet, recorder } = this.#parts;
    for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
      await fleet.up();
      for (const { callId, reportId, status } of batch) {
        recorder.note({ what: 'reported', callId, reportId, status, tries });
      }
      const answer = await this.#ask(batch, tries, lostAnswers);
      if (answer !== null) {
        this.#hear(batch, answer);
        return;
      }
      await timeline.sleep(PAUSE_MS);
    }
    throw new Error(`no process accepts ${batch[0]?.reportId ?? 'a report'}`);
  }

  #hear(batch: readonly Told[], answer: readonly ReportReceipt[] | string): void {
    for (const [index, { callId, reportId, status }] of batch.entries()) {
      const receipt = typeof answer === 'string' ? null : answer[index];
      if (receipt?.kind === 'accepted') {
        const { applied, triggers } = receipt.answer;
        const what = 'acknowledged';
        this.#parts.recorder.note({ what, callId, reportId, status, applied, triggers });
      } else {
        const code = receipt?.code ?? String(answer);
        this.#parts.recorder.note({ what: 'refused', callId, reportId, code });
      }
    }
  }

  /** The receipts, the code of a refusal, or null if it has to ask again. */
  async #ask(
    batch: readonly Told[],
    tries: number,
    lostAnswers: number,
  ): Promise<readonly ReportReceipt[] | string | null> {
    const { timeline } = this.#parts;
    const patience = Promise.withResolvers<null>();
    const timer = timeline.after(PATIENCE_MS, () => patience.resolve(null));
    const answer = await Promise.race([
      this.#exchange(batch, tries, lostAnswers),
      patience.promise,
    ]);
    timer.cancel();
    return answer;
  }

  async #exchange(
    batch: readonly Told[],
    tries: number,
    lostAnswers: number,
  ): Promise<readonly ReportReceipt[] | string | null> {
    const { seed, timeline, fleet } = this.#parts;
    const about = batch[0]?.reportId ?? '';
    const fraction = (name: string) => chanceOf(seed, 'platform', about, tries, name);
    await timeline.sleep(latencyMs(TRIP_MS, fraction('there')));
    const asked = await fleet.ask(`${about} ${tries}`, ({ intake, wallMs }) =>
      intake.accept(batch.map((told) => this.#item(told, wallMs()))),
    );
    await timeline.sleep(latencyMs(TRIP_MS, fraction('back')));
    // The answer gets lost on its way back: the platform does not learn it.
    const isLost = !this.isHealed && fraction('lost') * 100 < lostAnswers;
    if (asked.kind === 'gone' || isLost) return new Promise(() => {});
    if (asked.kind === 'answered') return asked.value;
    if (asked.kind === 'down') return null;
    if (!(asked.error instanceof ServiceError)) throw asked.error;
    return TEMPORARY.has(asked.error.code) ? null : asked.error.code;
  }

  #item(
    { callId, reportId, status, direction, withError }: Told,
    receivedAtMs: number,
  ): ReportItem {
    return {
      projectKey: this.#parts.project,
      callId,
      report: {
        status,
        direction,
        reportId,
        callSid: null,
        clientId: null,
        occurredAtMs: null,
        errors: withError ? [{ code: ERROR, message: null, atMs: null }] : [],
      },
      source: 'api',
      receivedAtMs,
    };
  }
}
