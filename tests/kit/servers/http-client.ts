import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { errorCodeOf } from '../../../core/contract/error-catalogue.ts';
import { newPasswordWay } from '../../../core/domain/accounts/password-rules.ts';
import { httpBase, type ProductRoutes, type RouteName, routes } from '../../../schemas/wire/index.ts';
import type { BodyOf, Envelope, QueryOf, ReplyOf } from '../../../schemas/wire/route.ts';
import type { SessionUser, SignInWants } from '../../../schemas/wire/user.ts';
import type { SignInWork } from '../../../server/session/sign-in-challenges.ts';

/** What signing in asks of a client: servers of the kit ask for little. */
export const kitWork: SignInWork = { cost: 1, tries: 4 };

/** Does a proof of work, as the sign-in page does in its worker. */
export async function solved({
  captcha_id,
  challenge,
}: ReplyOf<ProductRoutes['captchaGenerate']>): Promise<QueryOf<ProductRoutes['login']>> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error('no counter solves the challenge');
  return { captcha_id, captcha_value: `${solution.counter}.${solution.derivedKey}` };
}

type Input<N extends RouteName> = { readonly query?: QueryOf<ProductRoutes[N]>; readonly body?: BodyOf<ProductRoutes[N]> };

/** A reply other than 200, with the number of the error catalogue. */
export class RefusedCall extends Error {
  readonly number: number;
  readonly params: Readonly<Record<string, string | number>>;

  constructor(path: string, envelope: Envelope<unknown>) {
    const { code, msg, params = {} } = envelope;
    super(`${path}: ${code} ${errorCodeOf(code)} ${JSON.stringify(params)} ${msg}`);
    this.number = envelope.code;
    this.params = envelope.params ?? {};
  }
}

/** What a call was refused with; throws when it was not, and what is no refusal. */
export async function refusalOf(call: Promise<unknown>): Promise<RefusedCall> {
  try {
    await call;
  } catch (error) {
    if (error instanceof RefusedCall) return error;
    throw error;
  }
  throw new Error('the call was not refused');
}

/** Typed calls to a running server, as a signed-in user or a guest. */
export class HttpClient {
  readonly url: string;
  token: string | null = null;
  /** Origin of the page that it calls from, as browsers send it; null: it is no browser. */
  page: string | null = null;

  constructor(url: string) {
    this.url = url;
  }

  /** Resolves with the envelope's data; throws {@link RefusedCall} for a refusal and a network error as it is. */
  async call<N extends RouteName>(name: N, input: Input<N> = {}): Promise<ReplyOf<ProductRoutes[N]>> {
    const route = routes[name];
    const query = input.query === undefined ? '' : `?${new URLSearchParams(textOf(input.query as Record<string, unknown>))}`;
    const response = await fetch(this.url + httpBase + route.path + query, {
      method: route.method,
      headers: {
        ...(route.method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...(this.page === null ? {} : { origin: this.page }),
        ...(this.token === null ? {} : { authorization: this.token }),
      },
      ...(route.method === 'POST' ? { body: JSON.stringify(input.body ?? {}) } : {}),
    });
    const envelope = (await response.json()) as Envelope<ReplyOf<ProductRoutes[N]>>;
    if (envelope.code !== 200) throw new RefusedCall(route.path, envelope);
    return envelope.data as ReplyOf<ProductRoutes[N]>;
  }

  /** Opens a session, which further calls use; gives what a browser would keep. */
  async signIn(account: string, password: string): Promise<SessionUser> {
    const user = await this.login(account, password);
    if ('wants' in user) throw new Error(`the sign-in of ${account} wants ${user.wants.join(' or ')}`);
    this.token = user.token;
    return user;
  }

  /** A session, or what the sign-in still wants. */
  async login(account: string, password: string): Promise<SessionUser | SignInWants> {
    const query = await solved(await this.call('captchaGenerate'));
    return this.call('login', { query, body: { account, password } });
  }

  /** Signs in with a password that was given, chooses another one in its place and opens a session with it; gives the other one. */
  async enter(account: string, given: string, chosen = 'quiet-Meadow-7411'): Promise<string> {
    const wants = await this.login(account, given);
    if (!('wants' in wants)) throw new Error(`the sign-in of ${account} asks for no other password`);
    await this.step(wants, newPasswordWay, chosen);
    return chosen;
  }

  /** Answers what a sign-in still wants, and opens the session. */
  async step({ pending_token }: SignInWants, kind: string, value: string): Promise<SessionUser> {
    const user = await this.call('loginStep', { body: { pending_token, kind, value } });
    if ('wants' in user) throw new Error(`the sign-in wants more: ${user.wants.join(' or ')}`);
    this.token = user.token;
    return user;
  }
}

const textOf = (query: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
