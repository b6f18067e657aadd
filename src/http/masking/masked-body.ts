/**
 * A provider's request in the form in which it may be kept for its operator to look at: telephone
 * numbers show only their last four digits, secrets nothing, and the text is cut. Never used for
 * reported values.
 */

const BODY_BYTES_MAX = 4_096;
/** A body may have megabytes; a number at the end of what is kept is still seen whole. */
const LENGTH_READ_MAX = 2 * BODY_BYTES_MAX;

/** A character that an encoder wrote as an escape, of an address or of JSON: `%2B`, `\u002B`. */
const ESCAPE = String.raw`%(?:25)*[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}`;
/** Ids and times, which stay readable although parts of them look like telephone numbers. */
const UUID = '[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}';
const TIME =
  String.raw`(?:19|20)\d\d-[01]\d-[0-3]\d` +
  String.raw`(?:[T ][0-2]\d:[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)?(?!\d|-\d)`;
/** 7 to 20 digits as people and platforms divide them, also escaped, and not part of an id. */
const TELEPHONE =
  String.raw`(?<=${ESCAPE}|\\[bfnrt]|(?<![A-Za-z0-9%]))` +
  String.raw`\d(?:(?:[\s\u2010-\u2015()./-]|${ESCAPE}){0,4}\d){6,19}` +
  '(?:(?![A-Za-z0-9])|(?=x\\d|ext))';
const NUMBERS = new RegExp(
  `(?<![A-Za-z0-9])(?<kept>${UUID}|${TIME})(?![A-Za-z0-9])|${TELEPHONE}`,
  'g',
);
/** The parts of a telephone number of which each is one character. */
const CHARACTERS = new RegExp(String.raw`${ESCAPE}|\d`, 'g');

/** What ends the name of a secret. */
const SECRET_NAME =
  '(?:secret|pass(?:word|wd|phrase|code)?|token|signature|authorization|cookie|credentials?|' +
  '(?:api|access|auth|private|secret|server|shared|signing)[-_]?key)';
/**
 * A member of JSON that by its name is a secret: Vapi repeats the credentials of the telephony
 * account and the headers of its requests in each message. Also one that ends where the text was
 * cut.
 */
const SECRET = new RegExp(String.raw`("[\w-]*${SECRET_NAME}"\s*:\s*")(?:[^"\\]|\\.)*`, 'gi');
const SECRET_FIELD = new RegExp(`${SECRET_NAME}=$`, 'i');

/** The same when it is asked for, which it may never be; holds no more of the body meanwhile. */
export function maskedLater(whole: string, isForm: boolean): () => string {
  const text = whole.length > LENGTH_READ_MAX ? copied(whole.slice(0, LENGTH_READ_MAX)) : whole;
  return () => maskedBody(text, isForm);
}

/** V8 keeps the whole text in memory for as long as a slice of it. */
function copied(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}

/** Values of a form are unescaped, masked and escaped again, so that the form stays a form. */
export function maskedBody(whole: string, isForm: boolean): string {
  const text = whole.slice(0, LENGTH_READ_MAX);
  const masked = isForm ? text.split('&').map(maskedField).join('&') : mask(openToken(text));
  return cut(masked);
}

function maskedField(field: string): string {
  const equals = field.indexOf('=');
  const name = equals < 0 ? '' : field.slice(0, equals + 1);
  const value = field.slice(equals + 1);
  if (SECRET_FIELD.test(name)) return `${name}***`;
  try {
    return name + encodeURIComponent(mask(decodeURIComponent(value.replaceAll('+', ' '))));
  } catch {
    // A value with broken escapes cannot be read, so it is not kept.
    return `${name}?`;
  }
}

/** Of a body that is a JSON Web Token, what it says: the token itself could be sent again. */
function openToken(text: string): string {
  const [, payload] = /^\s*e[\w-]+\.(e[\w-]*)(?:\.|$)/.exec(text) ?? [];
  return payload === undefined ? text : Buffer.from(payload, 'base64url').toString('utf8');
}

function mask(text: string): string {
  const open = text.replace(SECRET, '$1***');
  return open.replace(NUMBERS, (found, kept: string | undefined) => kept ?? withoutDigits(found));
}

/** The last four digits stay. */
function withoutDigits(telephone: string): string {
  const isDigit = (part: string) => part.length === 1;
  let hidden = (telephone.match(CHARACTERS) ?? []).filter(isDigit).length - 4;
  return telephone.replace(CHARACTERS, (part) => (isDigit(part) && hidden-- > 0 ? '*' : part));
}

function cut(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= BODY_BYTES_MAX) return text;
  // A character cut in half becomes a replacement character; drop it.
  return bytes
    .subarray(0, BODY_BYTES_MAX)
    .toString('utf8')
    .replace(/\ufffd$/, '');
}
