import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { guest } from '../../core/contract/access.ts';
import { AppError, accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { Logger } from '../../core/contract/server-services.ts';
import { maxLayoutBytes } from '../../core/domain/layout-limits.ts';
import { httpBase, type RouteName, routes } from '../../schemas/wire/index.ts';
import { maxPackageBytes } from '../../schemas/wire/package.ts';
import type { Route } from '../../schemas/wire/route.ts';
import type { RefusalAudit } from '../session/refusal-audit.ts';
import { StoreError } from '../store/store-error.ts';
import type { CallerGuard, GuardResult } from './caller-guard.ts';
import type { AddressOf } from './client-address.ts';
import { errorBody, successBody } from './envelope.ts';
import type { Caller, Handlers } from './handlers.ts';
import { defaultJsonDepth } from './json-body.ts';
import type { Metrics } from './metrics.ts';
import { type BodyLimits, readBody } from './read-body.ts';
import { createAjv, createRequestCheck } from './request-check.ts';
import { apiHeaders } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

export interface HttpServerOptions {
  /** Of every route, unless there is an `elsewhere` for those that lack one. */
  readonly handlers: Handlers | Partial<Handlers>;
  /** True: takes a call that is answered elsewhere, or `here` after all. */
  readonly elsewhere?: (request: IncomingMessage, response: ServerResponse, here: () => void) => boolean;
  readonly guard: CallerGuard;
  readonly refusals: Pick<RefusalAudit, 'note'>;
  readonly deadlines?: HttpDeadlines;
  readonly addressOf: AddressOf;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly newId: () => string;
  /** The time that deadlines of orders go by. */
  readonly steadyMs: () => number;
  /** True once the server is going down: new calls are refused. */
  readonly isStopping: () => boolean;
  /** Tests hold every reply against its schema; a mismatch is a server failure. */
  readonly checkReplies?: boolean;
}

/** How long a client may take to say what it wants. */
export interface HttpDeadlines {
  readonly headersMs: number;
  /** From the first byte to the last of the body. */
  readonly requestMs: number;
  /** How often connections are looked at: so much later one is closed. */
  readonly checkEveryMs: number;
}

/** A package of 4 MB comes through a line of a megabit within it. */
const defaultDeadlines: HttpDeadlines = { headersMs: 10_000, requestMs: 30_000, checkEveryMs: 1_000 };
/** Longer than browsers and proxies keep an idle connection, so that they are the ones who close it. */
const keepAliveMs = 72_000;

const defaultLimits: BodyLimits = { bytes: 64 * 1024, jsonDepth: defaultJsonDepth };
/** Rows in columns in rows nest by nature. */
const layoutDepth = 64;
const packageLimits: BodyLimits = { bytes: maxPackageBytes + 4_096, jsonDepth: defaultJsonDepth };
/** Routes that carry more than an order. */
const bodyLimits: Readonly<Partial<Record<RouteName, BodyLimits>>> = {
  layoutCreate: { bytes: maxLayoutBytes + 4_096, jsonDepth: layoutDepth },
  layoutSave: { bytes: maxLayoutBytes + 4_096, jsonDepth: layoutDepth },
  adminPackageExamine: packageLimits,
  adminPackageInstall: packageLimits,
  adminPackageUpdate: packageLimits,
  documentSave: { bytes: 320 * 1024, jsonDepth: defaultJsonDepth },
  configSave: { bytes: 300 * 1024, jsonDepth: defaultJsonDepth },
};

const noBody = accepted(undefined);

/** No route has a schema of Fastify's: {@link createRequestCheck} checks them all. Its own compilers would be loaded at every start. */
const noCompiler = () => () => {
  throw new Error('Fastify compiles no schemas here');
};

/** A server with every route of the table under the base path, and the envelope around whatever goes wrong. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { logger } = options;
  const failures = new FailureReply(logger, options.metrics, options.steadyMs);
  const requestIdPrefix = options.newId().slice(0, 8);
  let requestCount = 0;
  const app = Fastify({
    logger: false,
    exposeHeadRoutes: true,
    genReqId: () => `${requestIdPrefix}-${++requestCount}`,
    serverFactory: (handle) =>
      createHttp(options.deadlines ?? defaultDeadlines, (request, response) => {
        const here = (): void => handle(request, response);
        if (options.elsewhere?.(request, response, here) !== true) here();
      }),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    frameworkErrors: (_error, request, reply) =>
      failures.send(request, reply, new AppError('ROUTE_UNKNOWN', { path: pathOf(request.url) })),
    clientErrorHandler: (error, socket) => {
      const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request';
      if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      else socket.destroy();
    },
  });
  app.decorateRequest('caller', null);
  // To Fastify no method has a body: see `readBody`.
  app.removeAllContentTypeParsers();
  app.addHttpMethod('POST', { hasBody: false, overrideExisting: true });
  app.setErrorHandler((error, request, reply) => failures.send(request, reply, error));
  registerRoutes(app, options, failures);
  return app;
}

/** Two names of a host or a caller mean one thing to us and perhaps another to a proxy or cache before us: no such call is answered. */
export function isAmbiguous({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  return repeats(rawHeaders, 'host') || repeats(rawHeaders, 'authorization');
}

function repeats(rawHeaders: readonly string[], header: string): boolean {
  let times = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === header.length && name.toLowerCase() === header) times++;
  }
  return times > 1;
}

