import type { Clock } from '../core/contract/server-services.ts';
import type { Disposer } from '../core/contract/token.ts';
import type { Bus } from './bus/bus.ts';
import type { BusMessage } from './bus/bus-message.ts';
import type { PluginSets } from './plugins/plugin-sets.ts';
import type { InstanceService } from './runtime/instances/instance-service.ts';
import type { ApiKeyRegistry } from './session/api-key-registry.ts';
import type { SessionRegistry } from './session/session-registry.ts';
import type { GrantBook } from './trading/accounts/grant-book.ts';

/** Sessions and keys that another server has ended end here, with their sockets. */
export function followIdentity(
  bus: Pick<Bus, 'listen'>,
  sessions: Pick<SessionRegistry, 'heardEnd' | 'heardUser' | 'doubt'>,
  keys: Pick<ApiKeyRegistry, 'heardEnd'>,
): Disposer {
  return bus.listen({
    message: (message) => {
      if (message.kind === 'session') return sessions.heardEnd(message.tokenHash);
      if (message.kind === 'user') return sessions.heardUser(message.userId);
      if (message.kind === 'api-key') return keys.heardEnd(message.keyId);
    },
    // Keys are read again every second anyway.
    gap: () => sessions.doubt(),
  });
}

/** News may be lost: sets and authorisations of another server hold here after so long at the latest. Limits and keys are read each second. */
const rulesEveryMs = 5_000;

/**
 * Kill switches and limits, plugin sets and authorisations hold here from the moment in which another server tells of them, and from the
 * next reading on where no news came.
 */
export function followRules(
  bus: Pick<Bus, 'listen'>,
  plugins: Pick<PluginSets, 'heardSets' | 'heardOptOuts'>,
  strategies: Pick<InstanceService, 'readLimits'>,
  grants: Pick<GrantBook, 'changed' | 'reload'>,
  clock: Pick<Clock, 'every'>,
): Disposer {
  const follow = (message: BusMessage): void | Promise<void> => {
    if (message.kind === 'limits') return strategies.readLimits();
    if (message.kind === 'grants') return grants.changed(message.userId);
    if (message.kind === 'plugin-set' || message.kind === 'product-versions') return plugins.heardSets();
    if (message.kind === 'opt-outs') plugins.heardOptOuts(message.userId);
  };
  const doubt = async (): Promise<void> => {
    await Promise.all([plugins.heardSets(), grants.reload()]);
  };
  const stopReading = clock.every(rulesEveryMs, doubt);
  const stopListening = bus.listen({ message: follow, gap: doubt });
  return () => {
    stopReading();
    return stopListening();
  };
}
