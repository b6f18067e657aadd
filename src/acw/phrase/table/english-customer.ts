/**
 * How customers ask in English to end something (an order, a contract, a visit), or to speak to
 * another person. "Cancel" alone counts, except in the listed exceptions; words with other meanings
 * ("end", "stop", "close") count only together with what they end. How phrases are written:
 * `phrase-pattern.ts`.
 */

/** What a customer can end; without things that end in passing, such as a support ticket. */
const CONTRACT =
  'account|accounts|subscription|subscriptions|contract|agreement|membership|policy|plan|service|' +
  'services|insurance|trial|coverage|package|program|programme|landline|internet|electricity|gas|' +
  'power|water|cable|broadband|renewal|auto_renewal|auto-renewal|autopay|direct_debit|enrollment|' +
  'line|lines|channels|add_on|add-on|lease|tenancy|storage_unit|warranty|standing_order';
const BOOKED =
  'order|orders|reservation|booking|flight|appointment|trip|purchase|delivery|shipment|payment|' +
  'transfer|visit|room|ticket|tickets|registration|application|rental|lesson|class|session|item';
const OWN =
  "my|our|the|this|that|his|her|their|your|both|all|mom's|mum's|dad's|mother's|father's|wife's";
const WISH =
  'want|wanna|need|like|wish|love|prefer|rather|going|gonna|trying|tried|have|got|hoping|decided|' +
  "ready|able|please|just|let's|can_i|can_we|can_you|could_i|could_we|could_you|would_you|" +
  'will_you|how_do_i|how_do_we|how_can_i|wondering_how_to|i_will|we_will|we|ll|d';
const PROVIDER = 'provider|company|bank|carrier|supplier|insurer|network|gym|plan';
const NOT_ANY = "don't|do_not|no_longer|won't|will_not|not|rather_not";
const NEGATION = "don't|do_not|didn't|did_not|never|not|doesn't|won't";

export const CANCELLATION: readonly string[] = [
  // The match begins with the words before "cancel".
  `${WISH} to? cancel|canceling|cancelling`,
  'cancel|canceling|cancelling',
  `want|need|like|get|have|see|make_sure|wants .. canceled|cancelled`,
  'make|request|requesting|submit|put|process|start|need|want .. cancellation|cancelation',
  'do|file|about .. cancellation|cancelation',
  'a|my|our|another cancellation|cancelation request',
  `${WISH} to? terminate|discontinue|unsubscribe|opt_out|back_out|annul|withdraw_from`,
  "i'm|i_am|we're|we_are discontinuing|terminating|unsubscribing|withdrawing|backing_out",
  '^ unsubscribe',
  'unsubscribe|unenroll|deregister me|us',
  'give|giving notice on|to|for',
  'give|giving|hand|handing my|our|thirty|thirty_days .. notice',
  'put|putting|hand|handing in my|our|the .. notice',
  'notice of termination|cancellation',
  `withdraw|back_out|pull_out|opt_out of|from ${OWN}|it`,
  `withdraw|pull ${OWN} .. application|request|registration|claim|offer`,
  'about|of|consider|considering|process_for terminating|discontinuing|unsubscribing',
  `terminate|terminating|discontinue|disconnect|deactivate|end|ending ${OWN} .. ${CONTRACT}`,
  `annul|undo|break|revoke|finish|call_off ${OWN} .. ${CONTRACT}`,
  `annul|undo|revoke|scrap ${OWN} .. ${BOOKED}`,
  `close|closing|delete|deleting ${OWN} .. account|accounts|profile|policy|line`,
  `close_out|closing_out|shut|shut_down ${OWN} .. account|accounts|profile|policy|line`,
  `${WISH} to? end|terminate it|everything|the_whole_thing`,
  `^ yes|yeah|ok|okay|please|just|so? end|terminate it|this|everything $`,
  `stop|shut_off|turn_off|switch_off|drop|dropping|quit|leave|call_off ${OWN} .. ${CONTRACT}`,
  `stop|call_off ${OWN} .. ${BOOKED}`,
  `get_rid_of|get_out_of|getting_out_of|done_with|finished_with ${OWN} .. ${CONTRACT}`,
  `pull_the_plug|pull_the_pin|pull_out on|of ${OWN} .. ${CONTRACT}`,
  `pull_the_plug|pull_the_pin|pull_out on|of ${OWN} .. ${BOOKED}`,
  `want|need|like|have|get|getting ${OWN} .. closed|terminated|ended`,
  `want|need|like|have|get|getting ${OWN} .. stopped|disconnected|deleted|deactivated`,
  `want|need|like|have|get it|this|that|everything terminated|disconnected|shut_off|turned_off`,
  'schedule|request|need|want|like|set_up a disconnect|disconnection|termination',
  `take|remove|get|unenroll|drop me|us off|from|out_of ${OWN} .. ${CONTRACT}`,
  `${NOT_ANY} want|need|use|require it|this|that|them anymore|any_more|any_longer`,
  `${NOT_ANY} want|need|use|require ${OWN} .. anymore|any_more|any_longer`,
  'no_longer want|need|require it|them|any_of_it',
  `${NOT_ANY} want|wanna|need your|this ${CONTRACT} !to|number|details`,
  `${NOT_ANY} want|wanna|wish to? be .. member|customer|subscriber|client`,
  `no_longer|won't|will_not|not want|need|be_needing|require|needing ${OWN} .. ${CONTRACT}`,
  `no_longer|won't|will_not|not want|need|be_needing|require|needing ${OWN} .. ${BOOKED}`,
  `${NOT_ANY} want|wish|plan|going|intend|think|like to? .. renew|continue|stay_with`,
  `${NOT_ANY} want|wish|plan|going|intend|think|like to? keep_it|keep_this|keep_paying`,
  `${NOT_ANY} want|wish|plan|going|intend|think|like to? go_ahead|go_through with`,
  "don't|do_not|won't|not be? renew|renewing|continuing",
  `rather_not|decided_not|not_going|prefer_not to? keep|continue|renew|go_ahead|stay`,
  'not going_ahead|going_through with',
  `want|wants i|we|me|us|to_be|to_get|get? out of ${OWN}`,
  'done|finished|through with you|you_guys|you_people|this_company',
  'leave|leaving|quit|quitting you|your_company|your_service|you_guys|your_bank',
  'want|wanna|like|decided|going|wish to? leave $',
  'my|a|the pac code',
  'take|bring|transfer|port my .. number with_me|away|out|elsewhere|to_another',
  `going|go|switch|switching|moving|move to|with another|a_different .. ${PROVIDER}`,
  'going|go with somebody_else|someone_else',
  `can't|cannot afford it|this|that|the_plan|the_service anymore|any_more|any_longer`,
];

