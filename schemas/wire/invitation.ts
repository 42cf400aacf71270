import { type Static, Type } from '@sinclair/typebox';
import { longestEmail } from '../../core/domain/accounts/person-rules.ts';
import { admissionTokenPattern } from '../../core/domain/admission.ts';
import { deliveryChannels, deliveryStates } from '../../core/domain/delivery.ts';
import { languages } from '../../core/domain/language.ts';
import { nullable, oneOf, ProductVersionName, RoleName, strict, TimeMs } from '../common.ts';
import type { Access } from '../manifest.ts';
import { Reason, Vip } from './people.ts';
import { guests, Language, Password, Username } from './register.ts';
import { route } from './route.ts';
import { CaptchaQuery } from './work-task.ts';

const tag = 'People';
const admins: Access = { roles: ['admin'] };
const InvitationId = Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' });
const Channels = strict({ mail: Type.Boolean(), sms: Type.Boolean() });

const terms = {
  role: RoleName,
  vip_level: Vip,
  /** When the level falls back to 0; null: never. */
  vip_until: nullable(TimeMs),
  /** What the person has beside role and level; null: none. */
  product: nullable(ProductVersionName),
};

const Invitation = strict({
  invitation_id: InvitationId,
  /** E-mail, or telephone number with the code of its country. */
  address: Type.String(),
  ...terms,
  language: oneOf(languages),
  /** The user name of the administrator whose letter is the last one. */
  invited_by: Type.String(),
  invited_time: TimeMs,
  /** Until when the link of the letter is good: it may be over. */
  until: TimeMs,
  /** What became of the letter; null: nothing is known any more. */
  letter: nullable(strict({ delivery_id: Type.String(), channel: oneOf(deliveryChannels), state: oneOf(deliveryStates) })),
});
export type InvitationView = Static<typeof Invitation>;
/** With which channels are set: a letter of another waits in the outbox. */
const Sent = strict({ invitation: Invitation, channels: Channels });
export type SentInvitationView = Static<typeof Sent>;

const One = strict({ invitation_id: InvitationId, reason: Reason });
const Token = Type.String({ pattern: admissionTokenPattern, description: 'What stands behind the # of the link of the letter' });

/** How administrators invite people, and how these come. A token stands in a body alone: no log has it. */
export const invitationRoutes = {
  invitationList: route({
    method: 'GET',
    path: '/admin/people/invitations/list',
    tag,
    summary: 'Invitations that nobody has accepted or revoked, the newest first, and which channels are set',
    access: admins,
    rate: 'read',
    reply: strict({
      results: Type.Array(Invitation),
      channels: Channels,
      /** That the firm speaks. */
      languages: Type.Array(oneOf(languages)),
    }),
  }),
  invitationMake: route({
    method: 'POST',
    path: '/admin/people/invitations/make',
    tag,
    summary:
      'Invites whoever reads at an address, by a letter whose link is good once; takes the place of an open invitation of that address',
    access: admins,
    rate: 'save',
    confirm: 'fresh',
    body: strict({
      // What it must be the handler judges, in the sentences of the form.
      address: Type.String({
        minLength: 1,
        maxLength: longestEmail,
        description: 'E-mail, or telephone number with the code of its country',
      }),
      ...terms,
      language: oneOf(languages, 'Of the letter'),
      reason: Reason,
    }),
    reply: Sent,
  }),
  invitationResend: route({
    method: 'POST',
    path: '/admin/people/invitations/resend',
    tag,
    summary: 'Writes another letter, in the name of who asks; the link of the one before opens nothing more',
    access: admins,
    rate: 'save',
    confirm: 'fresh',
    body: One,
    reply: Sent,
  }),
  invitationRevoke: route({
    method: 'POST',
    path: '/admin/people/invitations/revoke',
    tag,
    summary: 'Takes an invitation back: its link opens nothing more',
    access: admins,
    rate: 'stop',
    confirm: 'fresh',
    body: One,
    reply: Type.Null(),
  }),
} as const;

/** The part of who was invited. */
export const invitedRoutes = {
  invitationLook: route({
    ...{ ...guests, method: 'POST', path: '/user/invitation/look' },
    summary: 'What the link of an invitation opens, for whoever holds it',
    body: strict({ token: Token }),
    reply: strict({ address: Type.String(), role: RoleName }),
  }),
  invitationAccept: route({
    ...{ ...guests, method: 'POST', path: '/user/invitation/accept' },
    summary: 'Makes an account by an invitation: with its address, role and level, whoever else may register or not',
    query: CaptchaQuery,
    body: strict({
      token: Token,
      username: Username,
      password: Password,
      language: Type.Optional(Language),
      /** The terms of the house are accepted. */
      terms: Type.Literal(true),
    }),
    reply: Type.Null(),
  }),
} as const;
