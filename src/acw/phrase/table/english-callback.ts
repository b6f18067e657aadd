/**
 * How agents promise a call in English, and how customers ask for a call or promise one. A phrase
 * does not count if a name follows "call you" or "call me". How phrases are written:
 * `phrase-pattern.ts`.
 */

const VOICE = 'call|phone|ring|telephone|dial|contact|reach';
const VOICES = 'calls|phones|rings|contacts|gives';
const VOICING = 'calling|phoning|ringing|contacting';
/** Words that follow "call you" in a promise. A name does not: "can I call you Bob". */
const WHEN =
  'back|again|later|another|any_time|between|today|tomorrow|tonight|on|at|in|this|next|when|' +
  'once|as|after|around|before|' +
  'about|every|first|monday|tuesday|wednesday|thursday|friday|saturday|sunday|within|right|' +
  'straight|directly|shortly|soon|then|if|from|with|to|and';
const WILL = "will|ll|shall|gonna|going_to|i'd_like_to|have_to|need_to|able_to|happy_to|glad_to";
const GET = 'get|getting|receive|receiving|expect|expecting';
const A_CALL = 'call|callback|call-back|phone_call';
const A_CALLBACK = 'callback|call_back|call-back|return_call';
/** Words after "call" that name a thing and not a person, such as "centre" or "recording". */
const NO_CALL = 'centre|center|forwarding|waiting|recording|list|log|handling|barring|out|blocker';
const ADVERB = 'definitely|personally|also|certainly|just|then|probably|gladly|always|only|quickly';

export const CALLBACK: readonly string[] = [
  `${WILL} ${ADVERB}? ${VOICE} you`,
  `let me ${ADVERB}? call|phone|ring you`,
  `can|could|may|might|should|would|to|i|we ${ADVERB}? i|we? call|phone|ring you ${WHEN}`,
  `if i|we call|called|rang|phoned|ring|phone you`,
  `${WILL} ${ADVERB}? be ${VOICING} you`,
  `is|are|'s|s going_to|gonna ${VOICE} you`,
  `have|get|ask|asked|asking|tell .. to|will|can|ll? ${VOICE} you`,
  `told|arrange|arranged|sure|let|request .. to|will|can|ll? ${VOICE} you`,
  `have|get|ask|asked|arrange|sure .. to? give|gives|giving you .. call|ring|buzz|bell`,
  `sure|ensure .. ${VOICES} you`,
  'give|giving you|ya|you_guys .. call|ring|bell|buzz|shout|callback|call-back|tinkle',
  `will|ll|should|going_to|gonna be? ${GET} .. ${A_CALL}`,
  `sure|ensure|promise that? you get|receive .. ${A_CALL}`,
  `can expect|have .. ${A_CALL}`,
  `expect a|our|the|their|my|his|her ${A_CALL}`,
  'will|ll|should|can|going_to|gonna|expect_to hear back? from us|me|them|him|her|our|the|someone',
  'will|ll|should|can|going_to|gonna|expect_to hear back',
  `${WILL} return your|the call`,
  `schedule|scheduled|scheduling|arrange|arranged|set_up|set|organise|organised .. ${A_CALLBACK}`,
  `book|booked|booking|request|requested|log|logged|put .. ${A_CALLBACK}`,
  'put|down|request|requested|in for|you .. a callback|call_back|call-back',
  'get|getting back to|with you !email',
  'revert|reverting back? to you|back',
  'would|do you like|prefer|want .. callback|call_back|call-back|a_call',
  'good|best|better|convenient|right .. time|day|number .. to|i|we call|ring|phone|reach you',
  `i|we|he need_to|have_to|can|could|should|may|might? call|ring|phone back|again`,
  `she|they|i'll|we'll need_to|have_to|can|could|should|may|might? call|ring|phone back|again`,
  'will|ll|gonna|going_to call|ring|phone when|once|before|ahead|beforehand|as_soon|shortly',
  `schedule|arrange|set_up|book|organise|organize .. call|phone_call|follow-up_call !${NO_CALL}`,
  "i'll|we'll|i_will|we_will|shall speak|talk to|with you again|on|tomorrow|next|then",
  'check_in|touch_base|follow_up .. with|you .. by|over_the phone|telephone',
  'catch_up|contact|update .. with|you .. by|over_the phone|telephone',
  "i'll|we'll|i_will|we_will|i_can call|try|ring|phone you|them|it? back|again",
  "they'll|he'll|she'll|going_to|gonna call|try|ring|phone you|them|it? back|again",
  `${WILL} try|call you again|back|later`,
  'someone|somebody|colleague|specialist|team|one|manager will|is_going_to call|contact|reach you',
  'will|ll|can follow_up|reach_out|check_back|follow_back|circle_back with|to you',
  'will|ll|can|to follow up|back? .. with|by .. call|phone|telephone',
  `${WILL} be? in touch|contact`,
  'be in touch|contact',
  'call|ring|phone you right|straight? back|again',
  'call|calls|ring|rings|phone|phones you|ahead before|half_an_hour|the_day|an_hour|when|first',
  `${WILL} call|ring|phone to|and confirm|confirm_the|let_you_know`,
];