function createHttp(deadlines: HttpDeadlines, handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const { headersMs, requestMs, checkEveryMs } = deadlines;
  const timeouts = { headersTimeout: headersMs, requestTimeout: requestMs, connectionsCheckingInterval: checkEveryMs };
  return createServer({ ...timeouts, keepAliveTimeout: keepAliveMs }, (request, response) => {
    if (isAmbiguous(request)) response.writeHead(400, { ...apiHeaders, connection: 'close' }).end();
    else handle(request, response);
  });
}

function registerRoutes(app: FastifyInstance, options: HttpServerOptions, failures: FailureReply): void {
  const { handlers, guard, refusals, addressOf, metrics, isStopping, steadyMs } = options;
  const ajv = createAjv();
  for (const [name, route] of Object.entries(routes) as readonly (readonly [RouteName, Route])[]) {
    const known = (handlers as Readonly<Partial<Record<RouteName, AnyHandler>>>)[name];
    if (known === undefined && options.elsewhere !== undefined) continue;
    const check = createRequestCheck(ajv, route);
    const checkReply = options.checkReplies === true ? ajv.compile(route.reply) : null;
    const handler = handlerOf(route, known);
    const seconds = metrics.callSeconds.labels(name);
    const limits = bodyLimits[name] ?? defaultLimits;
    const guarded = { name, ...route };
    app.route({
      method: route.method,
      url: httpBase + route.path,
      onRequest: (request, reply, done) => {
        if (isStopping()) return void failures.send(request, reply, new AppError('SERVER_STOPPING'));
        const ip = addressOf(request.raw);
        const admit = (result: GuardResult): void => {
          if (result instanceof AppError) return void failures.send(request, reply, result);
          const { session } = result;
          const userAgent = request.headers['user-agent'] ?? '';
          request.caller = { principal: session?.principal ?? guest, session, ip, userAgent };
          done();
        };
        const result = guard.check(guarded, request.headers.authorization, ip);
        if (result instanceof Promise) result.then(admit, done);
        else admit(result);
      },
      handler: async (request, reply) => {
        // Fastify's own time of a reply runs only while it logs.
        const answered = seconds.startTimer();
        const sent = route.method === 'POST' ? await readBody(request.raw, limits) : noBody;
        if (!sent.ok) return failures.send(request, reply.header('connection', 'close'), sent.error);
        const query = check.query(request.query as Record<string, unknown>);
        if (!query.ok) return failures.send(request, reply, query.error);
        const body = check.body(sent.value);
        if (!body.ok) return failures.send(request, reply, body.error);
        const deadline = route.dated === true ? deadlineOf(request) : noDeadline;
        if (!deadline.ok) return failures.send(request, reply, deadline.error);
        const { caller } = request;
        const outcome = await handler({
          ...caller,
          ...deadline.value,
          query: query.value,
          body: body.value,
          gone: () => goneSignal(reply.raw),
        });
        answered();
        if (!outcome.ok) {
          if (caller !== null) refusals.note(caller.session, outcome.error, name, caller.ip);
          return failures.send(request, reply, outcome.error);
        }
        if (checkReply !== null && route.media !== 'text/csv' && !checkReply(outcome.value)) {
          throw new Error(`the reply of ${name} breaks its schema: ${ajv.errorsText(checkReply.errors)}`);
        }
        if (route.media !== undefined) {
          const content = route.media === 'text/csv' ? Readable.from(outcome.value as AsyncIterable<string>) : String(outcome.value);
          return reply.headers({ ...apiHeaders, 'content-type': `${route.media}; charset=utf-8` }).send(content);
        }
        return reply.headers(apiHeaders).header('x-server-time', steadyMs()).send(successBody(outcome.value));
      },
    });
  }
}

