import type { RouteName } from '../../../schemas/wire/index.ts';
import type { HttpClient } from '../servers/http-client.ts';
import { CodesKit } from './codes.ts';

const invited = { role: 'user', vip_level: 0, vip_until: null, product: null, language: 'en', reason: 'a test' } as const;

/** What administrators do to invite somebody, what he reads, and how he comes. */
export class InvitationsKit {
  readonly #guest: HttpClient;
  readonly #admin: HttpClient;
  readonly #codes: CodesKit;

  constructor(guest: HttpClient, admin: HttpClient) {
    this.#guest = guest;
    this.#admin = admin;
    this.#codes = new CodesKit(guest, admin);
  }

  /** Without reading the letter. */
  ask(address: string, more: object = {}) {
    return this.#admin.call('invitationMake', { body: { ...invited, address, ...more } });
  }

  async make(address: string, more: object = {}) {
    const sent = await this.ask(address, more);
    return { ...sent, token: await this.token(address) };
  }

  /** What the link of the newest letter to an address leads with. */
  async token(address: string): Promise<string> {
    return /#invitation=([\w-]{43})/.exec((await this.#codes.newest(address)).body)?.[1] ?? 'none';
  }

  look(token: string) {
    return this.#guest.call('invitationLook', { body: { token } });
  }

  async accept(token: string, username: string, more: object = {}) {
    const body = { token, username, password: 'quiet-Harbour-74', terms: true as const, ...more };
    return this.#guest.call('invitationAccept', { query: await this.#codes.captcha(), body });
  }
}

/** The number that a call is refused with; 200: it is not. */
export const numberOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error: { readonly number: number }) => error.number,
  );

/** Calls of administrators alone. */
export const invitationCallNames = [
  'invitationList',
  'invitationMake',
  'invitationResend',
  'invitationRevoke',
] as const satisfies readonly RouteName[];
