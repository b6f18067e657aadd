/**
 * What a result warns of, in English: what it means for the reader of the figures. Keyed by the
 * names of the API.
 */
export const warningsEn: Readonly<Record<string, string>> = {
  TOO_SHORT: 'The call is too short: fewer than 2 turns of speech. Only the figures are here.',
  CLOCK_SKEW_SUSPECTED:
    'The times of the speakers do not seem to be on one clock. Interruptions and response times ' +
    'are left out, since they could be wrong by seconds.',
  TIMES_IN_SECONDS_SUSPECTED: 'The times of the call log seem to be seconds, not milliseconds.',
  END_TIMES_MISSING: 'Some turns say no end. Their length is an estimate.',
  DIRECTION_MISMATCH: 'The call log names another direction than the one reported for the call.',
  LANGUAGE_UNKNOWN: 'The language of the call is not known.',
  LANGUAGE_MISMATCH: 'The speech does not sound like the language that the call log names.',
  PHRASES_NOT_AVAILABLE: 'There are no phrases for the language of this call.',
  LISTS_CUT: 'There was more than a result lists; the lists are cut.',
  TRANSCRIPT_CUT: 'The call was too long for the language model; it did not get all of it.',
  EVIDENCE_DROPPED: 'The language model quoted what nobody said. That was left out.',
  FIELDS_DROPPED: 'Parts of the language model’s answer could not be used. They were left out.',
  MODEL_FAILED_METRICS_ONLY: 'The language model failed. This is the analysis without it.',
  MODEL_WAS_AWAY: 'The language model was away at first; the run was repeated.',
  VOICEMAIL: 'The call reached a voicemail, not a person: nothing is judged.',
  NOT_BOTH_HEARD: 'Not both sides are heard in the call log: nothing is judged.',
  CRITERIA_UNKNOWN: 'Some criteria could not be judged. The score says what becomes of them.',
};
