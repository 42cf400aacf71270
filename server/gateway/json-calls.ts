import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ValidateFunction } from 'ajv';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { guest } from '../../core/contract/access.ts';
import { AppError, accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { ReceivedForm } from '../../core/contract/files.ts';
import { networkOf } from '../../core/domain/accounts/network-of.ts';
import { maxLayoutBytes, maxLayoutDepth } from '../../core/domain/layout-limits.ts';
import type { RouteName } from '../../schemas/wire/index.ts';
import { maxPackageBytes } from '../../schemas/wire/package.ts';
import type { Route, SentFile } from '../../schemas/wire/route.ts';
import { describeProblem } from '../runtime/describe-problem.ts';
import type { RefusalAudit } from '../session/refusal-audit.ts';
import { serverTime, successBody } from './envelope.ts';
import type { FailureReply } from './failure-reply.ts';
import { CallTurns } from './guards/call-turns.ts';
import type { CallerGuard, GuardResult } from './guards/caller-guard.ts';
import { type AddressOf, isAtThisMachine } from './guards/client-address.ts';
import type { FormUpload } from './guards/form-upload.ts';
import { defaultJsonDepth } from './guards/json-body.ts';
import { type BodyLimits, readBody } from './guards/read-body.ts';
import { compiledOnce, createRequestCheck, type RequestCheck } from './guards/request-check.ts';
import { apiHeaders } from './guards/security-headers.ts';
import { mostInMemory, type Uploads } from './guards/uploads.ts';
import type { SessionCaller } from './handlers/handlers.ts';
import type { Metrics } from './pages/metrics.ts';
import type { PageOriginReader } from './sockets/socket-origin.ts';
import { attachmentNamed } from './views/attachment.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: SessionCaller | null;
    /** The plugin's call that this is, where plugins answer. */
    call: JsonCall | null;
  }
}

export interface JsonCallParts {
  readonly guard: CallerGuard;
  readonly refusals: Pick<RefusalAudit, 'note'>;
  readonly addressOf: AddressOf;
  /** Which pages are the product's own; absent: nobody asks. */
  readonly pageOf?: PageOriginReader;
  readonly metrics: Metrics;
  /** The time that deadlines of orders go by, for `X-Server-Time`; null where another server judges deadlines, whose clock may be another. */
  readonly steadyMs: (() => number) | null;
  /** For calls that carry much; absent where none does. */
  readonly uploads?: Uploads;
  /** True once the server is going down: new calls are refused. */
  readonly isStopping: () => boolean;
  /** Tests hold every reply against its schema; a mismatch is a server failure. */
  readonly checkReplies?: boolean;
}

type AnyHandler = (request: never) => Promise<Outcome<unknown>>;

/** A route with what answers it. */
export interface AnsweredRoute {
  readonly name: string;
  readonly route: Route;
  readonly handler: AnyHandler | undefined;
  /** The plugin that answers it; absent: the house. */
  readonly pluginId?: string;
}

