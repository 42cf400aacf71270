import { accepted, refused } from '../../core/contract/app-error.ts';
import type { Messages } from '../../core/contract/messages.ts';
import type { ChangeNote, HousePeople } from '../../core/contract/people.ts';
import type { RouteHandlers } from '../../core/contract/server-contributions.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import { tidyText } from '../../core/domain/forms/form-rules.ts';
import type { securityRoutes } from '../../schemas/wire/security.ts';
import { factorOffTitle } from './letters.ts';
import { ownCaller } from './own-calls.ts';
import type { PasskeyRecord } from './passkey-table.ts';
import type { Passkeys } from './passkeys.ts';
import type { SecondFactor } from './second-factor.ts';

interface FactorCallParts {
  readonly factor: SecondFactor;
  readonly passkeys: Pick<Passkeys, 'of'>;
  readonly people: Pick<HousePeople, 'get' | 'endSessions'>;
  readonly messages: Messages;
  readonly clock: Pick<Clock, 'nowMs'>;
}

type FactorRoutes = Pick<
  RouteHandlers<typeof securityRoutes>,
  'securityFactors' | 'securityTotpBegin' | 'securityTotpConfirm' | 'securityTotpOff' | 'securityRecoveryRenew' | 'personFactorReset'
>;

const passkeyView = ({ passkeyId, name, site, synced, createdMs, usedMs }: PasskeyRecord) => ({
  ...{ passkey_id: passkeyId, name, site, synced, created_time: createdMs, used_time: usedMs },
});

/** The own second factor, and that of somebody who has lost his. */
export const factorCalls = ({ factor, passkeys, people, messages, clock }: FactorCallParts): FactorRoutes => ({
  securityFactors: async (request) => {
    const { userId } = ownCaller(request);
    const { sinceMs, recoveryLeft } = await factor.state(userId);
    return accepted({ totp_since: sinceMs, recovery_left: recoveryLeft, passkeys: (await passkeys.of(userId)).map(passkeyView) });
  },
  securityTotpBegin: (request) => factor.begin(ownCaller(request).userId, request.principal.username ?? ''),
  securityTotpConfirm: async (request) => {
    const codes = await factor.confirm(ownCaller(request).userId, request.body.code);
    return codes.ok ? accepted({ recovery_codes: [...codes.value] }) : codes;
  },
  securityTotpOff: async (request) => {
    const { userId } = ownCaller(request);
    return (await factor.turnOff(userId)) ? accepted(null) : refused('TOTP_OFF');
  },
  securityRecoveryRenew: async (request) => {
    const codes = await factor.renewRecovery(ownCaller(request).userId);
    return codes.ok ? accepted({ recovery_codes: [...codes.value] }) : codes;
  },
  personFactorReset: async (request) => {
    const { userId: actor, role } = ownCaller(request);
    const { user_id: userId, reason: typed } = request.body;
    const reason = tidyText(typed);
    if (reason === '') return refused('FORM_FIELD_EMPTY', { field: 'reason' });
    if ((await people.get(userId)) === null) return refused('PERSON_UNKNOWN');
    // The own one is turned off on the own page, by who has it.
    if (userId === actor) return refused('PERSON_SELF', { field: 'user_id' });
    if (!(await factor.isOn(userId))) return refused('TOTP_OFF');
    const note: ChangeNote = { by: { userId: actor, role }, reason };
    // First, and refused to whoever may not do it any more: nobody is left in without what he had.
    const ended = await people.endSessions(userId, 'all', note);
    if (!ended.ok) return ended;
    const message = {
      userId,
      kind: 'system',
      about: 'security',
      title: factorOffTitle,
      body: reason,
      timeMs: clock.nowMs(),
    } as const;
    const wasOn = await factor.reset(userId, { actor, reason }, (sql) => messages.send(message, sql));
    return wasOn ? accepted(null) : refused('TOTP_OFF');
  },
});
