/**
 * The scorecard with which every project begins (S11.14): nine criteria of 100 points that fit most
 * service calls and that rules can judge without a model, in English, Spanish, German and Japanese.
 * Operators are meant to edit it: a fair score needs the words of their own business.
 */
import {
  type Criterion,
  type Rule,
  type ScorecardSettings,
  UNKNOWN_CRITERIA_DEFAULT,
} from './scorecard.ts';

export const DEFAULT_LANGUAGES = ['en', 'es', 'de', 'ja'] as const;

type PhraseRule = Extract<Rule, { readonly type: 'PHRASE' }>;

function phrases(
  list: readonly string[],
  more: Partial<Pick<PhraseRule, 'match' | 'speaker' | 'within'>>,
): PhraseRule {
  return {
    type: 'PHRASE',
    match: 'ANY',
    phrases: list,
    speaker: 'AGENT',
    within: null,
    languages: DEFAULT_LANGUAGES,
    ...more,
  };
}

function atMost(metric: Extract<Rule, { readonly type: 'METRIC' }>['metric'], max: number): Rule {
  return { type: 'METRIC', metric, min: null, max };
}

/** Excludes shorter calls, such as wrong numbers and voicemail. */
const LONGER_THAN = (ms: number): Rule => ({
  type: 'METRIC',
  metric: 'durationMs',
  min: ms,
  max: null,
});

const GREETINGS = [
  'hello',
  'hi',
  'good morning',
  'good afternoon',
  'good evening',
  'welcome to',
  'thank you for calling',
  'thanks for calling',
  'hola',
  'buenos días',
  'buen día',
  'buenas tardes',
  'buenas noches',
  'bienvenido',
  'bienvenida',
  'gracias por llamar',
  'gracias por su llamada',
  'hallo',
  'guten Tag',
  'guten Morgen',
  'guten Abend',
  'grüß Gott',
  'grüezi',
  'willkommen',
  'danke für Ihren Anruf',
  'vielen Dank für Ihren Anruf',
  'お電話ありがとう',
  'もしもし',
  'こんにちは',
  'おはようございます',
  'こんばんは',
  'お世話になっております',
  'はじめまして',
];

const NAMES = [
  'my name is',
  "my name's",
  'this is',
  'speaking',
  'you are speaking with',
  "you're speaking with",
  'calling from',
  'mi nombre es',
  'me llamo',
  'le habla',
  'le atiende',
  'le saluda',
  'soy',
  'mein Name ist',
  'ich heiße',
  'hier ist',
  'hier spricht',
  'Sie sprechen mit',
  'am Apparat',
  'と申します',
  'といいます',
  '担当の',
  '担当いたします',
  '担当させていただきます',
];

const RECORDINGS = [
  'call is recorded',
  'call is being recorded',
  'call may be recorded',
  'calls are recorded',
  'call will be recorded',
  'calls may be recorded',
  'recorded line',
  'record this call',
  'recording this call',
  'may be monitored',
  'recorded for quality',
  'llamada será grabada',
  'llamada está siendo grabada',
  'llamada puede ser grabada',
  'llamada es grabada',
  'grabando esta llamada',
  'grabar esta llamada',
  'llamada se graba',
  'Gespräch wird aufgezeichnet',
  'Anruf wird aufgezeichnet',
  'Gespräche werden aufgezeichnet',
  'Gespräch aufzeichnen',
  'Gespräch aufgezeichnet',
  '録音しております',
  '録音しています',
  '録音させていただ',
  '録音いたします',
  '録音されて',
  '録音します',
];

const MORE_HELP = [
  'anything else',
  'something else I can',
  'any other questions',
  'any more questions',
  'algo más',
  'alguna otra pregunta',
  'alguna otra duda',
  'otra cosa en que',
  'noch etwas',
  'sonst noch',
  'weitere Fragen',
  'noch Fragen',
  'noch eine Frage',
  '他にご',
  'ほかにご',
  '他に何か',
  'ほかに何か',
  '他に質問',
  'ご不明な点',
];

