/**
 * Whether the page that shows was gone to from another one. The router tells; the heading of a
 * page asks, to take the focus then and only then: a changed filter must not move it.
 */

let navigated = false;

export const arrival = {
  /** Another path was gone to. */
  tell(): void {
    navigated = true;
  },
  byNavigation(): boolean {
    return navigated;
  },
};
