/**
 * How agents ask customers in English to wait on the line. A time such as "one minute" counts as a
 * request to wait unless it measures something; "hold" does not count if a thing follows. How
 * phrases are written: `phrase-pattern.ts`.
 */

const SHORT = 'moment|moments|second|seconds|sec|secs|minute|minutes|min|tick|ticks|mo';
const COUNT =
  'a|one|just_a|just_one|two|just_two|three|half_a|a_quick|a_brief|a_few|a_couple|a_couple_of|' +
  'couple_of|another|one_more';
/** Words that make it no request to wait: after "hold" a thing, after "wait" what is waited for. */
const THING = 'the|your|that|it|this|these|down|my|an|up|onto|on_to|any|them|both|its|off|back';
const NO_THING = `!${THING}|until|till|weeks`;
const WAIT = 'hold|holding|wait|waiting|hang_on';

export const HOLD: readonly string[] = [
  "put|place|pop|keep|putting|placing|have|leave you|you're|your_call|the_call .. on .. hold",
  `please|kindly|just|continue_to|keep|continue|remain|stay hold|holding !${THING}|account`,
  'put|place|pop|keep|putting|placing you|your_call on a ... hold',
  'if|okay|ok|alright i|we placed|popped you|your_call .. on .. hold',
  'put|place|keep you on|in waiting|wait|mute|the_queue',
  'hold please|the_line|the_call|tight',
  'hold|wait while|whilst i|we',
  'hold|wait .. on the phone|line|call',
  'kindly|please|just be|stay|remain|keep on the? line|call|hold',
  `do|would you want|like|prefer|have|need .. to hold|wait ${NO_THING}`,
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
  'hang|sit|hold tight',
  'hang in_there|about',
  "i|we won't|shan't|will_not|shouldn't be long|too_long|very_long|two_ticks !before|until",
  "i|we won't|shan't|will_not|shouldn't be a moment|minute|second|sec|tick|mo|jiffy",
  "i|we won't|shan't|will_not take long !before",
  "you'll|you_will|you_may|you_might hear .. music|silence",
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
  'hold off|back|out',
  'give it|them|that|him|her .. moment|minute|second|minutes|seconds|sec .. after|before',
  `${COUNT} ${SHORT} of_your_time|to_do|to_complete|to_fill|cost|costs`,
  'a|the|your|legal|bank hold on|from|for',
  'is|was|were|been on hold',
  'did|had|how_long .. you .. wait|hold',
  'one|a|two|half_a|few moment|second|minute|minutes|seconds ago|later|earlier|long|left|old|delay',
  `takes|is|was|every|each|after|within|than only|just|about? ${COUNT} ${SHORT}`,
  `about|off_for|it_for|lasts|valid_for|you_have|you_get only|just|about? ${COUNT} ${SHORT}`,
  'a|one|the|your second form|one|question|opinion|phone|number|card|line|time|account|email|copy',
  'a|one|the|your second address|invoice|order|person|contact|name|option|item|step|part|page',
  `one|a|half_a second|minute|moment is|was|per|to_charge|to_load|rule|timer|clip|hand`,
];
