/**
 * The roles of a person in a project, and the rights that only a person can have: API keys manage
 * neither members nor projects. A key has scopes as rights; a role stands for a set of scopes.
 * Source: S13.1, S13.2.
 */

/** From the most rights to the fewest. */
export const MEMBER_ROLES = ['owner', 'admin', 'operator', 'viewer'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/**
 * Rights that no API key can have. `account`: for any signed-in person, whatever the project.
 * `member`: for any member of the project.
 */
export const PERSON_RIGHTS = ['account', 'member', 'members:read', 'members:admin'] as const;
export type PersonRight = (typeof PERSON_RIGHTS)[number];
