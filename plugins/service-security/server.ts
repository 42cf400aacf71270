import { PEOPLE } from '../../core/contract/people.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { ROUTES } from '../../core/contract/server-contributions.ts';
import { securityRoutes } from '../../schemas/wire/security.ts';
import { ownCalls } from './own-calls.ts';

export const plugin = definePlugin({
  requires: { routes: ROUTES, people: PEOPLE },
  setup: ({ services: { routes, people } }) => {
    routes.add(securityRoutes, ownCalls(people));
    return undefined;
  },
});
