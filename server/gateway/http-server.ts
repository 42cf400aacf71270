import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { guest } from '../../core/contract/access.ts';
import { AppError, type Outcome } from '../../core/contract/app-error.ts';
import type { Logger } from '../../core/contract/server-services.ts';
import { httpBase, type RouteName, routes } from '../../schemas/wire/index.ts';
import type { Route } from '../../schemas/wire/route.ts';
import type { CallerGuard, GuardResult } from './caller-guard.ts';
import type { AddressOf } from './client-address.ts';
import { errorBody, successBody } from './envelope.ts';
import type { Caller, Handlers } from './handlers.ts';
import { defaultJsonDepth, parseJsonBody } from './json-body.ts';
import type { Metrics } from './metrics.ts';
import { createAjv, createRequestCheck } from './request-check.ts';
import { apiHeaders } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    jsonDepth?: number;
  }
}

export interface HttpServerOptions {
  readonly handlers: Handlers;
  readonly guard: CallerGuard;
  readonly addressOf: AddressOf;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** True once the server is going down: new calls are refused. */
  readonly isStopping: () => boolean;
  /** Tests hold every reply against its schema; a mismatch is a server failure. */
  readonly checkReplies?: boolean;
}

const defaultBodyLimitBytes = 64 * 1024;
/** Routes that carry more than an order. */
const bodyLimits: Readonly<Partial<Record<RouteName, { readonly bytes: number; readonly jsonDepth: number }>>> = {
  layoutSave: { bytes: 512 * 1024, jsonDepth: 64 },
  configSave: { bytes: 300 * 1024, jsonDepth: defaultJsonDepth },
};

/** A server with every route of the table under the base path, and the envelope around whatever goes wrong. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { logger } = options;
  const failures = new FailureReply(logger, options.metrics);
  const requestIdPrefix = randomUUID().slice(0, 8);
  let requestCount = 0;
  const app = Fastify({
    logger: false,
    bodyLimit: defaultBodyLimitBytes,
    exposeHeadRoutes: false,
    genReqId: () => `${requestIdPrefix}-${++requestCount}`,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (_error, request, reply) =>
      failures.send(request, reply, new AppError('ROUTE_UNKNOWN', { path: pathOf(request.url) })),
    clientErrorHandler: (_error, socket) => {
      if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      else socket.destroy();
    },
  });
  app.decorateRequest('caller', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer, done) => {
    const parsed = parseJsonBody(body, request.routeOptions.config.jsonDepth ?? defaultJsonDepth);
    if (parsed.ok) done(null, parsed.value);
    else done(parsed.error);
  });
  app.setErrorHandler((error, request, reply) => failures.send(request, reply, error));
  registerRoutes(app, options, failures);
  return app;
}

function registerRoutes(app: FastifyInstance, options: HttpServerOptions, failures: FailureReply): void {
  const { handlers, guard, addressOf, metrics, isStopping } = options;
  const ajv = createAjv();
  for (const [name, route] of Object.entries(routes) as readonly (readonly [RouteName, Route])[]) {
    const check = createRequestCheck(ajv, route);
    const checkReply = options.checkReplies === true ? ajv.compile(route.reply) : null;
    const handler = handlers[name] as (request: unknown) => Promise<Outcome<unknown>>;
    const seconds = metrics.callSeconds.labels(name);
    const limit = bodyLimits[name];
    const guarded = { name, ...route };
    app.route({
      method: route.method,
      url: httpBase + route.path,
      ...(limit === undefined ? {} : { bodyLimit: limit.bytes, config: { jsonDepth: limit.jsonDepth } }),
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
        const query = check.query(request.query as Record<string, unknown>);
        if (!query.ok) return failures.send(request, reply, query.error);
        const body = check.body(request.body);
        if (!body.ok) return failures.send(request, reply, body.error);
        const outcome = await handler({ ...request.caller, query: query.value, body: body.value });
        seconds.observe(reply.elapsedTime / 1000);
        if (!outcome.ok) return failures.send(request, reply, outcome.error);
        if (checkReply !== null && !checkReply(outcome.value)) {
          throw new Error(`the reply of ${name} breaks its schema: ${ajv.errorsText(checkReply.errors)}`);
        }
        if (route.raw === true) {
          return reply.headers({ ...apiHeaders, 'content-type': 'image/svg+xml; charset=utf-8' }).send(String(outcome.value));
        }
        return reply.headers(apiHeaders).send(successBody(outcome.value));
      },
    });
  }
}

/** Turns anything that went wrong into an envelope; what is no refusal is logged in full and answered with its request id only. */
class FailureReply {
  readonly #logger: Logger;
  readonly #metrics: Metrics;

  constructor(logger: Logger, metrics: Metrics) {
    this.#logger = logger;
    this.#metrics = metrics;
  }

  send(request: FastifyRequest, reply: FastifyReply, failure: unknown): FastifyReply {
    const error = refusalOf(failure, request) ?? this.#unexpected(request, failure);
    this.#metrics.refusals.inc({ code: error.code });
    const { retryAfterS } = error.params;
    if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS));
    return reply.code(error.httpStatus).headers(apiHeaders).header('x-request-id', request.id).send(errorBody(error));
  }

  #unexpected(request: FastifyRequest, failure: unknown): AppError {
    this.#logger.error({ err: failure, requestId: request.id, method: request.method, path: pathOf(request.url) }, 'a call failed');
    return new AppError('SERVER_FAILURE', { requestId: request.id });
  }
}

/** The catalogue's words for what Fastify refuses by itself. */
function refusalOf(failure: unknown, request: FastifyRequest): AppError | null {
  if (failure instanceof AppError) return failure;
  const code = failure instanceof Error && 'code' in failure ? failure.code : null;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('REQUEST_TOO_LARGE', { limit: request.routeOptions.bodyLimit ?? defaultBodyLimitBytes });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_EMPTY_TYPE':
      return new AppError('REQUEST_UNSUPPORTED_TYPE');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new AppError('REQUEST_NOT_JSON');
    default:
      return isClientsFault(failure) ? new AppError('ROUTE_UNKNOWN', { path: pathOf(request.url) }) : null;
  }
}

/** Refusals by Fastify and its static files that have no word of their own, such as a path that no file can have. */
const isClientsFault = (failure: unknown): boolean =>
  failure instanceof Error && 'statusCode' in failure && Number(failure.statusCode) >= 400 && Number(failure.statusCode) < 500;

/** Without the query, which may hold a token. */
export const pathOf = (url: string): string => {
  const end = url.indexOf('?');
  return (end < 0 ? url : url.slice(0, end)).slice(0, 200);
};
