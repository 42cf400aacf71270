import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { constants } from 'node:zlib';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import Fastify, { type FastifyInstance } from 'fastify';
import { AppError } from '../../core/contract/app-error.ts';
import type { Logger } from '../../core/contract/server-services.ts';
import { houseRoutes, httpBase } from '../../schemas/wire/index.ts';
import type { Route } from '../../schemas/wire/route.ts';
import type { ContributedRoutes } from '../contributions/contributed-routes.ts';
import { FailureReply, pathOf } from './failure-reply.ts';
import { tlsReader } from './guards/client-address.ts';
import { apiHeaders, tlsOnly } from './guards/security-headers.ts';
import type { Handlers } from './handlers/handlers.ts';
import { type AnsweredRoute, type JsonCallParts, JsonCalls } from './json-calls.ts';

export interface HttpServerOptions extends JsonCallParts {
  /** Of every route of the house, unless there is an `elsewhere` for those that lack one. */
  readonly handlers: Handlers | Partial<Handlers>;
  /** True: takes a call that is answered elsewhere, or `here` after all. */
  readonly elsewhere?: (request: IncomingMessage, response: ServerResponse, here: () => void) => boolean;
  /** Calls that plugins answer; absent: none. */
  readonly contributed?: Pick<ContributedRoutes, 'find'>;
  readonly deadlines?: HttpDeadlines;
  /** Proxies that are believed how they were called; absent: none. */
  readonly trustedProxies?: readonly string[];
  readonly logger: Logger;
  readonly newId: () => string;
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

/**
 * What an answer asks for by itself (`reply.compress`). A level between gzip's best and Brotli's, which takes ten times as long. Tokens go in
 * headers that no foreign page can send, so that the length of an answer tells nobody anything.
 */
const compression: FastifyCompressOptions = {
  global: false,
  encodings: ['br', 'gzip', 'identity'],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } },
};

/** No route has a schema of Fastify's: {@link createRequestCheck} checks them all. Its own compilers would be loaded at every start. */
const noCompiler = () => () => {
  throw new Error('Fastify compiles no schemas here');
};

/** A server with every route of the table under the base path, and the envelope around whatever goes wrong. */
export function createHttpServer(options: HttpServerOptions): { readonly app: FastifyInstance; readonly failures: FailureReply } {
  const { logger } = options;
  const failures = new FailureReply(logger, options.metrics, options.steadyMs);
  const requestIdPrefix = options.newId().slice(0, 8);
  let requestCount = 0;
  const isByTls = tlsReader(options.trustedProxies ?? []);
  const app = Fastify({
    logger: false,
    exposeHeadRoutes: true,
    genReqId: () => `${requestIdPrefix}-${++requestCount}`,
    serverFactory: (handle) =>
      createHttp(options.deadlines ?? defaultDeadlines, (request, response) => {
        if (isByTls(request)) response.setHeader('strict-transport-security', tlsOnly);
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
  app.decorateRequest('call', null);
  // To Fastify no method has a body: see `readBody`.
  app.removeAllContentTypeParsers();
  for (const method of ['POST', 'PUT', 'DELETE']) app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  app.setErrorHandler((error, request, reply) => failures.send(request, reply, error));
  // Only routes that come after it can ask for a compression.
  app.register(compress, compression).after(() => registerRoutes(app, options, failures));
  return { app, failures };
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

/** Every route of the house by itself, and one place for all that plugins answer, which come and go. */
function registerRoutes(app: FastifyInstance, options: HttpServerOptions, failures: FailureReply): void {
  const calls = new JsonCalls(options, failures);
  const handlers = options.handlers as Readonly<Partial<Record<string, AnsweredRoute['handler']>>>;
  for (const [name, route] of Object.entries(houseRoutes) as readonly (readonly [string, Route])[]) {
    if (handlers[name] === undefined && options.elsewhere !== undefined) continue;
    const { admit, answer } = calls.of({ name, route, handler: handlers[name] });
    app.route({ method: route.method, url: httpBase + route.path, onRequest: admit, handler: answer });
  }
  const { contributed } = options;
  if (contributed === undefined) return;
  app.route({
    method: ['GET', 'POST'],
    url: `${httpBase}/*`,
    onRequest: (request, reply, done) => {
      const found = contributed.find(request.method === 'HEAD' ? 'GET' : request.method, pathOf(request.url).slice(httpBase.length));
      request.call = found === undefined ? null : calls.of(found);
      if (request.call === null) done();
      else request.call.admit(request, reply, done);
    },
    handler: async (request, reply) => (request.call === null ? reply.callNotFound() : request.call.answer(request, reply)),
  });
}
