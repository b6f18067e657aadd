/**
 * An owner removes the second factors of a member who lost the phone and the recovery codes.
 * Afterwards the password alone signs in as that member. So the owner must have at least the
 * member's rights, the member's sessions end, and the member is told by mail. Source:
 * docs/decisions/0038.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import type { ProjectKey } from '../../core/id.ts';
import type { MailAllowance } from '../mail-allowance.ts';
import { auditEntry } from '../manage/author.ts';
import type { Clock } from '../ports/clock.ts';
import type { Letters } from '../ports/letters.ts';
import type { PeopleStore, SignedIn, User } from '../ports/people-store.ts';
import { authorFrom, type Client } from './session-maker.ts';

export interface MemberFactorService {
  /**
   * Throws NOT_FOUND; FORBIDDEN if the member has more rights elsewhere; STATE_CONFLICT for
   * oneself.
   */
  remove(projectKey: ProjectKey, memberId: string, owner: SignedIn, client: Client): Promise<void>;
}

export interface MemberFactorParts {
  readonly store: Pick<PeopleStore, 'members' | 'removeMemberSecondFactors'>;
  readonly clock: Clock;
  /** Null: no mail server is configured. */
  readonly letters: Letters | null;
  readonly allowance: MailAllowance;
  readonly onTrouble: (message: string) => void;
}

export function createMemberFactorService(parts: MemberFactorParts): MemberFactorService {
  const { store, clock } = parts;
  return {
    async remove(projectKey, memberId, owner, client) {
      const member = (await store.members(projectKey)).find(({ user }) => user.id === memberId);
      if (member === undefined) throw new ServiceError('NOT_FOUND', 'There is no such member.');
      if (member.user.key === owner.user.key) {
        throw new ServiceError('STATE_CONFLICT', 'Remove your own second factor in your account.');
      }
      const change = { before: null, after: { by: 'owner', sessions: 'ended' } };
      const author = authorFrom(owner.user.id, client);
      const audit = auditEntry(author, clock.wallMs(), 'second-factor.removed', memberId, change);
      const by = { key: owner.user.key, projectKey };
      const removal = await store.removeMemberSecondFactors({
        user: member.user.key,
        owner: by,
        audit,
      });
      if (removal === 'none') {
        throw new ServiceError('NOT_FOUND', 'The member has no second factor.');
      }
      if (removal === 'not-allowed') {
        throw new ServiceError(
          'FORBIDDEN',
          'This person has more rights than you in another project. An owner there removes it.',
        );
      }
      tell(parts, member.user);
    },
  };
}

/** Not awaited, because the removal stands even if no mail can be sent. */
function tell({ letters, allowance, onTrouble }: MemberFactorParts, user: User): void {
  const { email: to, name, language } = user;
  // The address is unconfirmed: only the person says that it is theirs.
  if (letters === null || user.emailFrom === 'self') return;
  if (allowance.take({ recipient: to }) > 0) return;
  letters
    .send({ kind: 'second-factor-removed', to, name, language })
    .then((fault) => fault === null || onTrouble(fault), onTrouble);
}
