/**
 * What an id stands for: its name where there is one to read, else the id itself. The id is in
 * the title, and beside the name where `whole`: it is what filters and the API take.
 */

export interface NamedProps {
  readonly id: string;
  /** Of `useNames`. */
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
