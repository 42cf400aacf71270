import type { Route } from '../../../schemas/wire/route.ts';

/** Nobody does these with accounts of his own. */
const officeActs: readonly unknown[] = ['oversee', 'fund', 'control'];

/** No trader ever calls it: of the roles that may, `user` is none, or what is done is done with accounts of others. */
export const isOfOffice = ({ access }: Pick<Route, 'access'>): boolean =>
  typeof access === 'object' && ((access.roles !== undefined && !access.roles.includes('user')) || officeActs.includes(access.account));
