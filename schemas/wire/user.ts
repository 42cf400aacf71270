import { type Static, Type } from '@sinclair/typebox';
import { accountActs } from '../../core/domain/accounts/account-act.ts';
import { accountPermissions } from '../../core/domain/accounts/account-permission.ts';
import { mostEffort } from '../../core/domain/accounts/sign-in-effort.ts';
import { ApiId, ExchangeId, nullable, oneOf, RoleName, strict, TimeMs } from '../common.ts';
import { PlaceView } from './place.ts';
import { route } from './route.ts';
import { CaptchaId, CaptchaQuery, WorkTask } from './work-task.ts';

const tag = 'User';
const MessageTypeNumber = Type.Integer({ minimum: 1, maximum: 3 });
const MessageId = Type.String({ pattern: '^[1-9][0-9]{0,14}$' });

/** What the client keeps under its user key. */
export const SessionUser = strict({
  token: Type.String(),
  role: RoleName,
  /** The plugin that brought the role is not here or does not run: nothing opens but what is his own. Else absent. */
  role_gone: Type.Optional(Type.Literal(true)),
  username: Type.String(),
  invite_code: Type.String(),
  vip_level: Type.Integer({ minimum: 0, maximum: 3 }),
});
export type SessionUser = Static<typeof SessionUser>;

/**
 * Ways to prove oneself beside the password: `totp`, `recovery`, `passkey`; to confirm where there is none of these, `password`. After the others `new-password`: not
 * proven but chosen, in place of a password that somebody else has made.
 */
const Ways = Type.Array(Type.String(), {
  description:
    '`totp`: a code of six digits; `recovery`: one of the recovery codes; `passkey`; `password`: to confirm, where there is no second factor; `new-password`: another one in place of that which was given',
});
/** The password was right, and there is more to prove, in one of these ways; until then nobody is signed in. */
export const SignInWants = strict({
  /** For the answer, and for nothing else. */
  pending_token: Type.String(),
  expiry_time: TimeMs,
  wants: Ways,
});
export type SignInWants = Static<typeof SignInWants>;

/** Of a passkey: the options of `navigator.credentials.get`, as JSON. */
const StepTerms = strict({ terms: Type.String() });
const Kind = Type.String({ minLength: 1, maxLength: 32 });
const PendingToken = Type.String({ pattern: '^signin\\.[A-Za-z0-9_-]{43}$' });
const Answer = {
  kind: Kind,
  value: Type.String({ minLength: 1, maxLength: 8_192, description: 'What was typed, or what the browser made of the terms' }),
};

export const ApiAccountView = strict({
  api_id: ApiId,
  name: Type.String(),
  exchange: ExchangeId,
  permissions: Type.Array(oneOf(accountPermissions)),
  create_time: TimeMs,
  update_time: TimeMs,
  /** Of the caller's own alone: from when on it is as if switched off. */
  expire_time: Type.Optional(nullable(TimeMs)),
  /** So too, and to no API key: from where its key is used and its last characters, and from where and when he came in last. */
  ip_list: Type.Optional(Type.Array(Type.String())),
  key_end: Type.Optional(nullable(Type.String())),
  login_ip: Type.Optional(nullable(Type.String())),
  login_time: Type.Optional(nullable(TimeMs)),
  /** Whether it is the caller's own; of others he is authorised for it. */
  own: Type.Boolean(),
  /** Of one that is somebody else's: those of one person have the same. */
  owner: Type.Optional(Type.String()),
  /** What the caller may do with it. */
  may: Type.Array(oneOf(accountActs)),
  /** VIP level that opens trading at its exchange; null: it is open, or no level would open it. */
  locked_at_vip: nullable(Type.Integer()),
});
export type ApiAccountView = Static<typeof ApiAccountView>;

