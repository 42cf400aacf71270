import type { HttpClient } from '../servers/http-client.ts';
import type { CallWalk } from '../servers/walks/call-walk.ts';
import { CodesKit } from './codes.ts';
import { InvitationsKit } from './invitations.ts';

/** Somebody who makes an account by himself, and comes to another password. */
export async function walkRegister(walk: CallWalk, guest: HttpClient, admin: HttpClient): Promise<void> {
  const kit = new CodesKit(guest, admin);
  const ask = (name: 'checkEmail' | 'checkPhone' | 'checkUsername' | 'registerCaptcha', query: object = {}) => ({
    client: guest,
    name,
    query,
  });
  await walk.differs(ask('registerCaptcha'), ask('registerCaptcha'));
  await walk.differs(ask('checkEmail', { email: 'a@b.example' }), ask('checkEmail', { email: 'a' }));
  await walk.differs(ask('checkPhone', { phone: '+85255550199' }), ask('checkPhone', { phone: '1' }));
  await walk.differs(ask('checkUsername', { username: 'walker' }), ask('checkUsername', { username: '?' }));
  const email = 'walker@people.example';
  const outbox = (search: string) => ({ client: admin, name: 'outboxList', query: { search } }) as const;
  const people = { client: admin, name: 'peopleList', query: { search: 'walker' } } as const;
  const { code } = await walk.after(() => kit.letter(email), outbox(email));
  await walk.after(() => kit.register({ username: 'walker', email, code }), people);
  const phone = '+85255550199';
  const byPhone = await walk.after(() => kit.letter(phone), outbox(phone));
  await walk.after(() => kit.register({ username: 'walker_two', phone, code: byPhone.code }), people);
  const reset = await walk.after(() => kit.letter(email, 'reset'), outbox(email));
  const password = 'other-Harbour-75';
  await walk.changes({ client: guest, name: 'resetPasswordEmail', body: { email, code: reset.code, password } }, outbox(email));
  const { code: last } = await kit.letter(phone, 'reset');
  await walk.changes({ client: guest, name: 'resetPassword', body: { phone, code: last, password } }, outbox(phone));
  await walkInvitations(walk, guest, admin);
  for (const name of ['captchaEmail', 'captchaPhone', 'forgetPasswordEmail', 'register'] as const) walk.proven.add(name);
}

/** Somebody whom an administrator invites, once in vain. */
async function walkInvitations(walk: CallWalk, guest: HttpClient, admin: HttpClient): Promise<void> {
  admin.page = admin.url;
  const kit = new InvitationsKit(guest, admin);
  const list = { client: admin, name: 'invitationList' } as const;
  const body = { address: 'invited@people.example', role: 'user', vip_level: 0, vip_until: null, product: null, language: 'en' };
  const reason = 'a walk through the calls';
  const make = { client: admin, name: 'invitationMake', body: { ...body, reason } } as const;
  const { invitation } = await walk.changes<{ invitation: { invitation_id: string } }>(make, list);
  const first = await kit.token(body.address);
  const one = { invitation_id: invitation.invitation_id, reason };
  await walk.changes({ client: admin, name: 'invitationResend', body: one }, list);
  const look = (token: string) => ({ client: guest, name: 'invitationLook', body: { token } }) as const;
  const token = await kit.token(body.address);
  await walk.differs(look(token), look(first));
  await walk.after(() => kit.accept(token, 'walker_three'), list, { client: admin, name: 'peopleList', query: { search: 'walker' } });
  const again = await kit.ask('invited2@people.example');
  const other = { invitation_id: again.invitation.invitation_id, reason };
  await walk.changes({ client: admin, name: 'invitationRevoke', body: other }, list);
  walk.proven.add('invitationAccept');
}
