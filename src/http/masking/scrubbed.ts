/**
 * A shown text without the telephone numbers and mail addresses in it. The cost is linear in the
 * length of the text: an address is sought from its `@` outwards, because a search from every
 * character on would be quadratic.
 */
import { MASK } from './masked-webhook.ts';

/** Seven digits and more, as people write them. */
const TELEPHONE = /(?<![\p{L}\d_])\+?\d(?:[\s()/-]{0,2}\d){6,18}(?![\p{L}\d_])/gu;
/** Characters that no part of a mail address holds. */
const NOT_MAIL = /[\s@<>"(),:;[\]\\/]/;

export function scrubbed(text: string): string {
  return withoutMail(text).replace(TELEPHONE, MASK);
}

function withoutMail(text: string): string {
  let shown = '';
  let done = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', Math.max(at + 1, done))) {
    const start = startOf(text, at, done);
    const end = endOf(text, at);
    if (start === at || end === at + 1) continue;
    shown += text.slice(done, start) + MASK;
    done = end;
  }
  return shown + text.slice(done);
}

/** Never before `bound`, so that no character is read for two addresses. */
function startOf(text: string, at: number, bound: number): number {
  let start = at;
  while (start > bound && !NOT_MAIL.test(text.charAt(start - 1))) start -= 1;
  return start;
}

function endOf(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && !NOT_MAIL.test(text.charAt(end))) end += 1;
  return end;
}
