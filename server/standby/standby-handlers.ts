import type { Places } from '../../core/contract/places.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { RoleBook } from '../../core/domain/accounts/role-book.ts';
import type { Language } from '../../core/domain/language.ts';
import type { RouteName } from '../../schemas/wire/index.ts';
import type { Bus } from '../bus/bus.ts';
import type { Handlers } from '../gateway/handlers/handlers.ts';
import { createApiKeyHandlers } from '../gateway/handlers/handlers-api-key.ts';
import { createDocumentHandlers } from '../gateway/handlers/handlers-document.ts';
import { createHaltHandlers } from '../gateway/handlers/handlers-halt.ts';
import { createLayoutHandlers } from '../gateway/handlers/handlers-layout.ts';
import { createOrderHistoryHandlers } from '../gateway/handlers/handlers-order-history.ts';
import { createOrderLifeHandlers } from '../gateway/handlers/handlers-order-life.ts';
import { createStorageHandlers } from '../gateway/handlers/handlers-storage.ts';
import { createTemplateHandlers } from '../gateway/handlers/handlers-template.ts';
import { createUserHandlers } from '../gateway/handlers/handlers-user.ts';
import { LayoutService } from '../gateway/layouts/layout-service.ts';
import { SharedLayoutService } from '../gateway/layouts/shared-layout-service.ts';
import type { AccountDirectory } from '../gateway/ports.ts';
import { AccountLooks } from '../gateway/views/account-looks.ts';
import type { Identity } from '../identity.ts';
import type { UserQuota } from '../store/quota/user-quota.ts';
import type { Store } from '../store/store.ts';
import { StoredLimits } from './stored-limits.ts';

interface StandbyHandlerParts {
  readonly roles: RoleBook;
  readonly store: Store;
  readonly bus: Bus;
  readonly quota: UserQuota;
  readonly languageOf: (userId: string) => Promise<Language>;
  readonly places: Places;
  readonly identity: Identity;
  readonly accounts: AccountDirectory;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly newId: () => string;
}

/**
 * Of these the server that trades knows more than the database has yet, or what a caller may do there: they are answered from the database
 * only while it does not answer.
 */
export const fallbackRoutes = [
  'apiList',
  'apiAll',
  'userOrders',
  'orderHistory',
  'orderHistoryExport',
  'fills',
  'fillsExport',
  'balanceChanges',
  'ledger',
  'ledgerExport',
  'orderEvents',
  'orderRefusals',
] as const satisfies readonly RouteName[];

/** Everything that needs the database and nothing else. */
export function standbyHandlers(parts: StandbyHandlerParts): Partial<Handlers> {
  const { roles, store, bus, quota, languageOf, places, identity, accounts, clock, logger, newId } = parts;
  const { challenges, signIn, confirmations, sessions, keys } = identity;
  // What a step asks for, and whether an answer is right, only a plugin knows, and those run where trading does.
  const {
    loginStep: _,
    confirm: __,
    loginStepTerms: ___,
    confirmTerms: ____,
    ...own
  } = createUserHandlers({
    ...{ roles, challenges, signIn, confirmations, sessions, accounts, store, quota, languageOf, places, clock },
  });
  const layouts = new LayoutService({
    store,
    quota,
    clock,
    newId,
    // Its sockets are at the server that trades.
    onSaved: (userId, { id, revision }) => bus.publish({ kind: 'layout', userId, layoutId: id, revision }),
  });
  const looks = new AccountLooks({ accounts, store, clock, logger });
  const limits = new StoredLimits({ store: store.instances, bus, nowMs: () => clock.nowMs() });
  return {
    ...own,
    ...createStorageHandlers(quota),
    ...createApiKeyHandlers({ keys, signIn }),
    ...createDocumentHandlers({ documents: store.documents, quota, clock }),
    ...createTemplateHandlers({ documents: store.documents, quota, clock, newId }),
    ...createLayoutHandlers({ layouts, shared: new SharedLayoutService({ roles, store, clock, newId }) }),
    ...createHaltHandlers({ limits, accounts, audit: store.audit, traces: store.traces, clock }),
    ...createOrderHistoryHandlers({ accounts, looks, store, clock }),
    ...createOrderLifeHandlers({ accounts, looks, store, clock }),
  };
}
