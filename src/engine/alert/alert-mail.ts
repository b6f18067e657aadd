/**
 * Which members get alerts by mail (S17.11), by their role and the setting of the project: a viewer
 * can do nothing about an alert.
 */
import type { AlertMail } from '../../core/alert/alert-settings.ts';
import type { MemberRole } from '../../core/person/role.ts';
import { isAtLeast } from '../../core/person/role-rights.ts';

export function isMailed(role: MemberRole, mail: AlertMail): boolean {
  switch (mail) {
    case 'none':
      return false;
    case 'owners':
      return role === 'owner';
    case 'operators':
      return isAtLeast(role, 'operator');
  }
}
