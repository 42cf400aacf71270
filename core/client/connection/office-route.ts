import type { Route } from '../../../schemas/wire/route.ts';

/** No trader ever calls it: of the roles that may, `user` is none. */
export const isOfOffice = ({ access }: Pick<Route, 'access'>): boolean =>
  typeof access === 'object' && access.roles !== undefined && !access.roles.includes('user');
