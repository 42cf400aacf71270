import type { Outcome } from '../../../core/contract/app-error.ts';
import type { Caller } from '../../../core/contract/server-contributions.ts';
import type { HouseRoutes, ProductRoutes, RouteName } from '../../../schemas/wire/index.ts';
import type { BodyOf, QueryOf, ReplyOf } from '../../../schemas/wire/route.ts';
import type { UserSession } from '../../session/session-registry.ts';

/** Who makes a call, with the session or key that it came with. */
export interface SessionCaller extends Caller {
  /** Null for a guest. */
  readonly session: UserSession | null;
  /** Sits at this machine: see `isAtThisMachine`. */
  readonly isLocal: boolean;
}

interface GatewayRequest<N extends RouteName> extends SessionCaller {
  readonly query: QueryOf<ProductRoutes[N]>;
  readonly body: BodyOf<ProductRoutes[N]>;
  /** Until when the caller waits, of a call that is dated and says so. */
  readonly notAfterMs?: number;
  /** Aborts when the caller goes away before the answer. */
  readonly gone: () => AbortSignal;
}

type Handler<N extends RouteName> = (request: GatewayRequest<N>) => Promise<Outcome<ReplyOf<ProductRoutes[N]>>>;

/** One handler for every route of the house that is offered; the compiler names a missing one. */
export type Handlers = HandlersOf<HouseRoutes>;

/** The handlers of one part of the table. */
export type HandlersOf<T> = {
  readonly [N in keyof T & RouteName as ProductRoutes[N] extends { readonly notOffered: string } ? never : N]: Handler<N>;
};
