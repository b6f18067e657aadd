/**
 * Shows the name of what an id stands for, or the id if there is no name to read. Filters and the
 * API take the id, so it is in the title, and with `whole` also beside the name.
 */

export interface NamedProps {
  readonly id: string;
  /** From `useNames`. */
  readonly names: ReadonlyMap<string, string>;
  readonly whole?: boolean;
}

export function Named({ id, names, whole = false }: NamedProps) {
  const name = names.get(id);
  const shown = <span className="mono small wrap">{id}</span>;
  if (name === undefined) return shown;
  return (
    <>
      <span title={id}>{name}</span> {whole && shown}
    </>
  );
}
