import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { Places } from '../../../core/contract/places.ts';
import type { Clock } from '../../../core/contract/server-services.ts';
import type { AccountAct } from '../../../core/domain/accounts/account-act.ts';
import type { RoleBook } from '../../../core/domain/accounts/role-book.ts';
import type { Language } from '../../../core/domain/language.ts';
import type { userRoutes } from '../../../schemas/wire/user.ts';
import { workTask } from '../../session/captcha.ts';
import type { Confirmations } from '../../session/confirmations.ts';
import type { SessionRegistry, UserSession } from '../../session/session-registry.ts';
import { goneIn, type SignIn } from '../../session/sign-in.ts';
import type { SignInChallenges } from '../../session/sign-in-challenges.ts';
import type { Quota } from '../../store/quota/user-quota.ts';
import { type ApiAccountRecord, type MessageRecord, type MessageType, messageTypes } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { defaultJsonDepth, parseJsonText } from '../guards/json-body.ts';
import type { AccountDirectory } from '../ports.ts';
import { messageViews } from '../views/message-views.ts';
import { apiAccountView } from '../views/wire-mapping.ts';
import type { HandlersOf, SessionCaller } from './handlers.ts';

interface UserHandlerParts {
  readonly roles: Pick<RoleBook, 'has'>;
  readonly challenges: SignInChallenges;
  readonly signIn: SignIn;
  readonly confirmations: Confirmations;
  readonly sessions: SessionRegistry;
  readonly accounts: AccountDirectory;
  readonly store: Pick<Store, 'loginLog' | 'userConfig' | 'messages'>;
  readonly quota: Quota;
  /** What the user reads. */
  readonly languageOf: (userId: string) => Promise<Language>;
  readonly places: Places;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** In place of characters to read: a proof of work asks for none. */
const openLock =
  '<svg xmlns="http://www.w3.org/2000/svg" width="232" height="64" viewBox="0 0 232 64"><rect width="232" height="64" fill="#f4f5f7"/><path d="M104 30v-6a10 10 0 0 1 19-4M100 30h32v20h-32zM116 38v5" fill="none" stroke="#1d2633" stroke-width="3"/></svg>';

/** The guard lets nobody without a session through; a caller without one here is a bug. */
export function sessionOf(caller: SessionCaller): UserSession {
  if (caller.session === null) throw new Error('the route is not guarded: no session');
  return caller.session;
}

const userIdOf = (caller: SessionCaller): string => sessionOf(caller).principal.userId;

const termsReply = (terms: Outcome<string>) => (terms.ok ? accepted({ terms: terms.value }) : terms);

export function createUserHandlers(parts: UserHandlerParts): HandlersOf<typeof userRoutes> {
  const { roles, challenges, signIn, confirmations, sessions, accounts, store, quota, languageOf, places, clock } = parts;
  const viewed = async (caller: SessionCaller, messages: readonly MessageRecord[]) =>
    accepted(await messageViews(messages, () => languageOf(userIdOf(caller))));
  const accountViews = async (caller: SessionCaller, act: AccountAct) => {
    const { principal, key } = sessionOf(caller);
    const isByKey = key !== undefined;
    const last = isByKey ? null : await store.loginLog.last(principal.userId);
    const view = (one: ApiAccountRecord) => {
      const own = accounts.owns(principal, one.apiId);
      return apiAccountView(one, { own, isByKey }, (asked) => accounts.may(principal, one.apiId, asked), last);
    };
    return accounts.of(principal, act).map(view);
  };
  return {
    captchaGenerate: async ({ query }) => accepted(await workTask(challenges, query.effort)),
    captchaImage: async ({ query }) => ((await challenges.isOpen(query.captcha_id)) ? accepted(openLock) : refused('LOGIN_CAPTCHA_WRONG')),
    login: ({ query, body, ip, userAgent }) =>
      signIn.signIn({
        captchaId: query.captcha_id,
        captchaValue: query.captcha_value,
        account: body.account,
        password: body.password,
        ip,
        userAgent,
      }),
    loginStep: ({ body: { pending_token, kind, value }, ip, userAgent }) => signIn.step(pending_token, { kind, value }, { ip, userAgent }),
    loginStepTerms: async ({ body: { pending_token, kind }, page }) =>
      termsReply(await signIn.terms(pending_token, { kind, page: page ?? null })),
    confirmTerms: async (request) => termsReply(await confirmations.terms(sessionOf(request), request.body.kind, request.page ?? null)),
    confirmWays: async (request) => accepted({ wants: [...(await confirmations.wants(sessionOf(request)))] }),
    confirm: (request) => confirmations.answer(sessionOf(request), request.body, request),
    outLogin: async (request) => {
      await sessions.end(sessionOf(request), request);
      return accepted(null);
    },
    checkToken: async ({ session }) => accepted(session === null ? 0 : 1),
    currentUser: async (request) => {
      const { principal, inviteCode } = sessionOf(request);
      const { role, username, vipLevel } = principal;
      if (role === null) throw new Error('a session has no role');
      return accepted({ role, ...goneIn(roles, role), username, invite_code: inviteCode, vip_level: vipLevel });
    },
    loginLogList: async (request) => {
      const { items } = await store.loginLog.page(userIdOf(request), { limit: request.query.limit ?? 50 });
      return accepted(
        items.map(({ timeMs, ip, userAgent, outcome }) => ({ time: timeMs, ip, place: places.of(ip), user_agent: userAgent, outcome })),
      );
    },
    configGet: async (request) => accepted({ config_json: await store.userConfig.get(userIdOf(request)) }),
    configSave: async (request) => {
      const { config_json } = request.body;
      const parsed = parseJsonText(config_json, defaultJsonDepth);
      if (!parsed.ok) return refused('CONFIG_INVALID', { field: 'config_json', rule: 'must be plain JSON' });
      const isObject = typeof parsed.value === 'object' && parsed.value !== null && !Array.isArray(parsed.value);
      if (!isObject) return refused('CONFIG_INVALID', { field: 'config_json', rule: 'must be a JSON object' });
      const userId = userIdOf(request);
      const saved = await quota.within(userId, ({ userConfig }) => userConfig.save(userId, config_json));
      return saved.ok ? accepted(null) : saved;
    },
    apiList: async (request) => accepted(await accountViews(request, 'see')),
    apiAll: async (request) => accepted(await accountViews(request, 'know')),
    messageList: async (request) => {
      const { type, limit = 50 } = request.query;
      const types = type === undefined ? messageTypes : [type as MessageType];
      const pages = await Promise.all(types.map((one) => store.messages.page(userIdOf(request), { type: one, limit })));
      const newestFirst = pages.flatMap(({ items }) => items).sort((a, b) => b.id - a.id);
      return viewed(request, newestFirst);
    },
    messageLoad: async (request) => {
      const { type, last_time } = request.query;
      const filter = { type: type as MessageType | undefined, afterMs: last_time, limit: 200 };
      return viewed(request, (await store.messages.page(userIdOf(request), filter)).items);
    },
    messageLoadBefore: async (request) => {
      const { type, before_id, limit = 50 } = request.query;
      const filter = { type: type as MessageType | undefined, beforeId: Number(before_id), limit };
      return viewed(request, (await store.messages.page(userIdOf(request), filter)).items);
    },
    messageRead: async (request) => {
      const { messages = [], until } = request.body;
      if (messages.length === 0 && until === undefined) return refused('REQUEST_INVALID', { field: 'messages', rule: 'is required' });
      const userId = userIdOf(request);
      const read = messages.length === 0 ? [] : await store.messages.markRead(userId, messages.map(Number), clock.nowMs());
      if (until !== undefined) await store.messages.markReadUntil(userId, Number(until), clock.nowMs());
      return accepted({ messages: read.map(String), ...(until === undefined ? {} : { until }) });
    },
  };
}
