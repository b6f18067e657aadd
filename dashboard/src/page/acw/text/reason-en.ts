/**
 * Why a run failed or was cancelled, and what to do, in English.
 * Keyed by the names of the API; `todo` says what helps, as a sentence.
 */

type Reasons = Readonly<Record<string, { readonly why: string; readonly todo: string }>>;

export const reasons: Reasons = {
  CALL_LOG_NOT_FOUND: {
    why: 'No call log came in time.',
    todo: 'Send the call log, then run the agent again. An unanswered call may have none.',
  },
  CALL_LOG_INVALID: {
    why: 'The call log could not be read.',
    todo: 'Send the call log again as the API describes it, then run the agent again.',
  },
  LAUNCH_CANCELLED: {
    why: 'An operator cancelled its launch before the agent had it.',
    todo: 'Run the agent again if its work is wanted after all.',
  },
  TRIGGER_UNTICKED: {
    why: 'The trigger of its launch was unticked, which cancelled the launch.',
    todo: 'Run the agent again if its work is wanted for this call.',
  },
  LAUNCH_DROPPED: {
    why: 'Its launch was held while the agent was disabled, and dropped when it was enabled.',
    todo: 'Run the agent again if its work is wanted for this call.',
  },
  LAUNCH_FAILED: {
    why: 'Your agent did not accept the launch, and the retries are over.',
    todo: 'Look at the attempts of the launch, mend the agent, then run it again.',
  },
  DEADLINE_PASSED: {
    why: 'Your agent posted no result before its deadline.',
    todo: 'See what the agent did, or give it a longer deadline, then run it again.',
  },
  AGENT_FAILED: {
    why: 'The agent said that it failed.',
    todo: 'Its own words stand below. Run it again when the cause is gone.',
  },
  MODEL_NOT_CONFIGURED: {
    why: 'The agent wants a language model, and none is set.',
    todo: 'Set RINGPOST_LLM_BASE_URL and RINGPOST_LLM_MODEL, or set its engine to METRICS or AUTO.',
  },
  MODEL_FAILED: {
    why: 'The language model failed or refused, also when it was asked again.',
    todo: 'Look at the log of the service, then run the agent again.',
  },
  MODEL_OUTPUT_INVALID: {
    why: 'The language model answered something else than what was asked for.',
    todo: 'Run the agent again, or use a model that follows instructions better.',
  },
  MODEL_BUDGET_EXHAUSTED: {
    why: 'The tokens of the day are used up.',
    todo: 'Run the agent again tomorrow, or raise the budget of the model.',
  },
  TIME_LIMIT: {
    why: 'It took too long.',
    todo: 'Run the agent again. A very long call may need a faster model.',
  },
  ENDPOINT_DELETED: {
    why: 'The agent was removed meanwhile.',
    todo: 'Create an agent again, and run it for this call.',
  },
  INTERNAL: {
    why: 'Something failed inside the service.',
    todo: 'The log of the service says what. Run the agent again.',
  },
};
