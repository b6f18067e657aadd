/**
 * The rows of the list that was shown last, in their order, so that a record that was opened from
 * it knows what comes next. Lives as long as the page; a record from elsewhere has no course.
 */

let course: readonly string[] = [];

export function setCourse(ids: readonly string[]): void {
  course = ids;
}

/** `step`: 1 the next row, -1 the one before. Null: there is none, or it is not of that list. */
export function besideInCourse(id: string, step: 1 | -1): string | null {
  const near = neighboursOf(course, id);
  return (step === 1 ? near?.after : near?.before) ?? null;
}

export interface Neighbours {
  readonly before: string | null;
  readonly after: string | null;
  /** The first row is 1. */
  readonly place: number;
  readonly of: number;
}

/** Null: the id is not in the list. */
export function neighboursOf(ids: readonly string[], id: string): Neighbours | null {
  const at = ids.indexOf(id);
  if (at < 0) return null;
  return {
    before: ids[at - 1] ?? null,
    after: ids[at + 1] ?? null,
    place: at + 1,
    of: ids.length,
  };
}
