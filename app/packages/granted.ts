import { capabilitiesOf } from '../../core/contract/bridged-tokens.ts';
import type { Capability } from '../../core/domain/accounts/capability.ts';
import type { PluginManifest } from '../../core/kernel/index.ts';
import type { RouteName } from '../../schemas/wire/index.ts';

interface Grant {
  /** Reading calls that the frame may make. */
  readonly routes: readonly RouteName[];
  readonly topics: RegExp | null;
}

const nothing: Grant = { routes: [], topics: null };

/** What a capability opens besides methods of its own. */
const grants: Readonly<Record<Capability, Grant>> = {
  'markets.read': {
    routes: ['symbols', 'exchangeInfo', 'klinesHistory'],
    topics: /^(tickers|venues|instruments|(depth|trades|candles):[\w./:-]{1,90})$/,
  },
  'balances.read': nothing,
  'orders.read': nothing,
  'orders.place': nothing,
  'orders.cancel': nothing,
  'notices.show': nothing,
};

/** The capabilities of one package, as the bridge asks for them. */
export class Granted {
  readonly capabilities: readonly Capability[];

  constructor(manifest: PluginManifest) {
    this.capabilities = capabilitiesOf(manifest);
  }

  has(capability: Capability): boolean {
    return this.capabilities.includes(capability);
  }

  /** The name as the route table has it; null for what is not granted. */
  route(name: string): RouteName | null {
    return this.capabilities.flatMap((one) => grants[one].routes).find((route) => route === name) ?? null;
  }

  topic(name: string): boolean {
    return this.capabilities.some((one) => grants[one].topics?.test(name) === true);
  }
}