export const CANCELLATION_EXCEPTIONS: readonly string[] = [
  `${NEGATION} want|need|mean|like|try|trying|have|wish|plan|ask|asked|going|intend? to? cancel`,
  `${NEGATION} get|be|got|have_it|want_it? canceled|cancelled|canceling|cancelling`,
  `${NEGATION} want|need|mean|like|wish to? .. canceled|cancelled`,
  `${NEGATION} ask|asked|tell|told|want|wanted anyone|anybody|someone|you|them|him|her to cancel`,
  "don't|do_not you dare|ever? go? and? cancel|cancelling",
  'cancel|cancels|canceled|cancelled|cancelling|canceling on me|us|you',
  'cancel|cancels|canceled|cancelled each_other|one_another|out|itself',
  'noise|echo|sound|active cancel|canceling|cancelling|cancellation',
  'cancel|canceling|cancelling .. noise|echo|sound|headphones|earbuds',
  'press|pressed|hit|click|clicked|tap|tapped|push|pushed|says|the|a on? cancel',
  'cancel button|key|icon|option|screen|page',
  'why|did|if|when|because did|do|would|are|were? you|they|he|she|anyone|someone .. cancel',
  'why|are are|were? you|they|he|she cancelling|canceling',
  "worried|afraid|scared|worry that? you|they|you'd|you'll|they'd|they'll|it|he|she ... cancel",
  'keep|keeps|kept|they|he|she canceling|cancelling',
  'cancellation|cancelation fee|fees|charge|charges|policy|policies|terms|insurance|number|date',
  'cancellation|cancelation cover|coverage|protection|clause|rules|conditions|deadline|period',
  'have|get|have_to call|email|e-mail|message ... canceled|cancelled',
  'stop|quit sending|calling|texting|emailing|mailing',
];

const BOSS =
  'manager|managers|supervisor|supervisors|boss|bosses|superior|superiors|management|director|' +
  'team_lead|team_leader|lead|person_in_charge|one_in_charge|head_of|higher-up|higher-ups|' +
  'head_office|department_head|superiors|line_manager|ceo|chief|chief_executive|managing_director';
const HUMAN =
  'human|human_being|person|agent|representative|rep|operator|advisor|adviser|consultant';
