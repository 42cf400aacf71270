import type { Admissions, AdmissionTerms, AdmissionWords, OpenAdmission } from '../../core/contract/admissions.ts';
import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { Outbox } from '../../core/contract/deliveries.ts';
import type { HousePlatform } from '../../core/contract/platform.ts';
import type { Caller, RouteHandlers } from '../../core/contract/server-contributions.ts';
import type { Environment } from '../../core/contract/server-services.ts';
import { admissionPath } from '../../core/domain/admission.ts';
import type { InvitationView, invitationRoutes, SentInvitationView } from '../../schemas/wire/invitation.ts';
import { noReason, noteOf } from './change-calls.ts';
import type { PersonLetters } from './letters.ts';

interface InvitationParts {
  readonly admissions: Pick<Admissions, 'list' | 'make' | 'renew' | 'revoke'>;
  readonly letters: Pick<PersonLetters, 'invitation'>;
  readonly outbox: Pick<Outbox, 'channels'>;
  readonly environment: Pick<Environment, 'publicUrl'>;
  readonly platform: Pick<HousePlatform, 'state'>;
}

/** How administrators invite people. */
export function invitationCalls({
  admissions,
  letters,
  outbox,
  environment,
  platform,
}: InvitationParts): RouteHandlers<typeof invitationRoutes> {
  const wordsFor = ({ site }: Pick<Caller, 'site'>, address: string): Outcome<AdmissionWords> => {
    const origin = environment.publicUrl ?? site;
    if (origin === undefined) return refused('INVITATION_NO_SITE');
    return accepted((token) => letters.invitation(`${origin}${admissionPath(token)}`, address));
  };
  const sent = (outcome: Outcome<OpenAdmission>): Outcome<SentInvitationView> =>
    outcome.ok ? accepted({ invitation: view(outcome.value), channels: { ...outbox.channels } }) : outcome;
  return {
    invitationList: async () =>
      accepted({
        ...{ results: (await admissions.list()).map(view), channels: { ...outbox.channels } },
        languages: [...platform.state.settings.languages],
      }),
    invitationMake: async (request) => {
      const note = noteOf(request);
      if (note === null) return noReason;
      const { address, role, vip_level, vip_until: vipUntilMs, product: productVersion, language } = request.body;
      const words = wordsFor(request, address);
      if (!words.ok) return words;
      const vipLevel = vip_level as AdmissionTerms['vipLevel'];
      return sent(await admissions.make({ address, role, vipLevel, vipUntilMs, productVersion, language }, note, words.value));
    },
    invitationResend: async (request) => {
      const note = noteOf(request);
      if (note === null) return noReason;
      const { invitation_id: id } = request.body;
      const found = (await admissions.list()).find(({ admissionId }) => admissionId === id);
      if (found === undefined) return refused('INVITATION_UNKNOWN');
      const words = wordsFor(request, found.address);
      return words.ok ? sent(await admissions.renew(id, note, words.value)) : words;
    },
    invitationRevoke: async (request) => {
      const note = noteOf(request);
      return note === null ? noReason : admissions.revoke(request.body.invitation_id, note);
    },
  };
}

const view = ({ letter, ...one }: OpenAdmission): InvitationView => ({
  ...{ invitation_id: one.admissionId, address: one.address, role: one.role, vip_level: one.vipLevel, vip_until: one.vipUntilMs },
  ...{ product: one.productVersion, language: one.language, invited_by: one.invitedBy, invited_time: one.invitedMs, until: one.untilMs },
  letter: letter && { delivery_id: letter.deliveryId, channel: letter.channel, state: letter.state },
});