/** One route as the server answers it. */
interface JsonCall {
  /** Decides at the door, before a body is read. */
  admit(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void;
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

const defaultLimits: BodyLimits = { bytes: 64 * 1024, jsonDepth: defaultJsonDepth };
const packageLimits: BodyLimits = { bytes: maxPackageBytes + 4_096, jsonDepth: defaultJsonDepth };
/** Routes that carry more than an order. */
const bodyLimits: Readonly<Partial<Record<RouteName, BodyLimits>>> = {
  layoutCreate: { bytes: maxLayoutBytes + 4_096, jsonDepth: maxLayoutDepth },
  layoutSave: { bytes: maxLayoutBytes + 4_096, jsonDepth: maxLayoutDepth },
  adminPackageExamine: packageLimits,
  adminPackageInstall: packageLimits,
  adminPackageUpdate: packageLimits,
  documentSave: { bytes: 320 * 1024, jsonDepth: defaultJsonDepth },
  configSave: { bytes: 300 * 1024, jsonDepth: defaultJsonDepth },
};

/** Characters. Lists of markets and candles become a fifth of what they are; an order's answer stays below it and waits for nothing. */
const worthCompressing = 2_048;

const noBody = accepted(undefined);

/** Calls in the house's JSON: envelope, schemas, access and limits of every route, whoever answers it. */
export class JsonCalls {
  readonly #parts: JsonCallParts;
  readonly #failures: FailureReply;
  readonly #turns = new CallTurns();
  readonly #made = new WeakMap<AnsweredRoute, JsonCall>();

  constructor(parts: JsonCallParts, failures: FailureReply) {
    this.#parts = parts;
    this.#failures = failures;
  }

  /** The same call for the same route, so that its schemas are compiled once. */
  of(answered: AnsweredRoute): JsonCall {
    const known = this.#made.get(answered);
    if (known !== undefined) return known;
    const made = this.#make(answered);
    this.#made.set(answered, made);
    return made;
  }

  #make({ name, route, handler: known, pluginId }: AnsweredRoute): JsonCall {
    const { guard, refusals, addressOf, pageOf, metrics, isStopping, steadyMs, uploads } = this.#parts;
    const timeHeaders = serverTime(steadyMs);
    const failures = this.#failures;
    const { upload } = route;
    const check = createRequestCheck(upload === undefined ? route : { ...route, body: upload.fields });
    const checkReply = this.#parts.checkReplies === true ? compiledOnce(route.reply) : null;
    const handler = handlerOf(route, known);
    const seconds = metrics.callSeconds.labels(name);
    const limits = limitsOf(name, route);
    if ((limits.bytes > mostInMemory || upload !== undefined) && uploads === undefined)
      throw new Error(`${route.path} carries much, and there is no folder for it`);
    const guarded = { name, ...route, ...(pluginId === undefined ? {} : { pluginId }) };
    return {
      admit: (request, reply, done) => {
        if (isStopping()) return void failures.send(request, reply, new AppError('SERVER_STOPPING'));
        const ip = addressOf(request.raw);
        const admit = (result: GuardResult): void => {
          if (result instanceof AppError) return void failures.send(request, reply, result);
          const { session } = result;
          const userAgent = request.headers['user-agent'] ?? '';
          request.caller = {
            ...{ principal: session?.principal ?? guest, session, ip, userAgent },
            ...(session?.sessionId === undefined ? {} : { sessionId: session.sessionId }),
            ...pageOf?.(request.headers.origin, request.headers.host),
            isLocal: isAtThisMachine(request.raw),
          };
          done();
        };
        const result = guard.check(guarded, request.headers.authorization, ip);
        if (result instanceof Promise) result.then(admit, done);
        else admit(result);
      },
      answer: async (request, reply) => {
        // Fastify's own time of a reply runs only while it logs.
        const answered = seconds.startTimer();
        const sent = route.method === 'POST' && upload === undefined ? await readBody(request.raw, limits, uploads) : noBody;
        if (!sent.ok) return failures.send(request, reply.header('connection', 'close'), sent.error);
        const query = check.query(request.query as Record<string, unknown>);
        if (!query.ok) return failures.send(request, reply, query.error);
        const body = upload === undefined ? check.body(sent.value) : noBody;
        if (!body.ok) return failures.send(request, reply, body.error);
        const deadline = route.dated === true ? deadlineOf(request) : noDeadline;
        if (!deadline.ok) return failures.send(request, reply, deadline.error);
        const { caller } = request;
        const form = upload === undefined ? undefined : uploads?.form(request.raw, upload);
        const call = { ...caller, ...deadline.value, query: query.value, body: body.value, gone: () => goneSignal(reply.raw) };
        const handle = () => handler({ ...call, ...(form === undefined ? {} : { receive: () => received(form, check) }) });
        const outcome = await this.#turns.run(route, personOf(caller), handle).finally(async () => {
          if ((await form?.end()) === false) reply.header('connection', 'close');
        });
        answered();
        if (!outcome.ok) {
          if (caller !== null) refusals.note(caller.session, outcome.error, name, caller.ip);
          return failures.send(request, reply, outcome.error);
        }
        if (checkReply !== null && !isStream(route)) holdReply(name, checkReply(), outcome.value);
        if (route.media !== undefined) return sendMedia(reply, route.media, outcome.value);
        const text = successBody(outcome.value);
        const answer = reply.headers(apiHeaders).headers(timeHeaders());
        if (route.method === 'GET' && text.length >= worthCompressing) answer.compress(text);
        else answer.send(text);
        return reply;
      },
    };
  }
}

function holdReply(name: string, check: ValidateFunction, value: unknown): void {
  if (!check(value)) throw new Error(`the reply of ${name} breaks its schema: ${JSON.stringify(describeProblem(check.errors?.[0]))}`);
}

/** Comes in pieces, so that there is nothing to hold against a schema. */
const isStream = ({ media }: Route): boolean => media === 'text/csv' || media === 'application/octet-stream';

function sendMedia(reply: FastifyReply, media: NonNullable<Route['media']>, value: unknown): FastifyReply {
  if (media === 'application/octet-stream') {
    const { name, content } = value as SentFile;
    const headers = { ...apiHeaders, 'content-type': media, 'content-disposition': attachmentNamed(name) };
    return reply.headers(headers).send(Readable.from(content, { objectMode: false }));
  }
  const content = media === 'text/csv' ? Readable.from(value as AsyncIterable<string>) : String(value);
  return reply.headers({ ...apiHeaders, 'content-type': `${media}; charset=utf-8` }).send(content);
}

/** Guests of a network count as one. */
const personOf = (caller: SessionCaller | null): string => caller?.session?.principal.userId ?? networkOf(caller?.ip ?? '');

const noDeadline: Outcome<{ readonly notAfterMs?: number }> = accepted({});

/** `X-Not-After`, in ms since 1970 as `X-Server-Time` tells it. */
function deadlineOf({ headers }: FastifyRequest): typeof noDeadline {
  const text = headers['x-not-after'];
  if (text === undefined) return noDeadline;
  return /^\d{13}$/.test(String(text))
    ? accepted({ notAfterMs: Number(text) })
    : refused('REQUEST_INVALID', { field: 'X-Not-After', rule: 'must be milliseconds since 1970' });
}

/** A form whose fields are what the route says. */
async function received(form: FormUpload, check: RequestCheck): Promise<Outcome<ReceivedForm>> {
  const came = await form.receive();
  if (!came.ok) return came;
  const fields = check.body(came.value.fields);
  return fields.ok ? came : fields;
}

function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const look = (): void => {
    if (!response.writableFinished) gone.abort();
  };
  if (response.closed) look();
  else response.once('close', look);
  return gone.signal;
}

function limitsOf(name: string, { mostBytes }: Route): BodyLimits {
  return bodyLimits[name as RouteName] ?? { ...defaultLimits, ...(mostBytes === undefined ? {} : { bytes: mostBytes }) };
}

function handlerOf({ path, notOffered }: Route, handler: AnyHandler | undefined): (request: unknown) => Promise<Outcome<unknown>> {
  if (notOffered !== undefined) return async () => refused(notOffered);
  if (handler === undefined) throw new Error(`${path} has no handler`);
  return handler as (request: unknown) => Promise<Outcome<unknown>>;
}