const SOMEONE = 'someone|somebody|anyone|anybody';
/** Authorities outside the company. */
const AUTHORITY =
  'ombudsman|ombudsperson|trading_standards|consumer_court|consumer_forum|better_business_bureau';
const COMPLAIN_ABOUT = 'complaint|grievance';
const CHIEF = 'supervisor|manager|boss|team_leader|team_lead';
const SAY = 'no|yes|yeah|just|stop|hello|okay|please';
const ANY = 'a|an|the|your|another|any|some|his|her|their|a_different';
/** The words that precede the person asked for; two other words may stand between. */
const ASK = 'speak|talk|chat|speaking|word to|with';

export const ESCALATION: readonly string[] = [
  `${ASK} ${ANY} .. ${BOSS}`,
  `${ASK} ${SOMEONE} else|higher|senior|above|more|in_charge|with|who|that|real|different|there`,
  `${ASK} ${ANY} .. ${HUMAN}`,
  `${ASK} ${ANY}? owner|seniors|senior_officer|customer_relations|complaints`,
  'your|his|her senior|seniors|senior_officer|higher_officer',
  "whoever's|whoever_is in_charge|responsible|above|over|running",
  'to|with whoever handles|deals_with|runs|manages|looks_after',
  'colleague|person|one|someone|somebody who|that is? responsible|in_charge',
  `${SOMEONE}|person .. who|with|that .. authority|power_to`,
  `${ASK} ${ANY}? senior|higher .. advisor|agent|member|staff|person|level|colleague|rep`,
  'speak|talk|chat to|with someone|somebody',
  `${SOMEONE} else .. speak|talk`,
  'who else can|could|do i speak|talk',
  `get|give|find|fetch|bring me|us ${SOMEONE} else`,
  `want|need|like ${SOMEONE} to talk|speak to|with`,
  'next person|manager up|above',
  `want|need|get|like|find|give .. ${SOMEONE} .. who|that can|could|has|knows|will|understands`,
  `${SOMEONE} higher|senior|above|in_charge|with_authority|with_more|more_senior|real`,
  `is|isn't there .. ${SOMEONE} else|higher|above|senior|with|i_can_speak|i_can_talk`,
  `^ ${SAY}? ${HUMAN}|${CHIEF} please|now|right_now $`,
  '^ agent|representative|operator|human|supervisor|manager please|now',
  `^ ${SAY}? customer_service|customer_care|live|real|human|actual ${HUMAN} please|now`,
  `^ any|a|your|the ${CHIEF} please|now|then`,
  `^ any|a|your ${CHIEF} $`,
  '^ agent|representative|operator|supervisor|human|human_agent|live_agent|real_person $',
  `speak|talk to|with human|humans|manager|supervisor|agent|representative|operator|management`,
  'speak|talk to|with owner|boss|director|chief|senior|ceo',
  `get|want|wants|need|give|see|prefer|demand|involve|fetch|grab me|us? ${ANY} .. ${BOSS}`,
  `get|want|need|give|prefer me|us? a|an|another real|live|actual|human? ${HUMAN}`,
  `have|let your|a|the .. ${BOSS} .. call|contact|phone|ring|look|review|on`,
  'your|the|a manager|supervisor|boss please|on_the_phone|on_the_line',
  `ask|tell your|a .. ${BOSS} to|if|whether`,
  `discuss|discussing|raise|raising .. with|to your|the|a .. ${BOSS}`,
  `report|reporting .. to your|the|his|her .. ${BOSS}`,
  `write|writing|complain|complaining to your|the|his|her .. ${BOSS}`,
  `number|address|email|name for|of your .. ${BOSS}`,
  `put|bring|patch|get your|a|the|someone's .. ${BOSS} on|onto|over|here|involved|in`,
  'put someone|somebody|anyone else on|through',
  `is|isn't|are there .. ${BOSS}`,
  `is|are your .. ${CHIEF} around|there|about|available|in|free|here|on_duty|on_shift|working`,
  'is there .. human|person|agent|representative .. i speak|talk|can|could',
  `you have|got a|an|any|another .. ${BOSS}|someone_higher|somebody_higher|someone_senior`,
  `a|an|another real|live|actual|human person|human|agent|being|representative|rep|operator`,
  `speak|talk|want|need|have|get|give|transfer|connect .. different|another ${HUMAN}`,
  'above you|your_head|your_pay_grade',
  'over your_head',
  'take|taking|move|send this|it|that|me|my_case|the_case higher|further|up !down|along',
  'pass|push|kick|bump this|it|that|me|my_case|the_case higher|further|up !down|along',
  'go|going|take|taking|taken .. to the very? top !of|shelf|floor|drawer',
  'this|it|me|that|case .. to tier|level two|three|2|3',
  'this|it|me|that|case .. to second_level|second_line|the_next_level|a_higher|someone_higher',
  'second|next|higher|tier|level two|level|line|tier support',
  "who|who's is? your .. manager|supervisor|boss|superior|team_leader",
  "who|who's is? in_charge|above|higher|responsible_there",
  'who do|does you|they report',
  "your manager's|supervisor's|boss's|manager|supervisor|boss name|number|email|contact|extension",
  'escalate|escalation',
  'want|need|needs|get|have|like|be|it|this .. escalated',
  `transfer|transferred|connect|connected|put .. to|with ${ANY}? .. ${BOSS}`,
  `pass|hand|forward|switch .. to|with ${ANY}? .. ${BOSS}`,
  `transfer|transferred|connect|connected|put .. to|with ${ANY} .. ${HUMAN}`,
  `pass|hand|forward|switch .. to|with ${ANY} .. ${HUMAN}`,
  `transfer|connect|put|pass|hand|forward me .. to|with|on_to ${SOMEONE}`,
  'transfer|connect|put|switch me over|through? to|with a|an|the|your another? department',
  `want|need|like|request|word .. from|with ${ANY} .. ${BOSS}`,
  'manager|supervisor|boss|management to|can|could|should call_me|review|look_at|handle',
  'manager|supervisor|boss|management to|can|could|should ring|phone|contact|email me|us',
  `reviewed|handled|checked|seen by ${ANY} .. ${BOSS}`,
  `go|goes|send|take|pass .. to|with ${ANY} .. ${BOSS}`,
  `wait|waiting|hold|holding for ${ANY} .. ${BOSS}`,
  `ask|asked|asking|request|requesting|requested for ${ANY} .. ${BOSS}`,
  `request|requesting|demand|demanding ${ANY} .. ${BOSS}`,
  `hold_of|reach|contact|find a|an|your|the|another .. ${BOSS}`,
  `hold_of|reach|contact|find a|an real|live|actual|human? ${HUMAN}`,
  'help me ... who can',
  "not|don't|tired|sick|done .. to|with a|this|the|your bot|robot|machine|chatbot|recording",
  `file|filing|make|making a|an|this formal|official|written? ${COMPLAIN_ABOUT}`,
  `lodge|lodging|raise|raising a|an|this formal|official|written? ${COMPLAIN_ABOUT}`,
  `submit|register|open|put_in|putting_in|log a|an|this formal|official|written? ${COMPLAIN_ABOUT}`,
  'complaints department|team|line|desk|procedure|process|office|manager',
  'want|like|need|wish|going|how_do_i|where_do_i|who_do_i to? complain !about',
  AUTHORITY,
];

