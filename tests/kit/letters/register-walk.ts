import type { HttpClient } from '../servers/http-client.ts';
import type { CallWalk } from '../servers/walks/call-walk.ts';
import { CodesKit } from './codes.ts';

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
  for (const name of ['captchaEmail', 'captchaPhone', 'forgetPasswordEmail', 'register'] as const) walk.proven.add(name);
}
