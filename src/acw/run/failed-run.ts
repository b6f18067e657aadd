/**
 * The sentence that tells an operator why a run failed or was cancelled, and what to do (S9.11). It
 * stands in the errors of the result and never in a payload.
 */
import type { RunReason } from './run.ts';

export function failureText(reason: RunReason): string {
  return TEXTS[reason];
}

const AGAIN = 'Then run the agent again.';

const TEXTS: Readonly<Record<RunReason, string>> = {
  LAUNCH_CANCELLED: `An operator cancelled the launch, so the run never began. ${AGAIN}`,
  TRIGGER_UNTICKED:
    'The trigger that launched the agent was unticked before the launch was delivered, so the ' +
    `launch was cancelled and the run never began. ${AGAIN}`,
  LAUNCH_DROPPED:
    'The launch was held while the agent was disabled, and was cancelled when the agent was ' +
    `enabled, so the run never began. ${AGAIN}`,
  CALL_LOG_NOT_FOUND:
    'No log of the call came in time. Store it with POST /v1/call-logs/{callId}. Then run the ' +
    'agent again.',
  CALL_LOG_INVALID: `The log of the call cannot be read. Store it anew. ${AGAIN}`,
  LAUNCH_FAILED:
    'The agent could not be launched: its endpoint did not take the request. The attempts of the ' +
    `launch say why. ${AGAIN}`,
  DEADLINE_PASSED:
    'The agent was launched and recorded no result within its deadline. Give the endpoint a ' +
    `longer deadlineMs, or make the agent answer sooner. ${AGAIN}`,
  AGENT_FAILED: 'The agent says that it failed.',
  MODEL_NOT_CONFIGURED:
    'The agent wants a language model and none is set. Set RINGPOST_LLM_BASE_URL and ' +
    `RINGPOST_LLM_MODEL, or give the agent the engine AUTO. ${AGAIN}`,
  MODEL_FAILED: `The language model did not answer. ${AGAIN}`,
  MODEL_OUTPUT_INVALID: 'The language model answered with what is no valid result.',
  MODEL_BUDGET_EXHAUSTED: 'The budget for the language model is used up.',
  TIME_LIMIT: 'The work on the call took too long and was stopped.',
  ENDPOINT_DELETED: 'The endpoint of the agent was deleted before the run had ended.',
  INTERNAL:
    'The work on the call ended the process three times, or failed in an unforeseen way. The log ' +
    'of the service says more.',
};
