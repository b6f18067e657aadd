/**
 * Members and invitations
 * in English.
 */
export const en = {
  title: 'Members',
  lead: 'Who may sign in to this project, and what they may do here.',
  members: 'Members',
  listed: 'Members of this project.',
  name: 'Name',
  role: 'Role',
  since: 'Member since',
  you: 'you',
  roleOf: (name: string) => `Role of ${name}`,
  roleChanged: (name: string) => `The role of ${name} is changed.`,
  remove: 'Remove',
  leave: 'Leave',
  removeTitle: (name: string) => `Remove ${name}?`,
  leaveTitle: 'Leave the project?',
  removeEffect: 'They can no longer see this project. Their account stays.',
  leaveEffect: 'You can no longer see this project. An owner can invite you again.',
  removeAction: 'Remove the member',
  leaveAction: 'Leave the project',
  removed: (name: string) => `${name} is removed.`,
  roles: {
    owner: 'Owner: everything, members too',
    admin: 'Admin: everything but members',
    operator: 'Operator: retry, cancel, pause, simulate',
    viewer: 'Viewer: read only',
  },
  mayNot: 'Only owners may change members.',
  invitations: 'Open invitations',
  invitationsListed: 'Invitations that nobody has taken yet.',
  noInvitations: 'No open invitations',
  email: 'E-mail',
  until: 'Valid until',
  withdraw: 'Withdraw',
  withdrawTitle: (email: string) => `Withdraw the invitation of ${email}?`,
  withdrawEffect: 'Its link stops working at once. A new invitation has a link of its own.',
  withdrawn: (email: string) => `The invitation of ${email} is withdrawn.`,
  invite: 'Invite someone',
  inviteTitle: 'Invite someone',
  inviteHint: 'They get a link that works once, for 72 hours.',
  inviteAction: 'Make the link',
  made: 'The invitation is made',
  madeLead: (email: string) => `Send this link to ${email}. It is never shown again.`,
  link: 'Invitation link',
  done: 'Done',
  cancel: 'Cancel',
  mailed: (email: string) => `It was mailed to ${email}.`,
  notMailed: (why: string) => `It could not be mailed, but the invitation stands. ${why}`,
  reset: 'New password',
  resetTitle: (name: string) => `A new password for ${name}?`,
  resetEffect:
    'You get a link by which they choose one. It works once, for 24 hours. When it is used, they ' +
    'are signed out everywhere. Until then nothing changes.',
  resetAction: 'Make the link',
  resetMade: 'The link is made',
  resetMadeLead: (email: string) =>
    `Give it to ${email} on a way that you trust: whoever has it can sign in as them. ` +
    'It is never shown again.',
  resetLink: 'Link for a new password',
  lesserTitle: (name: string) => `Change the role of ${name}?`,
  lesserEffect: (role: string) => `From now on: ${role}. API keys that they made go on.`,
  lesserAction: 'Change the role',
  noKeysMade: 'No API key that still works was made by them.',
  keysMade: (count: number) =>
    count === 1
      ? 'One API key that still works was made by them, or with a key of theirs:'
      : `${count} API keys that still work were made by them, or with keys of theirs:`,
  revokeKeys: (count: number) => (count === 1 ? 'Revoke it too' : `Revoke these ${count} keys too`),
  revokeKeysEffect: 'Programs that use them are refused at once. This cannot be undone.',
  removeFactor: 'Remove second factor',
  removeFactorTitle: (name: string) => `Remove the second factor of ${name}?`,
  removeFactorEffect: (name: string) =>
    `Ask ${name} on a way that you trust whether phone and recovery codes are lost: from then on ` +
    'the password alone signs them in, in all their projects. They are signed out everywhere and ' +
    'told by mail, where a mail server is set.',
  removeFactorAction: 'Remove the second factor',
  factorRemoved: (name: string) => `The second factor of ${name} is removed.`,
  wantsEmail: (name: string, present: string, wanted: string) =>
    `${name} (${present}) asks for the e-mail ${wanted}.`,
  emailConfirm: 'Confirm the e-mail',
  emailRefuse: 'Refuse',
  emailConfirmTitle: (email: string) => `Is ${email} theirs?`,
  emailConfirmEffect: (name: string) =>
    `Ask ${name} on a way that you trust: whoever reads mail there can get the account. They ` +
    'are signed out everywhere, and sign in with this e-mail from then on.',
  emailConfirmed: (name: string) => `The e-mail of ${name} is changed.`,
  emailRefused: (name: string) => `${name} keeps the present e-mail.`,
  nobody: 'Nobody is a member',
};
