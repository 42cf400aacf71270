import { type Static, Type } from '@sinclair/typebox';
import { nullable, strict, TimeMs } from '../common.ts';
import { route } from './route.ts';

const tag = 'User';

const Invite = strict({
  /** The user's own, made with the account. */
  invite_code: Type.String(),
  /** Where the site is on the web; null: at the host of the page. */
  public_url: nullable(Type.String()),
  /** Who has come by the code, the newest first. */
  invited: Type.Array(
    strict({
      username: Type.String(),
      join_time: TimeMs,
      /** Who came by this person's code: the beginning of the name, and when. At most 1,000 of all. */
      invited: Type.Array(strict({ beginning: Type.String(), join_time: TimeMs })),
    }),
  ),
});
export type InviteView = Static<typeof Invite>;

export const inviteRoutes = {
  checkInviteCode: route({
    method: 'GET',
    path: '/user/check/invitecode',
    tag,
    summary: '1 if there is such an invitation code, else 0',
    access: 'public',
    rate: 'sign-in',
    query: strict({ invite_code: Type.String({ minLength: 1, maxLength: 32, pattern: '^[A-Za-z0-9]+$' }) }),
    reply: Type.Union([Type.Literal(0), Type.Literal(1)]),
  }),
  inviteMine: route({
    method: 'GET',
    path: '/user/invite/mine',
    tag,
    summary: "The caller's invitation code, and who has come by it",
    access: 'session',
    rate: 'read',
    reply: Invite,
  }),
} as const;
