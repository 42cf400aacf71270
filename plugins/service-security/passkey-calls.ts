import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { RouteHandlers } from '../../core/contract/server-contributions.ts';
import type { SignInSteps } from '../../core/contract/sign-in-steps.ts';
import type { securityRoutes } from '../../schemas/wire/security.ts';
import { ownCaller } from './own-calls.ts';
import type { Passkeys } from './passkeys.ts';

type PasskeyRoutes = Pick<
  RouteHandlers<typeof securityRoutes>,
  | 'securityPasskeyBegin'
  | 'securityPasskeyAdd'
  | 'securityPasskeyRename'
  | 'securityPasskeyRemove'
  | 'securityPasskeyEnterTerms'
  | 'securityPasskeyEnter'
>;
type MakerRequest = Parameters<PasskeyRoutes['securityPasskeyBegin']>[0] | Parameters<PasskeyRoutes['securityPasskeyAdd']>[0];

function makerOf(request: MakerRequest) {
  const { userId, sessionId } = ownCaller(request);
  return { userId, sessionId, username: request.principal.username ?? '', page: request.page ?? null };
}
const termsReply = (terms: Outcome<string>) => (terms.ok ? accepted({ terms: terms.value }) : terms);

/** The own passkeys, and coming in by one of them without a password. */
export const passkeyCalls = ({
  passkeys,
  steps,
}: {
  readonly passkeys: Passkeys;
  readonly steps: Pick<SignInSteps, 'enter'>;
}): PasskeyRoutes => ({
  securityPasskeyBegin: async (request) => termsReply(await passkeys.begin(makerOf(request))),
  securityPasskeyAdd: async (request) => {
    const added = await passkeys.add(makerOf(request), request.body.name, request.body.value);
    return added.ok ? accepted({ recovery_codes: added.value === null ? null : [...added.value] }) : added;
  },
  securityPasskeyRename: (request) => passkeys.rename(ownCaller(request).userId, request.body.passkey_id, request.body.name),
  securityPasskeyRemove: (request) => passkeys.remove(ownCaller(request).userId, request.body.passkey_id),
  securityPasskeyEnterTerms: async (request) => termsReply(await passkeys.openTerms(request.page ?? null)),
  securityPasskeyEnter: async (request) => {
    const userId = await passkeys.entered(request.body.value);
    const entered = userId === null ? null : await steps.enter(userId, request);
    // Whether there is such a passkey, or its person may come in, is nobody's business.
    return entered === null || (!entered.ok && entered.error.code === 'LOGIN_WRONG') ? refused('LOGIN_PASSKEY_WRONG') : entered;
  },
});
