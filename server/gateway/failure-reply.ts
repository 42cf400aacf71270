import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../core/contract/app-error.ts';
import type { Logger } from '../../core/contract/server-services.ts';
import { StoreError } from '../store/store-error.ts';
import { errorBody, serverTime } from './envelope.ts';
import { apiHeaders } from './guards/security-headers.ts';
import type { Metrics } from './pages/metrics.ts';

/** Turns anything that went wrong into an envelope; what is no refusal is logged in full and answered with its request id only. */
export class FailureReply {
  readonly #logger: Logger;
  readonly #metrics: Metrics;
  readonly #timeHeaders: () => Readonly<Record<string, string>>;

  constructor(logger: Logger, metrics: Metrics, steadyMs: (() => number) | null) {
    this.#timeHeaders = serverTime(steadyMs);
    this.#logger = logger;
    this.#metrics = metrics;
  }

  send(request: FastifyRequest, reply: FastifyReply, failure: unknown): FastifyReply {
    const error = this.errorOf(request, failure);
    const { retryAfterS } = error.params;
    if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS));
    return reply
      .code(error.httpStatus)
      .headers(apiHeaders)
      .header('x-request-id', request.id)
      .headers(this.#timeHeaders())
      .send(errorBody(error));
  }

  /** The refusal that it is, counted; what is none is logged. */
  errorOf(request: FastifyRequest, failure: unknown): AppError {
    const error = refusalOf(failure, request) ?? this.#unexpected(request, failure);
    this.#metrics.refusals.inc({ code: error.code });
    return error;
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
