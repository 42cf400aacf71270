import type { RouteName } from '../../../schemas/wire/index.ts';
import { accepted, type Outcome, refused } from '../../contract/app-error.ts';
import type { Api } from '../../contract/client-services.ts';
import type { CallOptions } from '../../contract/route-calls.ts';

type Input = { readonly query?: unknown; readonly body?: unknown };
type Handler = (input: Input, signal?: AbortSignal) => unknown;

/** A server that a test writes, call by call; a route without a handler cannot be reached. */
export class FakeApi {
  readonly calls: Array<{ readonly name: RouteName; readonly query: unknown; readonly body: unknown }> = [];
  readonly handlers: Partial<Record<RouteName, Handler>>;
  readonly call: Api['call'];
  /** Calls of plugins have the same handlers. */
  readonly of: Api['of'];
  /** The form is the body. */
  readonly send: Api['send'];
  /** A handler gives the text of the table. */
  readonly download: Api['download'];

  constructor(handlers: Partial<Record<RouteName, Handler>> = {}) {
    this.handlers = handlers;
    this.call = (async (name: RouteName, input: Input, options: CallOptions = {}): Promise<Outcome<unknown>> => {
      this.calls.push({ name, query: input.query, body: input.body });
      const handler = this.handlers[name];
      if (handler === undefined) return refused('CLIENT_OFFLINE');
      const result = await handler(input, options.signal);
      return isOutcome(result) ? result : accepted(result);
    }) as Api['call'];
    this.send = ((name: RouteName, form: FormData) => this.call(name as 'movementProof', { body: form } as never)) as Api['send'];
    this.of = (() => ({ call: this.call })) as unknown as Api['of'];
    this.download = async (name, input) => {
      this.calls.push({ name, query: input.query, body: undefined });
      const handler = this.handlers[name];
      return handler === undefined ? refused('CLIENT_OFFLINE') : accepted(new Blob([String(handler(input))]));
    };
  }

  names(): readonly RouteName[] {
    return this.calls.map((call) => call.name);
  }
}

const isOutcome = (value: unknown): value is Outcome<unknown> => typeof value === 'object' && value !== null && 'ok' in value;