export const ESCALATION_EXCEPTIONS: readonly string[] = [
  `don't|do_not|no|not need|want|have? to|for? speak|talk to|with a|the|your|any? .. ${BOSS}`,
  `don't|do_not|no|not wish|like? to|for? speak|talk to|with a|the|your|any? .. ${BOSS}`,
  `don't|do_not|not want|need|have|wish to speak|talk to|with ${SOMEONE}|anyone_else|anybody_else`,
  `don't|do_not|no|not need|needs|want|have for|to? get? a|the|your|any .. ${BOSS}`,
  "don't|do_not|no|not need|want|have|please? to? escalate",
  'situation|things|price|prices|fight|argument .. escalated|escalating',
  'it|they has|have|had|just|really|quickly|soon|then escalated',
  'it|they escalated quickly|fast|pretty|from|into|between',
  "don't|do_not|not|can't|cannot|never want|wish|like|mean|need? to? complain|complaining",
  `talk|speak to|with ${SOMEONE} at_home|at_work|in_my|here|first`,
  `is|are this|that|it|you a|an real|live|actual? ${HUMAN}`,
  'password|task|file|account|device|property|project|office|hotel|product manager|managers',
  'we|i have a|an manager|supervisor|team_leader|team_lead|director',
  "my|our|i'm_the|i_am_the|am_the|as_the manager|supervisor|boss|team_leader|team_lead|superior",
  'spoke|spoken|talked .. to|with .. manager|supervisor|boss|someone|somebody',
  'was|were|been talking|speaking .. to|with .. manager|supervisor|boss|someone|somebody',
  'travel|estate|insurance|real_estate|tour|crane|machine agent|agents|operator|operators',
];
