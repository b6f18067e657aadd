/**
 * Sentences as agents and customers say them, by language and rule, for the test of the phrase
 * tables. Made up; some without the punctuation and capitals that recognisers leave out.
 */
import type { PhraseRuleId } from '../../../src/acw/phrase/phrase-rule.ts';

type Samples = Readonly<Record<PhraseRuleId, readonly string[]>>;

const ENGLISH: Samples = {
  greeting: [
    'Good morning, Northwind Books.',
    'hello this is ada',
    'Thanks for calling us.',
    'how may I help you',
  ],
  'recording-disclosure': [
    'This call may be recorded for quality and training purposes.',
    'Just so you know, we are on a recorded line.',
    'calls are recorded and monitored',
    'We are recording this call.',
  ],
  'identity-check': [
    'Can I have your full name, please?',
    'could I get your name',
    'could you please give me your account number',
    "What's your date of birth?",
    'For security purposes, I need a few details.',
    'please confirm your address',
    'the last four digits of your account',
  ],
  apology: [
    'I am so sorry.',
    "I'm sorry about that",
    'We apologize for the delay.',
    'my sincere apologies',
  ],
  'hold-request': [
    'Can you hold?',
    "I'll put you on a brief hold.",
    'one moment please',
    'Please hold for a moment.',
    'bear with me',
  ],
  'escalation-request': [
    'I want to speak to your supervisor.',
    'let me talk to a manager',
    'Can I talk to a real person?',
    'get me a manager',
    'I would like to file a complaint',
  ],
  'cancellation-request': [
    'I want to cancel my subscription.',
    'please cancel the order',
    'I am calling to cancel',
    'close my account',
  ],
  'callback-promise': [
    "I'll call you back tomorrow.",
    'we will get back to you',
    'someone will contact you today',
    "I'll have someone call you back",
    "I'll give you a call later",
  ],
  'callback-request': [
    'Could you call me back later?',
    "I'll call you back when I'm home",
    'can someone ring me tomorrow',
    'just give me a call',
  ],
  'further-help-offer': [
    'Is there anything else?',
    'anything else I can help you with',
    'any other questions',
    'what else can i help you with',
  ],
  closing: ['Have a great day!', 'have a nice weekend', 'Goodbye.', 'Thank you for your time.'],
};

const SPANISH: Samples = {
  greeting: [
    'Buenos días, Librería Norte.',
    'hola le atiende inés',
    'Gracias por llamar.',
    '¿En qué puedo ayudarle?',
  ],
  'recording-disclosure': [
    'Esta llamada está siendo grabada.',
    'esta llamada puede ser grabada por motivos de calidad',
    'La conversación se graba.',
  ],
  'identity-check': [
    '¿Me puede decir su nombre completo?',
    'por motivos de seguridad',
    'necesito verificar su identidad',
    '¿puede confirmarme su número de cuenta?',
    '¿me puede facilitar su DNI?',
    'su fecha de nacimiento, por favor',
  ],
  apology: [
    'Lo siento mucho.',
    'Le pedimos disculpas.',
    'disculpe las molestias',
    'lamento mucho la espera',
  ],
  'hold-request': [
    'Espere un momento, por favor.',
    'no cuelgue',
    'deme un segundo',
    'le pongo en espera',
  ],
  'escalation-request': [
    'Quiero hablar con un supervisor.',
    'páseme con su jefe',
    'quiero hablar con una persona real',
    'voy a poner una reclamación',
  ],
  'cancellation-request': [
    'Quiero cancelar mi contrato.',
    'quiero darme de baja',
    'cancele mi pedido',
  ],
  'callback-promise': [
    'Le llamaremos mañana.',
    'Le vamos a llamar.',
    'nos pondremos en contacto',
    'vuelvo a llamarle',
  ],
  'callback-request': ['¿Me puede llamar más tarde?', 'que me llamen mañana', 'luego le llamo'],
  'further-help-offer': [
    '¿Desea algo más?',
    '¿Puedo ayudarle en algo más?',
    'alguna otra consulta',
  ],
  closing: [
    'Que tenga un buen día.',
    'que pase buena tarde',
    'adiós',
    'Gracias por su llamada.',
    'feliz tarde',
  ],
};

