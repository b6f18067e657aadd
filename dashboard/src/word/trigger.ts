/**
 * When a trigger fires, in the reader's language. For a trigger that only a newer service knows,
 * the service's own sentence is shown.
 */
export function firesWords(
  { name, fires }: { readonly name: string; readonly fires: string },
  words: Readonly<Record<string, string>>,
): string {
  return Object.hasOwn(words, name) ? (words[name] ?? fires) : fires;
}

/** The records with the sentences that are shown, so that a search finds what its reader sees. */
export function inWords<Told extends { readonly name: string; readonly fires: string }>(
  records: readonly Told[],
  words: Readonly<Record<string, string>>,
): readonly Told[] {
  return records.map((record) => ({ ...record, fires: firesWords(record, words) }));
}
