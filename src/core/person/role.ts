/**
 * The roles of a person in a project, and the rights that only a person can have: API keys manage
 * neither members nor projects. The rights of a key are its scopes; a role stands for a set of
 * them. Source: S13.1, S13.2.
 */

/** From the most to the least. */
export const MEMBER_ROLES = ['owner', 'admin', 'operator', 'viewer'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/**
 * Rights that no API key can have. `account`: to be signed in, whatever the project. `member`: to
 * belong to the project, in any role.
 */
export const PERSON_RIGHTS = ['account', 'member', 'members:read', 'members:admin'] as const;
export type PersonRight = (typeof PERSON_RIGHTS)[number];