export const MessageView = strict({
  id: Type.String(),
  type: Type.Integer({ minimum: 1, maximum: 3 }),
  title: Type.String(),
  body: Type.String(),
  msg_time: TimeMs,
  is_read: Type.Boolean(),
  /** What it tells of: `<api_id>/<order_id>` of an order, `instance <instance_id>`; absent: nothing that has an id. */
  refers_to: Type.Optional(Type.String()),
});
export type MessageView = Static<typeof MessageView>;

/** What the topic `messages` tells: the newest at first, then those that are new or read, and how many of each kind the user has not read. */
export interface MessageNewsView {
  readonly pagination: { readonly total: number; readonly results: readonly MessageView[] };
  readonly unread: Readonly<Record<'deal' | 'announcement' | 'system', number>>;
}

export const userRoutes = {
  captchaGenerate: route({
    method: 'GET',
    path: '/user/captcha/generate',
    tag,
    summary: 'A proof of work that signing in asks for: its id, how long it lives and what to find',
    access: 'public',
    rate: 'captcha',
    /** What LOGIN_WORK_NEEDED asked for; absent: the usual. */
    query: strict({ effort: Type.Optional(Type.Integer({ minimum: 0, maximum: mostEffort })) }),
    reply: WorkTask,
  }),
  captchaImage: route({
    method: 'GET',
    path: '/user/captcha/image',
    tag,
    summary: 'An SVG picture of a captcha that is open; there is nothing to read in it',
    access: 'public',
    rate: 'captcha',
    media: 'image/svg+xml',
    query: strict({ captcha_id: CaptchaId }),
    reply: Type.String(),
  }),
  login: route({
    method: 'POST',
    path: '/user/login',
    tag,
    summary:
      'Opens a session with email, phone or user name, and password; whoever has a second factor is asked for it first, and whoever was given the password for another one',
    access: 'public',
    rate: 'sign-in',
    query: CaptchaQuery,
    body: strict({ account: Type.String({ minLength: 1, maxLength: 254 }), password: Type.String({ minLength: 1, maxLength: 128 }) }),
    reply: Type.Union([SessionUser, SignInWants]),
  }),
  loginStep: route({
    method: 'POST',
    path: '/user/login/step',
    tag,
    summary: 'Answers what a sign-in still wants, within five minutes and five tries, and opens the session',
    access: 'public',
    rate: 'sign-in',
    body: strict({ pending_token: PendingToken, ...Answer }),
    reply: Type.Union([SessionUser, SignInWants]),
  }),
  loginStepTerms: route({
    method: 'POST',
    path: '/user/login/step/terms',
    tag,
    summary:
      'What a browser needs for an answer to `loginStep` that is made and not typed, such as that of a passkey; good for one answer and five minutes',
    access: 'public',
    rate: 'sign-in',
    body: strict({ pending_token: PendingToken, kind: Kind }),
    reply: StepTerms,
  }),
  confirmWays: route({
    method: 'GET',
    path: '/user/confirm/ways',
    tag,
    summary: 'In which ways the caller can confirm that it is still he: by his second factor, or by his password where he has none',
    access: 'session',
    rate: 'read',
    reply: strict({ wants: Ways }),
  }),
  confirm: route({
    method: 'POST',
    path: '/user/confirm',
    tag,
    summary: 'Confirms it: for five minutes the session may do what asks for a fresh confirmation',
    access: 'session',
    rate: 'heavy',
    body: strict(Answer),
    reply: Type.Null(),
  }),
  confirmTerms: route({
    method: 'POST',
    path: '/user/confirm/terms',
    tag,
    summary:
      'What a browser needs for an answer to `confirm` that is made and not typed; good for one answer and five minutes, of this session',
    access: 'session',
    rate: 'heavy',
    body: strict({ kind: Kind }),
    reply: StepTerms,
  }),
  outLogin: route({
    method: 'POST',
    path: '/user/outLogin',
    tag,
    summary: 'Ends the session',
    access: 'session',
    rate: 'stop',
    reply: Type.Null(),
  }),
  checkToken: route({
    method: 'POST',
    path: '/user/checkToken',
    tag,
    summary: '1 while the session is valid, else 0',
    access: 'public',
    rate: 'read',
    key: 'read',
    reply: Type.Union([Type.Literal(0), Type.Literal(1)]),
  }),
  currentUser: route({
    method: 'GET',
    path: '/user/currentUser',
    tag,
    summary: 'The signed-in user',
    access: 'session',
    rate: 'read',
    key: 'read',
    reply: Type.Omit(SessionUser, ['token']),
  }),
  loginLogList: route({
    method: 'GET',
    path: '/user/loginLog/list',
    tag,
    summary: "The user's own sign-ins, newest first",
    access: 'session',
    rate: 'read',
    query: strict({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })) }),
    reply: Type.Array(strict({ time: TimeMs, ip: Type.String(), place: PlaceView, user_agent: Type.String(), outcome: Type.String() })),
  }),
  configGet: route({
    method: 'GET',
    path: '/user/config/get',
    tag,
    summary: "The user's settings as a JSON text",
    access: 'session',
    rate: 'read',
    reply: strict({ config_json: nullable(Type.String()) }),
  }),
  configSave: route({
    method: 'POST',
    path: '/user/config/save',
    tag,
    summary: "Saves the user's settings; the text must be a JSON object",
    access: 'session',
    rate: 'save',
    body: strict({ config_json: Type.String({ maxLength: 262_144 }) }),
    reply: Type.Null(),
  }),
  apiList: route({
    method: 'GET',
    path: '/user/api/list',
    tag,
    summary: "The user's exchange accounts",
    access: 'session',
    rate: 'read',
    key: 'read',
    reply: Type.Array(ApiAccountView),
  }),
  apiAll: route({
    method: 'GET',
    path: '/user/api/all',
    tag,
    summary: 'Every exchange account that the user may see',
    access: 'session',
    rate: 'read',
    key: 'read',
    reply: Type.Array(ApiAccountView),
  }),
  messageList: route({
    method: 'GET',
    path: '/msg/user/list',
    tag: 'Message',
    summary: 'Messages, newest first: as many as asked for of one type (1 deal, 2 announcement, 3 system), or of each when none is named',
    access: 'session',
    rate: 'read',
    key: 'read',
    query: strict({ type: Type.Optional(MessageTypeNumber), limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })) }),
    reply: Type.Array(MessageView),
  }),
  messageLoad: route({
    method: 'GET',
    path: '/msg/user/load',
    tag: 'Message',
    summary: 'Messages that are newer than last_time, of one type or of all',
    access: 'session',
    rate: 'read',
    key: 'read',
    query: strict({ type: Type.Optional(MessageTypeNumber), last_time: TimeMs }),
    reply: Type.Array(MessageView),
  }),
  messageLoadBefore: route({
    method: 'GET',
    path: '/msg/user/load/before',
    tag: 'Message',
    summary: 'Messages that are older than the one named, newest first, of one type or of all',
    access: 'session',
    rate: 'read',
    key: 'read',
    query: strict({
      type: Type.Optional(MessageTypeNumber),
      before_id: MessageId,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    }),
    reply: Type.Array(MessageView),
  }),
  messageRead: route({
    method: 'POST',
    path: '/msg/user/read',
    tag: 'Message',
    summary:
      'Marks messages as read, for good: those that are named, or all up to one; gives those that are read now, without the ones that are not of the user',
    access: 'session',
    rate: 'save',
    body: strict({
      messages: Type.Optional(Type.Array(MessageId, { minItems: 1, maxItems: 500 })),
      /** And every one that is not newer than this. */
      until: Type.Optional(MessageId),
    }),
    reply: strict({ messages: Type.Array(MessageId), until: Type.Optional(MessageId) }),
  }),
} as const;
