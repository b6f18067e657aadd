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
  const at = course.indexOf(id);
  return at < 0 ? null : (course[at + step] ?? null);
}
