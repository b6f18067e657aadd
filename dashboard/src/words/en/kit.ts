/**
 * The kit in English. Short, plain sentences; a refusal says what to do. Must never hold a value:
 * values come as arguments.
 */
import { enCount } from './count.ts';

/** Titles by region state; `error` stands for every other state. */
const failureTitles: Readonly<Record<string, string>> & { readonly error: string } = {
  error: 'This could not be loaded',
  offline: 'No connection to the service',
  forbidden: 'Your role may not see this',
  'not-found': 'There is nothing with this id',
  expired: 'This was removed when its retention ended',
};

/** Sentences by the code of the failure. */
const failureSentences: Readonly<Record<string, string>> = {
  OFFLINE: 'The service cannot be reached. What you see may be old; the page keeps asking.',
  MALFORMED:
    'The answer did not come from the service. A proxy or the sign-in page of a network may ' +
    'stand in between. The page keeps asking.',
  TIMEOUT: 'The service did not answer in time. Try again, or choose a shorter range.',
  CALL_REMOVED:
    'Calls are removed when their retention ends. The settings of the project say when.',
  REMOVED: 'Data as old as this is not kept. The settings of the project say how long it is kept.',
};

export const kit = {
  region: {
    loading: 'Loading',
    shownFrom: 'Showing data from',
  },
  failure: {
    title: failureTitles,
    sentence: failureSentences,
    status: (status: number, code: string) => `Status ${status}, ${code}`,
    request: 'Request id',
    removedAt: 'Removed:',
    deleted: {
      title: 'This call was deleted by request',
      sentence:
        'Everything kept about it is erased and cannot be restored. New reports, logs and ' +
        'results for this call are refused with 410.',
      at: 'Deleted:',
    },
    retry: 'Try again',
  },
  copy: {
    copy: (what: string) => `Copy: ${what}`,
    copied: 'Copied',
    copiedId: (id: string) => `Copied: ${id}`,
    failed: 'Could not copy. Select the text and copy it by hand.',
  },
  table: {
    select: (name: string) => `Select ${name}`,
    selectAll: 'Select all rows of this page',
    selected: (count: number) => enCount(count, { one: '# selected', other: '# selected' }),
    clearSelection: 'Clear the selection',
    keys: 'Keys: j and k move, Enter opens, o peeks, x selects.',
    more: 'More actions',
  },
  pager: {
    label: (what: string) => `Pages of ${what}`,
    newest: 'Newest',
    older: 'Older',
    shown: (count: number) => enCount(count, { one: '# shown', other: '# shown' }),
  },
  list: {
    fresh: (count: number) => enCount(count, { one: '# new', other: '# new' }),
    freshOver: (count: number) => enCount(count, { one: '#+ new', other: '#+ new' }),
    showFresh: 'Show them on top',
    paused: 'Updates paused',
    pausedWhy: 'Rows stay where they are while some are selected. Esc clears the selection.',
    range: (range: string) => `Range of time: ${range}`,
  },
  filter: {
    label: 'Filter',
    placeholder: 'Filter: state:, endpoint:, call:',
    add: 'Add a filter',
    active: 'Active filters',
    clear: 'Clear filters',
    remove: (what: string) => `Remove ${what}`,
    unknown: (text: string) => `"${text}" is not a known filter and is ignored.`,
    noValue: (key: string, value: string) => `${key} has no value "${value}".`,
    suggestions: 'Suggestions',
  },
  dialog: {
    cancel: 'Cancel',
    close: 'Close',
    typeCount: (count: string) => `To go on, type the number ${count}`,
    typeWord: (word: string) => `To go on, type ${word}`,
  },
  toast: {
    label: 'Messages',
    undo: 'Undo',
    dismiss: 'Dismiss',
  },
  form: {
    fix: (count: number) =>
      enCount(count, { one: '# field needs a change', other: '# fields need a change' }),
    unsavedTitle: 'Leave without saving?',
    unsaved: 'What you typed on this page is not saved and would be lost.',
    stay: 'Stay here',
    leave: 'Leave',
  },
  code: {
    pretty: 'Formatted',
    raw: 'Exact bytes',
    hex: 'Hex',
    wrap: 'Wrap lines',
    find: 'Find in this text',
    found: (count: number) => enCount(count, { one: '# match', other: '# matches' }),
    truncated: (shown: string, whole: string) => `Cut: ${shown} of ${whole} are kept.`,
    empty: 'Empty body',
    notText: 'Not text in UTF-8; shown as hex.',
  },
  chart: {
    table: 'Table',
    time: 'Time',
    keys: 'The left and right arrow keys read the values.',
    empty: 'Nothing happened in this range.',
  },
  peek: {
    close: 'Close the panel',
  },
  views: {
    save: 'Save view',
    saveWhy: 'Keep these filters under a name',
    full: (most: number) => `There are ${most} already. Delete one first.`,
    menu: (name: string) => `View "${name}"`,
    rename: 'Rename',
    remove: 'Delete',
    removed: (name: string) => `The view "${name}" is deleted.`,
    name: 'Name',
    kept: 'Kept in this browser, for you. To share a view, copy its address.',
    keep: 'Save',
    taken: 'A view with this name exists.',
    noName: 'Give it a name.',
  },
  look: {
    button: 'Columns and density',
    density: 'Rows',
    comfortable: 'Comfortable',
    compact: 'Compact',
    columns: 'Columns',
    usual: 'Default columns',
    kept: 'Kept in this browser, for this list.',
  },
  listExport: {
    button: 'Export this list',
    title: 'Export this list?',
    effect:
      'All rows that match the filters, at most 100,000, not only this page. The export is noted ' +
      'in the audit log.',
    form: 'As',
    forms: { csv: 'CSV, for spreadsheets', ndjson: 'JSON Lines, for programs' },
    action: 'Export',
  },
  onlyRole: (role: string) => `This needs the role ${role}.`,
};
