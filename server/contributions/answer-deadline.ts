import { AppError } from '../../core/contract/app-error.ts';
import type { Authentication, Dialects, RouteHandler, Routes } from '../../core/contract/server-contributions.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { Route } from '../../schemas/wire/route.ts';

type AnyHandler = RouteHandler<Route>;

/** How long a plugin may take to answer whoever waits for it. */
export const answerWithinMs = 30_000;

/** Holds plugins to an answer, so that none of them keeps a caller, and what he came with, for ever. */
export class AnswerDeadline {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #logger: Pick<Logger, 'warn'>;

  constructor(clock: Pick<Clock, 'after'>, logger: Pick<Logger, 'warn'>) {
    this.#clock = clock;
    this.#logger = logger;
  }

  routes(pluginId: string, inner: Routes): Routes {
    const inTime = ([name, handler]: [string, AnyHandler]): [string, AnyHandler] => [
      name,
      (request) => this.of(pluginId, name, (late) => handler({ ...request, gone: () => AbortSignal.any([request.gone(), late]) })),
    ];
    const add = (routes: Readonly<Record<string, Route>>, handlers: Readonly<Record<string, AnyHandler>>): void =>
      inner.add(routes, Object.fromEntries(Object.entries(handlers).map(inTime)) as never);
    return { add: add as Routes['add'] };
  }

  dialects(pluginId: string, inner: Dialects): Dialects {
    return {
      add: (dialect) =>
        inner.add({
          ...dialect,
          answer: (request) => this.of(pluginId, `${dialect.base}${request.path}`, () => dialect.answer(request)),
          failure: (error) => dialect.failure(error),
        }),
    };
  }

  authentication(pluginId: string, inner: Authentication): Authentication {
    return {
      add: (scheme) =>
        inner.add({
          ...scheme,
          find: (token, ip) => this.of(pluginId, scheme.id, () => scheme.find(token, ip)),
          isLive: (credential) => this.of(pluginId, scheme.id, () => scheme.isLive(credential)),
        }),
    };
  }

  /** Throws PLUGIN_SILENT when there is no answer in time; the signal aborts then, and what comes afterwards is dropped. */
  async of<T>(pluginId: string, what: string, work: (late: AbortSignal) => Promise<T>): Promise<T> {
    const late = new AbortController();
    let callOff = (): void => undefined;
    const silent = new Promise<never>((_, reject) => {
      callOff = this.#clock.after(answerWithinMs, () => {
        const error = new AppError('PLUGIN_SILENT', { plugin: pluginId, seconds: answerWithinMs / 1_000 });
        this.#logger.warn({ plugin: pluginId, what }, `a plugin did not answer within ${answerWithinMs / 1_000} s`);
        reject(error);
        late.abort(error);
      });
    });
    return Promise.race([work(late.signal), silent]).finally(callOff);
  }
}
