/**
 * What agents and customers say in English. Written by hand from the scripts that contact centres
 * publish; transcripts may lack commas and capitals. How phrases are written: `phrase-pattern.ts`.
 */
import type { PhraseTable } from '../phrase-rule.ts';
import { HOLD, HOLD_EXCEPTIONS } from './english-agent.ts';
import {
  CALLBACK,
  CALLBACK_EXCEPTIONS,
  CALLBACK_REQUEST,
  CALLBACK_REQUEST_EXCEPTIONS,
} from './english-callback.ts';
import {
  CANCELLATION,
  CANCELLATION_EXCEPTIONS,
  ESCALATION,
  ESCALATION_EXCEPTIONS,
} from './english-customer.ts';

export const ENGLISH: PhraseTable = {
  script: 'SPACED',
  rules: {
    greeting: [
      'good morning|afternoon|evening|day',
      'hello|hi|hey',
      'thank_you|thanks for calling|contacting|reaching',
      'welcome to',
      'how can|may i|we help|assist',
      'what can i|we do for you',
      'my name is',
    ],
    'recording-disclosure': [
      'call|conversation|line is|are|may|will|might|can|is_being be? being? recorded|monitored',
      'calls are|may|will be? recorded|monitored',
      'recording this|the call|conversation',
      'record|recorded|monitored for quality|training',
      'on a recorded line',
    ],
    'identity-check': [
      'verify|confirm your identity|account|name|address|birthday|details|information',
      'verify|confirm your date of birth',
      'confirm|verify|have|get|give me|us? your account|policy|customer|reference number',
      'for security purposes|reasons',
      'security question|questions',
      'can|could|may i have|get|take your full? first? last? name',
      'date of birth please',
      "what's|what_is your date of birth",
      'last four digits',
    ],
    apology: [
      "i'm|i|we|we're am|are? so|very|really|terribly|truly? sorry",
      'i|we do? sincerely? apologize|apologise',
      'i|we would like to apologize|apologise',
      'my|our sincere|sincerest|deepest? apologies',
      'sorry for|about the|that|this|any|your',
      'sorry to hear',
    ],
    'hold-request': HOLD,
    'escalation-request': ESCALATION,
    'cancellation-request': CANCELLATION,
    'callback-promise': CALLBACK,
    'callback-request': CALLBACK_REQUEST,
    'further-help-offer': [
      'anything|something else i|we can|may|could? help|do|assist',
      'is there anything else',
      'what else can|may i|we',
      'anything else for you|today',
      'any other|further question|questions|concerns',
    ],
    closing: [
      'have a|an nice|great|good|lovely|wonderful|pleasant|excellent day|one|rest|weekend',
      'have a|an nice|great|good|lovely|wonderful|pleasant morning|afternoon|evening|night',
      'thank_you|thanks again? so_much|very_much? for calling|your_call|contacting|your_time',
      'goodbye|bye|bye-bye',
      'take care',
    ],
  },
  exceptions: {
    'hold-request': HOLD_EXCEPTIONS,
    'callback-promise': CALLBACK_EXCEPTIONS,
    'callback-request': CALLBACK_REQUEST_EXCEPTIONS,
    apology: [
      "sorry what|who|where|how|which|come_again|say|pardon|could|can|would|did|didn't",
      "sorry i didn't|did_not|couldn't|can't|missed quite? catch|get|hear|understand|that",
    ],
    'cancellation-request': CANCELLATION_EXCEPTIONS,
    'escalation-request': ESCALATION_EXCEPTIONS,
  },
  fillers: ['um|uh|uhm|umm|erm|er|ah|hmm|mm', 'you_know|i_mean|kind_of|sort_of'],
  courtesies: [
    'hi|hello|hey|good_morning|good_afternoon|good_evening',
    'how are you',
    "i'm|i_am fine|good|well|great|doing_well|doing_good",
    'thank_you|thanks so_much|very_much|a_lot',
    'thank_you|thanks',
    'my name is',
    'nice to meet|talk_to you',
    'you are|re welcome',
    'can you hear me',
    'you too|as_well',
  ],
  purpose: [
    "i'm|i_am|we're|we_are just? calling about|because|regarding|to|on_behalf|concerning|for",
    'reason|purpose for|of my|our|this|the call',
    'reaching|reach out about|to|regarding|because',
    'following up on|about|with|regarding',
    'wanted to let|inform|remind|ask|tell|offer|confirm you?',
  ],
  request: [
    "i want|need|would|wanted|wanna|lost|forgot|received|ordered|bought|can't|cannot|tried",
    "i'd like|love",
    "i'm|i am calling|trying|having|looking|interested|unable|wondering|locked",
    "i'm|calling about|because|regarding|to|for|concerning",
    'can|could|would|will you',
    'can|could|may i',
    "i have|got|'ve|had a|an|some|another? question|problem|issue|trouble|complaint|concern",
    'problem|issue|trouble|help with',
    'my|the account|order|card|bill|invoice|payment|package|internet|phone is|was|has|does|did',
    "not|isn't|doesn't|won't|stopped working|work",
    'how|when|where|why|what do|does|can|is|are|much|did|should',
    'help me',
  ],
};
