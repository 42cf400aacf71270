import { accepted } from '../../core/contract/app-error.ts';
import type { Authorisation, Authorisations, InstanceAuthorisation } from '../../core/contract/authorisations.ts';
import { type RouteHandlers, userOf } from '../../core/contract/server-contributions.ts';
import { houseRoles, type Role } from '../../core/domain/accounts/role.ts';
import type { AuthorisationView, exchangeAccountRoutes, InstanceAuthorisationView } from '../../schemas/wire/exchange-account.ts';

type AuthorisationRoutes = Pick<
  RouteHandlers<typeof exchangeAccountRoutes>,
  | ('observerSelectList' | 'authorisationList' | 'authorisationGive' | 'authorisationTake' | 'observerAccounts')
  | ('instanceAuthorisationList' | 'instanceAuthorisationGive' | 'instanceAuthorisationTake' | 'observerHeldInstances')
>;

/** Those whose work it is to look after accounts of others: they are told by name to whoever may authorise them. Traders are not. */
const lookingAfter = houseRoles.filter((role) => role !== 'admin' && role !== 'user');

/** Whoever guesses names learns of nobody that he is an administrator. */
const toldRole = (role: Role): Role | null => (lookingAfter.some((one) => one === role) ? role : null);

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
    instanceAuthorisationList: async (request) => accepted((await authorisations.instancesGivenBy(userOf(request))).map(instanceView)),
    instanceAuthorisationGive: async (request) => {
      const { instance_id: instanceId, grantee, until: untilMs } = request.body;
      const given = await authorisations.giveInstance(userOf(request), { instanceId, grantee, untilMs });
      return given.ok ? accepted(instanceView(given.value)) : given;
    },
    instanceAuthorisationTake: async (request) => {
      const { instance_id: instanceId, grantee_id: granteeId } = request.body;
      const taken = await authorisations.takeInstance(userOf(request), instanceId, granteeId);
      return taken.ok ? accepted(null) : taken;
    },
    observerHeldInstances: async (request) => {
      const held = await authorisations.instancesHeldBy(userOf(request));
      return accepted(
        held.map(({ instanceId, name, status, owner, untilMs, givenMs }) => ({
          ...{ instance_id: instanceId, name, status, owner },
          ...{ until: untilMs, given: givenMs },
        })),
      );
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
  ...{ api_id: apiId, grantee_id: granteeId, grantee, grantee_role: toldRole(granteeRole) },
  ...{ acts: [...acts], until: untilMs, given: givenMs },
});

const instanceView = (given: InstanceAuthorisation): InstanceAuthorisationView => ({
  ...{ instance_id: given.instanceId, name: given.name, status: given.status },
  ...{ grantee_id: given.granteeId, grantee: given.grantee, grantee_role: toldRole(given.granteeRole) },
  ...{ until: given.untilMs, given: given.givenMs },
});