export const CALLBACK_EXCEPTIONS: readonly string[] = [
  "did|didn't|has|hasn't|can't|cannot|can_not .. call|called|calling|ring|phone|contact|reach you",
  "couldn't|nobody|no_one|won't|tried|unable .. call|called|calling|ring|phone|contact|reach you",
  'number to reach|contact you !back',
  'not|never|tried_to|trying_to call|ring|phone|contact|reach you',
  "not|won't|aren't able|going|allowed|possible to call|ring|phone|contact|reach you",
  'nobody|no_one|never ... call you',
  "did|didn't|have|haven't|has|hasn't .. hear|heard",
  "did|didn't|if|when|were|was|promised|missed|sorry .. get|receive|got|received a call",
  'get|getting|be back|touch|in to|with|touch you? ... email|mail|e-mail|text|sms|letter',
  'you can|could|may|should|might|need_to|have_to call|ring|phone',
  "i'm|i_am|we're|we_are just? calling ... to|about",
  'call you to confirm your identity',
  'call you by|sir|as_a|as_an|a|madam|mister|miss',
  'callback|call_back url|function|api|address',
  'the|a|an|my|your|his|her|this|that phone|ring|call you',
  'now|this a|an good|bad|convenient|ok|okay time to call|ring|phone you',
];

const PARTY = 'someone|somebody|anyone|him|her|them|he|she|they|manager|doctor|technician|driver';
const TO_YOU = 'you|ya|you_guys|you_lot|them|him|her';
const NEXT = 'back|again|later|tomorrow|tonight';
const FAMILY =
  'husband|wife|partner|mother|father|mum|mom|dad|son|daughter|brother|sister|assistant|office';

