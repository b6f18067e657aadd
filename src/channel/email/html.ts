/**
 * The HTML part of a mail (S8.12): a card with the facts of a firing as a table. Styles are inline
 * because many mail clients drop the rest; the sheet in the head only adds dark mode and narrow
 * screens. Every value is escaped, and nothing is loaded from anywhere: no image, no font, no link.
 */
import type { Fact, Message } from '../../core/payload/message.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';

export function mailHtml(message: Message): string {
  const { serviceName, trigger, facts, time } = message;
  const name = escaped(serviceName);
  const title = escaped(titleOf(trigger));
  const rows = [
    ...facts.map(({ label, value }: Fact) => row(label, value)),
    row('Time', readable(time)),
  ];
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head>${HEAD}<title>${title}</title><style>${SHEET}</style></head>`,
    `<body class="page" style="${PAGE}">`,
    `<table role="presentation" ${BARE} class="page" width="100%" style="${PAGE}">`,
    '<tr><td align="center" class="gap" style="padding:32px 16px;">',
    `<table role="presentation" ${BARE} class="card" width="100%" style="${CARD}">`,
    `<tr><td class="${toneOf(message)}" style="${BAR}${TONES[toneOf(message)]}">&nbsp;</td></tr>`,
    `<tr><td class="pad" style="padding:24px 28px 8px;">`,
    `<div class="soft" style="${SOFT}${WRAP}">${name}</div>`,
    `<h1 class="ink" style="${TITLE}">${title}</h1>`,
    `<div class="soft" style="${SOFT}${CODE}${WRAP}">${trigger}</div>`,
    '</td></tr>',
    ...errorRows(message),
    '<tr><td class="pad" style="padding:8px 28px 24px;">',
    `<table ${BARE} width="100%" style="border-collapse:collapse;table-layout:fixed;">`,
    ...rows,
    '</table>',
    '</td></tr>',
    '</table>',
    `<div class="soft" style="${FOOT}${WRAP}">Sent automatically by ${name}.</div>`,
    '</td></tr>',
    '</table>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** `OUTBOUND_CALL_NO_RESPONSE` in plain words: `Outbound call: no response`. */
export function titleOf(trigger: Trigger): string {
  if (trigger === 'ACW_COMPLETED') return 'After-call work completed';
  if (trigger === 'CALL_LOG_CREATED') return 'Call log created';
  const [side = '', , ...rest] = trigger.toLowerCase().split('_');
  return `${side.charAt(0).toUpperCase()}${side.slice(1)} call: ${rest.join(' ')}`;
}

/** ISO 8601 with a place to break the line, which a narrow screen needs. */
function readable(time: string): string {
  return time.replace('T', ' ').replace('Z', ' UTC');
}

type Tone = 'good' | 'bad' | 'warn' | 'calm';

/** The colour of the bar at the top; the words beside it say the same. */
function toneOf({ trigger, errors }: Message): Tone {
  if (errors.length > 0 || trigger.endsWith('_ERROR')) return 'bad';
  if (trigger.endsWith('_COMPLETED')) return 'good';
  return /_(?:CALLING|CLOSING|CREATED)$/.test(trigger) ? 'calm' : 'warn';
}

function row(label: string, value: string): string {
  return [
    '<tr>',
    `<th scope="row" class="soft line" style="${LABEL}">${escaped(label)}</th>`,
    `<td class="ink line" style="${VALUE}"><bdi>${escaped(value)}</bdi></td>`,
    '</tr>',
  ].join('');
}

function errorRows({ errors, moreErrors }: Message): readonly string[] {
  if (errors.length === 0) return [];
  const lines = errors.map(
    ({ code, message }) =>
      `<div style="padding:4px 0;"><strong style="${CODE}">${escaped(code)}</strong><br>` +
      `${escaped(message)}</div>`,
  );
  if (moreErrors > 0) lines.push(`<div style="padding:4px 0;">… and ${moreErrors} more</div>`);
  return [
    '<tr><td class="pad" style="padding:8px 28px;">',
    `<table role="presentation" ${BARE} width="100%"><tr><td class="alert" style="${ALERT}">`,
    ...lines,
    '</td></tr></table>',
    '</td></tr>',
  ];
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export const HEAD = [
  '<meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width, initial-scale=1">',
  '<meta name="color-scheme" content="light dark">',
  '<meta name="supported-color-schemes" content="light dark">',
  // Some clients take ids for phone numbers and dates and make links of them.
  '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">',
].join('');

/** `!important` wins over the inline styles; clients without dark mode never read it. */
export const SHEET = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (prefers-color-scheme:dark){',
  '.page{background-color:#101418!important}',
  '.card{background-color:#1b2027!important;border-color:#343c46!important}',
  '.ink{color:#eceff3!important}',
  '.soft{color:#a3adb9!important}',
  '.line{border-color:#2d343d!important}',
  '.alert{background-color:#3b1c1f!important;color:#ffc2bd!important}',
  '.good{background-color:#3fb57c!important}',
  '.bad{background-color:#f0686b!important}',
  '.warn{background-color:#dda63a!important}',
  '.calm{background-color:#6f9bf5!important}',
  '}',
  '@media (max-width:480px){',
  '.gap{padding:12px 8px!important}',
  '.pad{padding-left:16px!important;padding-right:16px!important}',
  '}',
].join('');

export const BARE = 'cellpadding="0" cellspacing="0" border="0"';
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;";
const MONO = 'font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;';
export const WRAP = 'overflow-wrap:anywhere;word-break:break-word;';
export const PAGE = `margin:0;padding:0;background-color:#f2f4f7;${FONT}`;
export const CARD =
  'max-width:560px;background-color:#ffffff;border:1px solid #dde2e8;border-radius:8px;' +
  'border-collapse:separate;overflow:hidden;text-align:left;';
export const BAR = 'height:4px;line-height:4px;font-size:1px;';
const TONES: Readonly<Record<Tone, string>> = {
  good: 'background-color:#1a7f4b;',
  bad: 'background-color:#c62f39;',
  warn: 'background-color:#b87a00;',
  calm: 'background-color:#2f62cc;',
};
export const SOFT = `font-size:13px;line-height:20px;color:#5b6672;${FONT}`;
export const TITLE = [
  'margin:2px 0 4px;font-size:20px;line-height:26px;font-weight:600;color:#171c22;',
  FONT,
].join('');
const CODE = `font-size:12px;line-height:18px;${MONO}`;
const LABEL =
  'width:96px;padding:9px 12px 9px 0;border-top:1px solid #e6eaee;font-size:13px;' +
  `line-height:20px;font-weight:400;color:#5b6672;text-align:left;vertical-align:top;${FONT}`;
const VALUE =
  'padding:9px 0;border-top:1px solid #e6eaee;font-size:13px;line-height:20px;color:#171c22;' +
  `text-align:left;vertical-align:top;${MONO}${WRAP}`;
const ALERT =
  'padding:10px 14px;border-radius:6px;background-color:#fdeceb;font-size:14px;' +
  `line-height:20px;color:#8c1d24;${FONT}${WRAP}`;
export const FOOT = [
  'max-width:560px;padding:14px 8px 0;font-size:12px;line-height:18px;color:#5b6672;',
  FONT,
].join('');
