import { join } from 'node:path';
import type { Disposer } from '../../core/contract/token.ts';
import type { ServerContributions } from '../contributions/contributions.ts';
import { Gateway, type GatewayOptions } from '../gateway/gateway.ts';
import { Uploads } from '../gateway/guards/uploads.ts';
import type { MissingVenue } from '../gateway/ports.ts';
import { accountDirectory, venueDirectory } from '../gateway/room-adapters.ts';
import type { AccountFeed } from '../gateway/topics/account-feed.ts';
import type { TopicHub } from '../gateway/topics/topic-hub.ts';
import type { MarketHub } from '../market/market-hub.ts';
import type { PluginSets } from '../plugins/plugin-sets.ts';
import { SetChanges } from '../plugins/set-changes.ts';
import { SetHistory } from '../plugins/set-history.ts';
import { StayingInstances } from '../plugins/staying-instances.ts';
import type { ServerOptions } from '../running-server.ts';
import type { InstanceService } from '../runtime/instances/instance-service.ts';
import type { Turn } from '../standby/take-turn.ts';
import type { TradingRoom } from '../trading/open-trading-room.ts';
import type { Base } from './base.ts';

/** What a gateway answers from, beside the {@link Base}. */
interface GatewayRoleParts extends Pick<GatewayOptions, 'packages' | 'packageKeys' | 'setUp'> {
  readonly base: Base;
  readonly options: ServerOptions;
  readonly turn: Pick<Turn, 'processId'>;
  readonly exchanges: {
    readonly room: TradingRoom;
    readonly markets: MarketHub;
    readonly hub: TopicHub;
    readonly accountFeed: AccountFeed;
    readonly contributions: ServerContributions;
    readonly missing: () => readonly MissingVenue[];
  };
  readonly plugins: PluginSets;
  readonly strategies: InstanceService;
}

/** Calls and sockets of the process that trades. */
export async function openGateway(parts: GatewayRoleParts, started: Disposer[]): Promise<Gateway> {
  const { base, options, turn, exchanges, plugins, strategies, packages, packageKeys, setUp } = parts;
  const { identity, identityParts, edge, store, clock, disk, phases } = base;
  const { sessions, keys, refusals, challenges, signIn, confirmations } = identity;
  const { room, markets, hub, accountFeed, contributions, missing } = exchanges;
  const { settings, logger, httpDeadlines: deadlines } = options;
  const gatewayOptions: GatewayOptions = {
    ...edge,
    processId: turn.processId,
    sessions,
    keys,
    refusals,
    challenges,
    signIn,
    confirmations,
    setUp,
    accounts: accountDirectory(room),
    markets,
    indexes: markets.indexes,
    trading: room.trading,
    venues: venueDirectory({ ...room, disk, missing }),
    hasRoom: disk.hasRoom,
    steadyMs: room.steadyMs,
    plugins,
    pluginGuard: (principal, plugin) => plugins.guard(principal, plugin),
    contributions,
    staying: new StayingInstances({ instances: strategies, store, clock }),
    setChanges: new SetChanges({
      roles: base.roles,
      sets: plugins,
      users: store.users,
      running: () => strategies.allRunning(),
      demo: identityParts.demoAllowed,
    }),
    setHistory: new SetHistory({ store, clock, versionsChanged: () => plugins.versionsChanged() }),
    packages,
    packageKeys,
    strategies,
    hub,
    accountFeed,
    logger: logger.named('gateway'),
    version: options.version,
    ...(options.socketLimits === undefined ? {} : { socketLimits: options.socketLimits }),
    origins: settings.origins,
    uploads: await Uploads.open(join(settings.dataFolder, 'uploads')),
    ...(deadlines === undefined ? {} : { deadlines }),
  };
  const gateway = await phases.run('gateway', () => Gateway.create(gatewayOptions));
  started.push(() => gateway.close());
  return gateway;
}