const FAREWELLS = [
  'goodbye',
  'bye',
  'bye bye',
  'have a good',
  'have a great',
  'have a nice',
  'take care',
  'thank you for calling',
  'thanks for calling',
  'thank you for your time',
  'adiós',
  'hasta luego',
  'hasta pronto',
  'que tenga',
  'que le vaya bien',
  'gracias por llamar',
  'gracias por su llamada',
  'auf Wiederhören',
  'auf Wiedersehen',
  'tschüss',
  'schönen Tag',
  'schönen Abend',
  'schönes Wochenende',
  'danke für Ihren Anruf',
  'vielen Dank für Ihren Anruf',
  '失礼いたします',
  '失礼します',
  '失礼致します',
  'お電話ありがとう',
  'さようなら',
  'よろしくお願いいたします',
  'よろしくお願いします',
];

const INSULTS = [
  'shut up',
  'are you stupid',
  "you're stupid",
  'you are stupid',
  'you idiot',
  "you're an idiot",
  'go to hell',
  'not my problem',
  'cállese',
  'cállate',
  'no es mi problema',
  'es usted idiota',
  'váyase al diablo',
  'halten Sie den Mund',
  'halt den Mund',
  'halt die Klappe',
  'nicht mein Problem',
  'Sie Idiot',
  'sind Sie dumm',
  '黙れ',
  '黙ってください',
  'ふざけるな',
  '馬鹿野郎',
];

function criterion(
  id: string,
  points: number,
  question: string,
  guidance: string,
  rule: Rule,
  more: Partial<Pick<Criterion, 'autoFail' | 'appliesWhen'>> = {},
): Criterion {
  return {
    id,
    question,
    guidance,
    points,
    autoFail: false,
    rule,
    speaker: null,
    appliesWhen: null,
    ...more,
  };
}

const FIRST = (seconds: number) => ({ edge: 'FIRST', seconds }) as const;
const LAST = (seconds: number) => ({ edge: 'LAST', seconds }) as const;

export const DEFAULT_SCORECARD: ScorecardSettings = {
  name: 'Service call',
  passMark: 70,
  unknownCriteria: UNKNOWN_CRITERIA_DEFAULT,
  criteria: [
    criterion(
      'greeting',
      10,
      'Did the agent greet in the first 30 seconds?',
      'Any friendly opening counts.',
      phrases(GREETINGS, { within: FIRST(30) }),
    ),
    criterion(
      'identification',
      10,
      'Did the agent say who is speaking in the first 60 seconds?',
      'A name, or the name of the company.',
      phrases(NAMES, { within: FIRST(60) }),
    ),
    criterion(
      'recording-disclosure',
      10,
      'Was it said in the first 60 seconds that the call is recorded?',
      'By the agent or an announcement. Remove this criterion when you do not record calls.',
      phrases(RECORDINGS, { speaker: null, within: FIRST(60) }),
      { appliesWhen: LONGER_THAN(30_000) },
    ),
    criterion(
      'response-time',
      15,
      'Did the agent mostly answer within 2 seconds?',
      'The median time from the end of what the customer said to the answer.',
      atMost('responseLatencyMs.AGENT.p50', 2_000),
    ),
    criterion(
      'interruptions',
      15,
      'Did the agent let the customer finish, but for at most 3 times?',
      'Short words of agreement while the customer speaks are no interruption.',
      atMost('interruptions.AGENT', 3),
    ),
    criterion(
      'dead-air',
      10,
      'Was there no silence of more than 20 seconds?',
      'Say what you do before you put a customer on hold, and come back to them.',
      atMost('silence.longestMs', 20_000),
    ),
    criterion(
      'more-help',
      10,
      'Did the agent ask in the last 60 seconds whether there is anything else?',
      'In any words that invite another question.',
      phrases(MORE_HELP, { within: LAST(60) }),
      { appliesWhen: LONGER_THAN(60_000) },
    ),
    criterion(
      'closing',
      10,
      'Did the agent say goodbye in the last 30 seconds?',
      'A farewell, a good wish, or thanks for the call.',
      phrases(FAREWELLS, { within: LAST(30) }),
    ),
    criterion(
      'respect',
      10,
      'Did the agent stay respectful throughout?',
      'One insult fails the whole call.',
      phrases(INSULTS, { match: 'NONE' }),
      { autoFail: true },
    ),
  ],
};