const GERMAN: Samples = {
  greeting: [
    'Guten Tag, Nordwind Bücher.',
    'hallo hier ist jonas',
    'Was kann ich für Sie tun?',
    'wie kann ich Ihnen helfen',
  ],
  'recording-disclosure': [
    'Das Gespräch wird zu Schulungszwecken aufgezeichnet.',
    'der Anruf kann aufgezeichnet werden',
    'Gespräche werden aufgezeichnet.',
    'zur Qualitätssicherung',
  ],
  'identity-check': [
    'Nennen Sie mir bitte Ihr Geburtsdatum.',
    'ihre Kundennummer bitte',
    'Aus Sicherheitsgründen brauche ich noch etwas.',
    'Mit wem spreche ich?',
  ],
  apology: [
    'Das tut mir sehr leid.',
    'Entschuldigen Sie bitte.',
    'Ich bitte um Entschuldigung.',
    'ich möchte mich entschuldigen',
  ],
  'hold-request': [
    'Einen Moment bitte.',
    'Bleiben Sie dran.',
    'Warten Sie bitte kurz.',
    'einen kurzen Augenblick',
  ],
  'escalation-request': [
    'Ich will mit Ihrem Vorgesetzten sprechen.',
    'mit dem Chef bitte',
    'Geben Sie mir Ihren Vorgesetzten.',
    'ich werde mich beschweren',
    'mit einem echten Menschen',
  ],
  'cancellation-request': [
    'Ich möchte meinen Vertrag kündigen.',
    'ich möchte gern kündigen',
    'hiermit kündige ich',
    'meine Kündigung',
  ],
  'callback-promise': [
    'Ich rufe Sie morgen um 14.30 Uhr zurück.',
    'Wir melden uns bei Ihnen.',
    'ich werde Sie morgen anrufen',
    'Sie erhalten einen Rückruf.',
  ],
  'callback-request': [
    'Können Sie mich bitte zurückrufen?',
    'rufen Sie mich morgen an',
    'ich melde mich später nochmal',
  ],
  'further-help-offer': [
    'Kann ich sonst noch etwas für Sie tun?',
    'Kann ich Ihnen sonst noch helfen?',
    'Haben Sie noch Fragen?',
    'sonst noch etwas',
  ],
  closing: [
    'Auf Wiederhören!',
    'Ich wünsche Ihnen noch einen schönen Tag.',
    'Vielen Dank für Ihren Anruf.',
    'tschüss',
  ],
};

const JAPANESE: Samples = {
  greeting: ['お電話ありがとうございます。', 'もしもし', 'おはようございます', '佐藤と申します。'],
  'recording-disclosure': [
    '録音させていただいております。',
    'この通話を録音します',
    'サービス向上のため',
  ],
  'identity-check': [
    'ご本人様でいらっしゃいますか。',
    '生年月日をお願いします',
    'お名前をお聞かせください',
  ],
  apology: [
    '申し訳ございません。',
    '大変失礼いたしました',
    'お詫び申し上げます',
    'ご迷惑をおかけして',
  ],
  'hold-request': ['少々お待ちください。', 'お待ちいただけますか', '保留にさせていただきます'],
  'escalation-request': ['責任者に代わってください。', '上司と話したい', '別の担当者に代わって'],
  'cancellation-request': ['解約したいです。', '注文をキャンセルしたい', '退会を希望します'],
  'callback-promise': [
    '折り返しお電話いたします。',
    '後ほどご連絡いたします',
    '改めてご連絡差し上げます',
  ],
  'callback-request': ['折り返しお願いします', 'あとで電話してもらえますか', 'またかけ直します'],
  'further-help-offer': [
    '他に何かございますか。',
    'ご不明な点はございませんか',
    '以上でよろしいでしょうか',
  ],
  closing: ['失礼いたします。', 'お電話ありがとうございました', 'またのご利用をお待ちしております'],
};

export const PHRASE_SAMPLES: Readonly<Record<string, Samples>> = {
  en: ENGLISH,
  es: SPANISH,
  de: GERMAN,
  ja: JAPANESE,
};
