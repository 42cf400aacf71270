import { isHouseRole, type Role } from '../../domain/accounts/role.ts';
import { useTexts } from './use-text.ts';

/** How these roles are called: those of the house from the texts of `ui`, those that plugins bring from the plugins' own. One without a name is called by its word. */
export function useRoleNames(roles: readonly Role[]): (role: Role) => string {
  const textsOf = useTexts([...new Set(roles.map(pluginOf))]);
  return (role) => {
    const key = `role.${isHouseRole(role) ? role : role.slice(role.indexOf('/') + 1)}`;
    const name = textsOf(pluginOf(role))(key);
    return name === key ? role : name;
  };
}

/** In whose texts its name stands. */
const pluginOf = (role: Role): string => (isHouseRole(role) ? 'ui' : role.slice(0, role.indexOf('/')));
