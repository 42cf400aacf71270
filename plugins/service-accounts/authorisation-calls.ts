import { accepted } from '../../core/contract/app-error.ts';
import type { Authorisation, Authorisations } from '../../core/contract/authorisations.ts';
import { type RouteHandlers, userOf } from '../../core/contract/server-contributions.ts';
import { houseRoles } from '../../core/domain/accounts/role.ts';
import type { AuthorisationView, exchangeAccountRoutes } from '../../schemas/wire/exchange-account.ts';

type AuthorisationRoutes = Pick<
  RouteHandlers<typeof exchangeAccountRoutes>,
  'observerSelectList' | 'authorisationList' | 'authorisationGive' | 'authorisationTake' | 'observerAccounts'
>;

/** Those whose work it is to look after accounts of others: they are told by name to whoever may authorise them. Traders are not. */
const lookingAfter = houseRoles.filter((role) => role !== 'admin' && role !== 'user');

/** How owners authorise others, and what these hold. */
export function authorisationCalls(authorisations: Authorisations): AuthorisationRoutes {
  return {
    observerSelectList: async (request) => {
      const own = request.principal.username;
      const people = await authorisations.candidates(lookingAfter);
      return accepted(people.filter(({ username }) => username !== own).map((one) => ({ ...one })));
    },
    authorisationList: async (request) => accepted((await authorisations.givenBy(userOf(request))).map(view)),
    authorisationGive: async (request) => {
      const { api_id: apiId, grantee, acts, until: untilMs } = request.body;
      const given = await authorisations.give(userOf(request), { apiId, grantee, acts, untilMs });
      return given.ok ? accepted(view(given.value)) : given;
    },
    authorisationTake: async (request) => {
      const { api_id: apiId, grantee_id: granteeId } = request.body;
      const taken = await authorisations.take(userOf(request), apiId, granteeId);
      return taken.ok ? accepted(null) : taken;
    },
    observerAccounts: async (request) => {
      const held = await authorisations.heldBy(userOf(request));
      return accepted(
        held.map(({ apiId, name, exchange, owner, acts, untilMs, givenMs }) => ({
          ...{ api_id: apiId, name, exchange, owner },
          ...{ acts: [...acts], until: untilMs, given: givenMs },
        })),
      );
    },
  };
}

const view = ({ apiId, granteeId, grantee, granteeRole, acts, untilMs, givenMs }: Authorisation): AuthorisationView => ({
  ...{ api_id: apiId, grantee_id: granteeId, grantee, grantee_role: granteeRole },
  ...{ acts: [...acts], until: untilMs, given: givenMs },
});
