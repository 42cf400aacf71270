import { heaviestFirst } from '../../core/domain/accounts/capability.ts';
import type { PackageGrant } from '../../schemas/wire/package.ts';

type Translate = (key: string, params?: Readonly<Record<string, string | number>>) => string;

/** One line for each thing that is granted: what the code may do, and who has it. */
export function grantLines({ capabilities, reach }: PackageGrant, t: Translate): readonly string[] {
  const roles = Object.entries(reach).map(([role, level]) =>
    level === 0 ? t(`role.${role}`) : t('package.roleFrom', { role: t(`role.${role}`), level }),
  );
  return [
    ...heaviestFirst(capabilities).map((capability) => t(`may.${capability}`)),
    ...(roles.length === 0 ? [] : [t('package.reach', { roles: roles.join(', ') })]),
  ];
}
