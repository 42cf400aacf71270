import { heaviestFirst } from '../../core/domain/accounts/capability.ts';
import type { Role } from '../../core/domain/accounts/role.ts';
import type { PackageGrant } from '../../schemas/wire/package.ts';

type Translate = (key: string, params?: Readonly<Record<string, string | number>>) => string;

export const rolesIn = ({ reach }: Pick<PackageGrant, 'reach'>): readonly Role[] => Object.keys(reach) as Role[];

/** One line for each thing that is granted: what the code may do, and who has it. */
export function grantLines({ capabilities, reach }: PackageGrant, t: Translate, roleName: (role: Role) => string): readonly string[] {
  const roles = rolesIn({ reach }).map((one) =>
    reach[one] === 0 ? roleName(one) : t('package.roleFrom', { role: roleName(one), level: reach[one] ?? 0 }),
  );
  return [
    ...heaviestFirst(capabilities).map((capability) => t(`may.${capability}`)),
    ...(roles.length === 0 ? [] : [t('package.reach', { roles: roles.join(t('thing.and')) })]),
  ];
}
