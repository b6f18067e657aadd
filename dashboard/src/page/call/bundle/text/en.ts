/**
 * An imported bundle in English: what it is, and what a file is refused for. Sentences say what to
 * do.
 */
export const en = {
  title: 'Call bundle',
  lead: 'Look at a call that somebody downloaded as JSON, here or from another Ringpost.',
  file: 'File of a call bundle',
  choose: 'Choose a file…',
  another: 'Open another…',
  imported: 'Imported bundle',
  readOnly: 'It is read-only, and nothing of it is sent or stored: it goes when you leave.',
  from: (name: string) => `From ${name}, taken`,
  empty: 'No bundle is open',
  emptyText:
    'Choose a file that “Download as JSON” of a call has made. It stays in this browser tab.',
  refused: (name: string) => `${name} cannot be shown`,
  tooLarge: (size: string, most: string) =>
    `The file has ${size}; a bundle has at most ${most}. Is it the right file?`,
  unreadable: 'The browser could not read the file. Is it still there?',
  fault: {
    'no-json': 'This is no JSON, or only the beginning of it. Download the bundle again.',
    foreign:
      'This is JSON, but no bundle of a call. Take one from a call’s page: Download as JSON.',
    newer: 'This bundle has a format that this version does not know. Open it in a newer Ringpost.',
  },
  malformed: (at: string) =>
    `It says that it is a bundle, but ${at} is missing or of another kind. Download it again; if ` +
    'somebody has edited it, take the original.',
  noLog: 'The call has a log, but it is not in the bundle: whoever took it could not read it.',
};