const noDeadline: Outcome<{ readonly notAfterMs?: number }> = accepted({});

/** `X-Not-After`, in ms since 1970 as `X-Server-Time` tells it. */
function deadlineOf({ headers }: FastifyRequest): typeof noDeadline {
  const text = headers['x-not-after'];
  if (text === undefined) return noDeadline;
  return /^\d{13}$/.test(String(text))
    ? accepted({ notAfterMs: Number(text) })
    : refused('REQUEST_INVALID', { field: 'X-Not-After', rule: 'must be milliseconds since 1970' });
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

type AnyHandler = (request: unknown) => Promise<Outcome<unknown>>;

function handlerOf({ path, notOffered }: Route, handler: AnyHandler | undefined): AnyHandler {
  if (notOffered !== undefined) return async () => refused(notOffered);
  if (handler === undefined) throw new Error(`${path} has no handler`);
  return handler;
}

/** Turns anything that went wrong into an envelope; what is no refusal is logged in full and answered with its request id only. */
class FailureReply {
  readonly #logger: Logger;
  readonly #metrics: Metrics;
  readonly #steadyMs: () => number;

  constructor(logger: Logger, metrics: Metrics, steadyMs: () => number) {
    this.#steadyMs = steadyMs;
    this.#logger = logger;
    this.#metrics = metrics;
  }

  send(request: FastifyRequest, reply: FastifyReply, failure: unknown): FastifyReply {
    const error = refusalOf(failure, request) ?? this.#unexpected(request, failure);
    this.#metrics.refusals.inc({ code: error.code });
    const { retryAfterS } = error.params;
    if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS));
    return reply
      .code(error.httpStatus)
      .headers(apiHeaders)
      .header('x-request-id', request.id)
      .header('x-server-time', this.#steadyMs())
      .send(errorBody(error));
  }

  #unexpected(request: FastifyRequest, failure: unknown): AppError {
    this.#logger.error({ err: failure, requestId: request.id, method: request.method, path: pathOf(request.url) }, 'a call failed');
    return new AppError('SERVER_FAILURE', { requestId: request.id });
  }
}

/** PostgreSQL's `disk_full`: the statement has changed nothing. */
const diskFull = '53100';

/** What Fastify and its static files refuse by themselves, such as a path that no file can have, is a path that we do not have. */
function refusalOf(failure: unknown, request: FastifyRequest): AppError | null {
  if (failure instanceof AppError) return failure;
  if (failure instanceof Error && 'code' in failure && failure.code === diskFull) return new AppError('DISK_FULL');
  if (failure instanceof StoreError && failure.code === 'STORE_AWAY') return new AppError('DATABASE_AWAY', {}, failure);
  const isClientsFault =
    failure instanceof Error && 'statusCode' in failure && Number(failure.statusCode) >= 400 && Number(failure.statusCode) < 500;
  return isClientsFault ? new AppError('ROUTE_UNKNOWN', { path: pathOf(request.url) }) : null;
}

/** Without the query, which may hold a token. */
export const pathOf = (url: string): string => {
  const end = url.indexOf('?');
  return (end < 0 ? url : url.slice(0, end)).slice(0, 200);
};
