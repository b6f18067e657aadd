/**
 * How agents promise in English that someone will call, and ask to wait on the line. A time counts
 * as a request to wait unless it measures something; what is held must not be a thing. How phrases
 * are written: `phrase-pattern.ts`.
 */

const SHORT = 'moment|moments|second|seconds|sec|secs|minute|minutes|min|tick|ticks|mo';
const COUNT =
  'a|one|just_a|just_one|two|just_two|three|half_a|a_quick|a_brief|a_few|a_couple|a_couple_of|' +
  'couple_of|another|one_more';
/** After "hold": a thing, so it is no request to wait. After "wait": what is waited for. */
const THING = 'the|your|that|it|this|these|down|my|an|up|onto|on_to|any|them|both|its';
const NO_THING = `!${THING}|until|till|weeks`;
const WAIT = 'hold|holding|wait|waiting|hang_on';

export const HOLD: readonly string[] = [
  "put|place|pop|keep|putting|placing|have|leave you|you're|your_call|the_call .. on .. hold",
  `please|kindly|just|continue_to|keep|continue hold|holding !${THING}|account`,
  'hold please|the_line|tight',
  `can|could|will|would|may|if you please|just|kindly? ${WAIT} ${NO_THING}`,
  `have|need|want|ask|for you to? please|just|kindly? ${WAIT} ${NO_THING}`,
  `if you can|could|would please|just|kindly? ${WAIT} ${NO_THING}`,
  `able|ok|okay|happy|alright|like|mind|willing to? ${WAIT} ${NO_THING}`,
  `hold|wait|hang|holding|waiting on|for|just? for|just? ${COUNT} ${SHORT} !before|until|after`,
  'hold|holding for me|us',
  'hold on !to|onto',
  'bear with me|us|one|just|while',
  `${COUNT} ${SHORT} please|while|as_i|for_me|let_me`,
  `moment|second|sec|minute please`,
  'one|just_a|just_one|half_a|a_quick moment|second|sec|minute|tick|mo',
  'just two|a_couple|a_few|three|half_a of? a? moments|seconds|minutes|secs|second|minute|ticks',
  'two|couple_of secs|ticks|seconds',
  `give|gimme|allow|grant|lend me|us? just|like|maybe? .. ${SHORT}`,
  `gimme ${COUNT} ${SHORT}`,
  `i|we|ll|would|just just|only|might|will|going_to|gonna? need|take ${COUNT} ${SHORT}`,
  `let|can|could|may me|i|we just? have|take ${COUNT} ${SHORT}`,
  `it'll|it_will|this_will|this_may|this_might|going_to|gonna just|only? take .. ${COUNT} ${SHORT}`,
  'excuse me one|just|for_a|for_one|a|while',
  'hang on !the|to|your|my',
  'hang tight|in_there',
  'stay|remain|wait on the line|phone|call',
  'stay|stick with|on me|for_a',
  'please|kindly|just wait !until|till|for_the|for_your|ten|two|three|five|at_least|your',
  'wait|hold please|right_there|there',
  'stand by !mode|light|power|generator|button|your|our',
  "i'll|i_will|we'll|i|will|just|and be right|straight|right_straight back|with_you",
  'right|straight back with you',
  '^ be right with_you|back',
  'be with you in|shortly|momentarily|soon|right',
  `be back in|with .. ${SHORT}`,
  'be back with|to you',
  'be back shortly|momentarily|right_away',
  "don't|do_not|not hang_up|go_anywhere|go_away|leave_the_line|disconnect",
  'you on mute',
  'mute you|myself|the_line|my_line|my_mic',
];

export const HOLD_EXCEPTIONS: readonly string[] = [
  "don't|do_not|won't|will_not|not|never|didn't|without|hate ... you on a? hold",
  "don't|do_not|won't|not|no|never .. have|need|asking|want you? to? hold|wait",
  'sorry|apologize|thanks|thank_you for|to|about keeping|keep|putting|having you on hold',
  'hold|holding|held down',
  'hold|holding|press it|the|that|your power|reset|volume? button|key|switch',
  'hold on|onto to? your|that|the|it|this',
  'hold on to',
  'a|the|your|legal|bank hold on|from|for',
  'is|was|were|been on hold',
  'one|a|two|half_a|few moment|second|minute|minutes|seconds ago|later|earlier|long|left|old|delay',
  `takes|is|was|every|each|after|within|than only|just|about? ${COUNT} ${SHORT}`,
  `about|off_for|it_for|lasts|valid_for|you_have|you_get only|just|about? ${COUNT} ${SHORT}`,
  'a|one|the|your second form|one|question|opinion|phone|number|card|line|time|account|email|copy',
  'a|one|the|your second address|invoice|order|person|contact|name|option|item|step|part|page',
  `one|a|half_a second|minute|moment is|was|per|to_charge|to_load|rule|timer|clip|hand`,
];

const VOICE = 'call|phone|ring|telephone|dial|contact|reach';
const VOICES = 'calls|phones|rings|contacts|gives';
const VOICING = 'calling|phoning|ringing|contacting';
/** A name does not follow: "can I call you Bob" has none of these. */
const WHEN =
  'back|again|later|today|tomorrow|tonight|on|at|in|this|next|when|once|as|after|around|before|' +
  'about|every|first|monday|tuesday|wednesday|thursday|friday|saturday|sunday|within|right|' +
  'straight|directly|shortly|soon|then|if|from|with|to|and';
const WILL = "will|ll|shall|gonna|going_to|i'd_like_to|have_to|need_to|able_to|happy_to|glad_to";
const GET = 'get|getting|receive|receiving|expect|expecting';
const A_CALL = 'call|callback|call-back|phone_call';
const A_CALLBACK = 'callback|call_back|call-back|return_call';
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
  'give|giving you .. call|ring|bell|buzz|shout|callback|call-back|tinkle',
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
];
