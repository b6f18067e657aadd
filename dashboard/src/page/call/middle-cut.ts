/**
 * A long id with its middle left out: what tells ids apart stands at their ends. Pure; never cuts
 * a character in two.
 */

const LENGTH_MAX = 28;

export function middleCut(text: string, most = LENGTH_MAX): string {
  const points = [...text];
  if (points.length <= most) return text;
  const head = Math.ceil((most - 1) / 2);
  const tail = points.slice(points.length - (most - 1 - head));
  return `${points.slice(0, head).join('')}…${tail.join('')}`;
}
