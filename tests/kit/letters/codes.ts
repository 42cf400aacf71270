import { type HttpClient, solved } from '../servers/http-client.ts';

/** What guests do for a code, and where it is read. */
export class CodesKit {
  readonly #guest: HttpClient;
  readonly #admin: HttpClient;

  constructor(guest: HttpClient, admin: HttpClient) {
    this.#guest = guest;
    this.#admin = admin;
  }

  async captcha() {
    return solved(await this.#guest.call('registerCaptcha'));
  }

  /** Asks for one, and gives the words that went to the address. */
  async letter(
    address: string,
    purpose: 'register' | 'reset' = 'register',
    more: { readonly invite_code?: string; readonly language?: 'zh-CN' } = {},
  ) {
    const captcha = await this.captcha();
    if (!address.includes('@')) await this.#guest.call('captchaPhone', { query: { phone: address, purpose, ...captcha, ...more } });
    else if (purpose === 'register') await this.#guest.call('captchaEmail', { query: { email: address, ...captcha, ...more } });
    else await this.#guest.call('forgetPasswordEmail', { query: { email: address, ...captcha } });
    return this.newest(address);
  }

  /** The newest letter to an address, as an administrator reads it. */
  async newest(address: string) {
    const [letter] = (await this.#admin.call('outboxList', { query: { search: address, limit: 1 } })).results;
    const { body } = await this.#admin.call('outboxBody', { query: { delivery_id: letter?.delivery_id ?? '' } });
    return { kind: letter?.kind, subject: letter?.subject, body: body ?? '', code: /\d{6}/.exec(body ?? '')?.[0] ?? 'none' };
  }

  async register(fields: {
    readonly username: string;
    readonly email?: string;
    readonly phone?: string;
    readonly code: string;
    readonly invite_code?: string;
  }) {
    const body = { password: 'quiet-Harbour-74', terms: true as const, ...fields };
    return this.#guest.call('register', { query: await this.captcha(), body });
  }
}
