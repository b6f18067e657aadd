/**
 * A text cut where a word that is looked for stands in it, in either case. Pure; the pieces joined
 * are the text.
 */

export interface MarkedPiece {
  readonly at: number;
  readonly text: string;
  readonly hit: boolean;
}

export function markedPieces(text: string, find: string): readonly MarkedPiece[] {
  if (find === '') return [{ at: 0, text, hit: false }];
  const lower = text.toLowerCase();
  const wanted = find.toLowerCase();
  // A letter whose small form has another length would put every later place wrong.
  if (lower.length !== text.length) return [{ at: 0, text, hit: false }];
  const pieces: MarkedPiece[] = [];
  let end = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, end)) {
    if (at > end) pieces.push({ at: end, text: text.slice(end, at), hit: false });
    end = at + wanted.length;
    pieces.push({ at, text: text.slice(at, end), hit: true });
  }
  if (end < text.length) pieces.push({ at: end, text: text.slice(end), hit: false });
  return pieces;
}