export const CALLBACK_REQUEST: readonly string[] = [
  // The company is to call the customer.
  `call|phone|ring|telephone|contact|reach|buzz to? me|us ${WHEN}|please|first|instead|by|for`,
  'call|phone|ring me|us $',
  'get|come|getting|coming|be back to|with me|us !email|text',
  `want|need|like|appreciate a|another phone_call|call !${NO_CALL}`,
  `expect|expecting|love|prefer|grateful_for a|another phone_call|call !${NO_CALL}`,
  'best|good|right|better .. time|number .. to .. call|get|reach|catch|ring|phone me|us',
  `catch|hit|reach me|us ${NEXT}|after|before|on|at|in|this|next`,
  'please|kindly|just do? call|phone|ring back|again',
  'please|just call|phone|ring $',
  'for|like|want|need .. to call|phone|ring $',
  `can|could|would|will|please|to .. call|phone|ring my|our ${FAMILY}`,
  `give my|our ${FAMILY} a call|ring|bell|buzz`,
  'please call|ring|phone after|before|at|in|on|between|once|when|tomorrow',
  'bell me|us when|back|later|once',
  'please|to|they|you|and call|ring|phone my mobile|cell|landline|number|extension',
  'someone|somebody|anyone calls|phones|rings|contacts me|us',
  `calling|ringing|phoning me|us ${NEXT}|today|on|at|next`,
  `to get|have|receive a .. call|phone_call !${NO_CALL}`,
  `put me .. ${A_CALLBACK}`,
  `${PARTY} to|will|can|could|should|please? call|phone|ring|contact me|us`,
  'will|ll|should|gonna|going_to|kindly|please call|phone|ring|contact me|us',
  'ask|tell|have|get .. to? call|phone|ring|contact me|us',
  'rather|prefer|better if? you|someone|somebody|they|he|she that? called|rang|phoned me|us',
  'great|good|like if? you|someone|somebody|they|he|she that? called|rang|phoned me|us',
  'like|want|prefer that you|someone|he|she|they call|phone|ring me|us',
  `give|gimme|giving me|us? a|one|another .. call|ring|bell|buzz|shout|tinkle|callback !${NO_CALL}`,
  'give|drop me|us .. call|ring|bell|buzz|shout|tinkle|line !centre|center|log|list',
  `want|need|get|like|prefer|have|request|requesting|arrange|book|schedule .. ${A_CALLBACK}`,
  `waiting|wait for|on .. ${A_CALLBACK}`,
  `try|trying me|us ${NEXT}|on|in|at|after|around|next|monday|tuesday|wednesday|thursday|friday`,
  'let|notify|inform|update|tell me|us .. by|over_the phone|telephone',
  'when|will|would|can|could|should they|he|she|someone|somebody call|phone|ring',
  `^ please|just|maybe|or? call|ring|phone|try ${NEXT}`,
  // The customer is to call the company.
  `${WILL} ${ADVERB}? have_to|need_to? call|phone|ring ${TO_YOU} ${NEXT}|on|when`,
  `${WILL} ${ADVERB}? have_to|need_to? call|phone|ring ${TO_YOU} once|with|in|about`,
  `${WILL} ${ADVERB}? have_to|need_to? call|phone|ring you|ya|you_guys|you_lot`,
  `${WILL} ${ADVERB}? be calling|phoning|ringing you|back|again`,
  `let me call|phone|ring you|back|again`,
  `can|could|may|shall|should i|we call|phone|ring you ${WHEN}`,
  `i|we|i'll|we'll|gotta|let_me have_to|need_to|can? call|ring|phone ${NEXT}`,
  `i|we|i'll|we'll|gotta|let_me could|will|should|might? call|ring|phone ${NEXT}`,
  `${WILL} call|ring|phone ${NEXT}`,
  `${WILL} try again|back later|tomorrow|next|on|in|this`,
  `${WILL} try later|tomorrow`,
  'give|giving you|ya|you_guys|you_lot .. call|ring|bell|buzz|shout',
  'get|getting back to|with you !email',
  `${WILL} ${ADVERB}? have_to|need_to? try|catch you ${NEXT}|on|in|this|next`,
  'come back to you',
  'and|then call|phone|ring you|ya',
  "i'll|i_will|we'll|we_will call|ring|phone $",
  `${WILL} get|be back? in touch`,
  `${WILL} be? in touch|contact`,
];

export const CALLBACK_REQUEST_EXCEPTIONS: readonly string[] = [
  "don't|do_not|never|not ever|please|want_to|need_to|have_to? call|ring|phone|contact me|us",
  "didn't|doesn't|won't|stop ever|please|want_to|need_to|have_to? call|ring|phone|contact me|us",
  "don't|do_not|not want|need|like .. to? call|ring|phone|contact me|us",
  "don't|do_not|not|no want|need|for .. a? callback|call_back|call",
  'people|everyone|everybody|friends|nobody|no_one|always|strangers call|ring|phone|contact me|us',
  "did|didn't|does|do you|he|she|they|anyone|someone call|ring|phone me|us",
  'thanks|thank_you for calling|phoning|ringing me|us',
  'call|calls|called me by|sir|madam|a',
  'been|stop|keep|keeps|kept|why_are_you|who_is calling|ringing|phoning me|us',
  'call|ring|phone me|us every|all|non-stop|constantly',
  "i'll|i_will|i|we|have_to|need_to .. call|phone|ring my|our",
  'get|getting|be back|touch to|with|in you? ... email|mail|e-mail|text|sms|letter',
  'the|a|an|my|your|this|that phone|ring me|us',
];
