import { join } from 'node:path';
import { PLACES } from '../../core/contract/places.ts';
import {
  CLOCK,
  type Clock,
  ENVIRONMENT,
  IDS,
  LOGGER,
  MARKET_DATA,
  MATCHING,
  RECORDINGS,
  type ServerMarkets,
} from '../../core/contract/server-services.ts';
import { SPOT_INDEXES, type SpotIndexes } from '../../core/contract/spot-indexes.ts';
import { STRATEGY_PLAYS, type StrategyPlays } from '../../core/contract/strategy-plays.ts';
import { TRADING } from '../../core/contract/trading.ts';
import { contractVersion } from '../../core/contract/version.ts';
import type { ManifestValidator } from '../../core/kernel/index.ts';
import { createKernel, grantAll, hostService, type Kernel, type PluginSource, perPlugin } from '../../core/kernel/index.ts';
import type { ServerContributions } from '../contributions/contributions.ts';
import { logKernelEvent } from '../kernel-log.ts';
import type { LeaseProof } from '../leases/held-lease.ts';
import type { RootLogger } from '../logger.ts';
import { RecordingFiles } from '../market/recordings/recording-files.ts';
import type { KeyRing } from '../secrets/key-ring.ts';
import type { Settings } from '../settings.ts';
import type { TradingRoom } from '../trading/open-trading-room.ts';
import type { VaultParts } from '../venues/secret-vault.ts';
import { venueServices } from '../venues/venue-services.ts';

interface KernelParts {
  readonly settings: Settings;
  readonly logger: RootLogger;
  readonly plugins: readonly PluginSource[];
  readonly validate: ManifestValidator;
  readonly clock: Clock;
  readonly room: TradingRoom;
  readonly markets: ServerMarkets & { readonly indexes: SpotIndexes };
  readonly newId: () => string;
  readonly plays: StrategyPlays;
  readonly contributions: ServerContributions;
  readonly secrets: Pick<VaultParts, 'rows' | 'rowsIn'>;
  readonly keys: KeyRing;
  /** Under which venues speak to exchanges elsewhere. */
  readonly lease: LeaseProof;
}

/** The longest that a start takes over the tables of a plugin, many times over. */
const hookPatienceMs = 60_000;

/** The kernel with all that plugins' server halves may ask for. */
export async function startKernel({
  settings,
  logger,
  plugins,
  validate,
  clock,
  room,
  markets,
  newId,
  plays,
  contributions,
  secrets,
  keys,
  lease,
}: KernelParts): Promise<Kernel> {
  return createKernel({
    side: 'server',
    contractVersion,
    plugins,
    services: [
      hostService(CLOCK, clock),
      perPlugin(LOGGER, (pluginId) => logger.named(pluginId)),
      hostService(ENVIRONMENT, {
        demo: settings.demo,
        publicUrl: settings.publicUrl,
        replayFolder: settings.replay?.folder ?? null,
        seed: settings.seed,
      }),
      hostService(PLACES, settings.places),
      hostService(RECORDINGS, new RecordingFiles(recordingsFolder(settings), settings.replay?.speed)),
      hostService(MATCHING, room.matching),
      hostService(TRADING, room.trading),
      hostService(MARKET_DATA, markets),
      hostService(SPOT_INDEXES, markets.indexes),
      hostService(STRATEGY_PLAYS, plays),
      hostService(IDS, { next: newId }),
      ...contributions.services(),
      ...venueServices({ ...secrets, keys, clock, lease, hide: logger.hide, plugins }),
    ],
    access: grantAll,
    validate,
    report: (event) => logKernelEvent(logger, event),
    nowMs: () => performance.now(),
    patience: { ms: hookPatienceMs, after: (delayMs, task) => clock.after(delayMs, task) },
  });
}

/** Where recorded market data lies that is replayed, or made here. */
export const recordingsFolder = (settings: Settings): string => settings.replay?.folder ?? join(settings.dataFolder, 'recordings');
