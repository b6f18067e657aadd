/**
 * The Adaptive Card in a Teams message of ours, ready for a renderer that knows no Markdown: our
 * texts are Markdown in which everything is escaped, so taking the backslashes away shows exactly
 * what Teams shows. Pure.
 */

const ESCAPED = /\\([\\`*_~[\]()<>#|{}&.\-+=@:])/g;

/** Null: the body is no message of ours. */
export function teamsCard(body: string): Readonly<Record<string, unknown>> | null {
  const message = recordOf(parsed(body));
  const attachments = message?.attachments;
  const first = Array.isArray(attachments) ? recordOf(attachments[0]) : null;
  const card = recordOf(first?.content);
  return card === null ? null : recordOf(unescaped(card));
}

function unescaped(value: unknown, key = ''): unknown {
  if (typeof value === 'string')
    return TEXT_KEYS.has(key) ? value.replaceAll(ESCAPED, '$1') : value;
  if (Array.isArray(value)) return value.map((one: unknown) => unescaped(one));
  const record = recordOf(value);
  if (record === null) return value;
  const entries = Object.entries(record).map(([name, part]) => [name, unescaped(part, name)]);
  return Object.fromEntries(entries);
}

const TEXT_KEYS: ReadonlySet<string> = new Set(['text', 'value', 'fallbackText']);

function recordOf(value: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.fromEntries(Object.entries(value));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
