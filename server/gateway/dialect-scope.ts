import { type IncomingMessage, validateHeaderName, validateHeaderValue } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { guest } from '../../core/contract/access.ts';
import { AppError, accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { Dialect, DialectCaller, DialectReply } from '../../core/contract/server-contributions.ts';
import { networkOf } from '../../core/domain/accounts/network-of.ts';
import type { ContributedDialects } from '../contributions/contributed-dialects.ts';
import { type FailureReply, pathOf } from './failure-reply.ts';
import type { PluginGuard } from './guards/caller-guard.ts';
import { type AddressOf, peerHeader } from './guards/client-address.ts';
import type { RateLimiter } from './guards/rate-limiter.ts';
import { readBytes } from './guards/read-body.ts';
import { apiHeaders } from './guards/security-headers.ts';
import type { TokenAuthenticator } from './guards/token-authenticator.ts';

export interface DialectParts {
  readonly dialects: Pick<ContributedDialects, 'find' | 'list'>;
  readonly tokens: Pick<TokenAuthenticator, 'find'>;
  readonly ofPlugin: PluginGuard;
  readonly limiter: RateLimiter;
  readonly addressOf: AddressOf;
  readonly isStopping: () => boolean;
}

/** Calls that one network may make in a minute, in all dialects; what callers are allowed beyond their sessions' limits is the dialect's to say. */
const callsPerMinute = 1_200;
const defaultBytes = 64 * 1024;

/** One scope for each dialect that there is at the start: its errors and its bodies are its own, and nothing of it reaches the house's JSON. */
export async function serveDialects(app: FastifyInstance, parts: DialectParts, failures: FailureReply): Promise<void> {
  for (const { dialect } of parts.dialects.list()) {
    await app.register(
      async (scope) => {
        const { base } = dialect;
        scope.setErrorHandler((error, request, reply) =>
          answerFailure(request, reply, parts.dialects.find(base)?.dialect, error, failures),
        );
        scope.route({
          method: ['GET', 'POST', 'PUT', 'DELETE'],
          url: '/*',
          handler: (request, reply) => answer(request, reply, base, parts),
        });
      },
      { prefix: dialect.base },
    );
  }
}

async function answer(request: FastifyRequest, reply: FastifyReply, base: string, parts: DialectParts): Promise<FastifyReply> {
  const found = parts.dialects.find(base);
  // Its plugin has ended.
  if (found === undefined) throw new AppError('ROUTE_UNKNOWN', { path: pathOf(request.url) });
  if (parts.isStopping()) throw new AppError('SERVER_STOPPING');
  const ip = parts.addressOf(request.raw);
  const waitS = parts.limiter.take(`${networkOf(ip)} dialects`, callsPerMinute);
  if (waitS > 0) throw new AppError('RATE_LIMITED', { retryAfterS: waitS });
  const { dialect, pluginId } = found;
  const end = request.url.indexOf('?');
  const path = end < 0 ? request.url : request.url.slice(0, end);
  // The router also knows the base with its letters escaped and behind a host: what follows would be cut at the wrong place.
  if (!path.startsWith(`${base}/`)) throw new AppError('ROUTE_UNKNOWN', { path: pathOf(request.url) });
  const body = await bodyOf(request.raw, dialect.mostBytes ?? defaultBytes);
  if (!body.ok) {
    // Its rest is not read.
    reply.header('connection', 'close');
    throw body.error;
  }
  // Whoever knows that name may say whose a call is.
  const { [peerHeader]: _peer, ...headers } = request.headers;
  return send(
    reply,
    await dialect.answer({
      method: request.method,
      path: path.slice(base.length),
      query: end < 0 ? '' : request.url.slice(end + 1),
      headers,
      body: body.value,
      ip,
      caller: (token) => callerOf(token, request, ip, pluginId, parts),
    }),
  );
}

const noBytes = new Uint8Array();

const bodyOf = async (request: IncomingMessage, limit: number): Promise<Outcome<Uint8Array>> => {
  const { 'content-length': length, 'transfer-encoding': transfer } = request.headers;
  return transfer === undefined && (length === undefined || length === '0') ? accepted(noBytes) : readBytes(request, limit);
};

/** By any scheme that there is; whoever's role does not have the plugin is refused. */
async function callerOf(
  token: string | null,
  request: FastifyRequest,
  ip: string,
  pluginId: string,
  { tokens, ofPlugin }: DialectParts,
): Promise<Outcome<DialectCaller>> {
  const session = token === null ? null : await tokens.find(token, ip);
  if (session instanceof AppError) return { ok: false, error: session };
  if (token !== null && session === null) return refused('SESSION_INVALID');
  const principal = session?.principal ?? guest;
  const refusal = ofPlugin(principal, pluginId);
  if (refusal !== null) return { ok: false, error: refusal };
  const permission = session?.key?.permission;
  const caller = { principal, ip, userAgent: request.headers['user-agent'] ?? '' };
  return accepted(permission === undefined ? caller : { ...caller, permission });
}

function answerFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  dialect: Dialect | undefined,
  failure: unknown,
  failures: FailureReply,
): FastifyReply {
  if (dialect === undefined) return failures.send(request, reply, failure);
  const error = failures.errorOf(request, failure);
  const { retryAfterS } = error.params;
  if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS));
  return send(reply.header('x-request-id', request.id), dialect.failure(error));
}

function send(reply: FastifyReply, { status, headers = {}, body }: DialectReply): FastifyReply {
  // What cannot be sent fails here, where somebody answers for it: later only Fastify would, with what it reads in the error.
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
  return reply
    .code(status)
    .headers({ ...apiHeaders, ...headers })
    .send(typeof body === 'string' ? body : Buffer.from(body));
}
