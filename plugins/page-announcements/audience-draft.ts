import type { ProductVersion, Role, VipLevel } from '../../core/domain/accounts/role.ts';
import { type Audience, type AudienceKind, everybody } from '../../core/domain/audience.ts';

/** Whom an announcement is for, as it is chosen: what belongs to other kinds than the chosen one is kept while the form is open. */
export interface AudienceDraft {
  readonly kind: AudienceKind;
  readonly roles: readonly Role[];
  readonly from: VipLevel;
  readonly to: VipLevel;
  readonly versions: readonly ProductVersion[];
  /** Names of users as they are typed, with commas, blanks or lines between them. */
  readonly names: string;
}

export const emptyAudience: AudienceDraft = { kind: 'everybody', roles: [], from: 1, to: 3, versions: [], names: '' };

export function draftOf(audience: Audience): AudienceDraft {
  const { kind } = audience;
  if (kind === 'users') return { ...emptyAudience, kind, names: audience.usernames.join(', ') };
  return { ...emptyAudience, ...audience };
}

/** Null: nothing is chosen yet. */
export function audienceOf({ kind, roles, from, to, versions, names }: AudienceDraft): Audience | null {
  switch (kind) {
    case 'everybody':
      return everybody;
    case 'roles':
      return roles.length === 0 ? null : { kind, roles };
    case 'levels':
      return { kind, from: Math.min(from, to) as VipLevel, to: Math.max(from, to) as VipLevel };
    case 'versions':
      return versions.length === 0 ? null : { kind, versions };
    case 'users': {
      const usernames = [...new Set(names.split(/[\s,，、;]+/).filter((name) => name !== ''))];
      return usernames.length === 0 ? null : { kind, usernames };
    }
  }
}

/** With or without one of a list. */
export const toggled = <T>(list: readonly T[], one: T): readonly T[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one];
