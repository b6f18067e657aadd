/**
 * A thread that answers with words of no call log, so that a test sees whose words were passed on.
 */
import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer, ThreadTask } from '../../src/analyst/thread-analyst.ts';

export const OWN_WORDS = 'said by the thread';

parentPort?.on('message', ({ kind, task }: ThreadTask) => {
  const text = `${OWN_WORDS}: ${kind}`;
  const turns = [{ speaker: 'AGENT', text, startMs: 0 }] as const;
  const windows = [{ from: 0, to: 1, text: `#0 AGENT 00:00 ${text}` }];
  const answer: ThreadAnswer =
    kind === 'transcribe'
      ? { ok: true, result: { transcript: { windows, turns, isCut: false }, beginsAtMs: 0 } }
      : { ok: false, reason: 'INTERNAL', detail: `${kind} of ${task.body.length} characters` };
  parentPort?.postMessage(answer);
});
