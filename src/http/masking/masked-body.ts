/**
 * A provider's request in the form in which it may be kept for its operator to look at: telephone
 * numbers show only their last four digits, secrets nothing, and the text is cut. Never used for
 * reported values.
 */

const BODY_BYTES_MAX = 4_096;

/** A run of digits as long as a telephone number and not part of an id. */
const TELEPHONE = /(?<![A-Za-z0-9])\d{3,16}(?=\d{4}(?![A-Za-z0-9]))/g;

/**
 * A member of JSON that by its name is a secret: Vapi repeats the credentials of the telephony
 * account in each message. Also one that ends where the text was cut.
 */
const SECRET = new RegExp(
  String.raw`("[\w-]*(?:secret|password|token|api_?key|authorization|credentials?)"\s*:\s*")` +
    String.raw`(?:[^"\\]|\\.)*`,
  'gi',
);

/** Values of a form are unescaped, masked and escaped again, so that the form stays a form. */
export function maskedBody(whole: string, isForm: boolean): string {
  // A body may have megabytes; a number at the end of what is kept is still seen whole.
  const text = whole.slice(0, 2 * BODY_BYTES_MAX);
  const masked = isForm ? text.split('&').map(maskedField).join('&') : mask(openToken(text));
  return cut(masked);
}

function maskedField(field: string): string {
  const equals = field.indexOf('=');
  const name = equals < 0 ? '' : field.slice(0, equals + 1);
  const value = field.slice(equals + 1);
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
  return open.replace(TELEPHONE, (digits) => '*'.repeat(digits.length));
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
