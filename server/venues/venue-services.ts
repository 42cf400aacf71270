import { NETWORK } from '../../core/contract/network.ts';
import { SECRETS } from '../../core/contract/secrets.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import { type HostService, type PluginManifest, type PluginSource, perPlugin } from '../../core/kernel/index.ts';
import type { LeaseProof } from '../leases/held-lease.ts';
import { OpenNetwork } from './open-network.ts';
import { SecretVault, type VaultParts } from './secret-vault.ts';

interface VenueServiceParts extends VaultParts {
  readonly clock: Clock;
  /** Under which this server speaks to exchanges. */
  readonly lease: LeaseProof;
  readonly plugins: readonly PluginSource[];
}

/** What the house gives to venues alone: their own secrets, and the way to the hosts of their manifest. */
export function venueServices({ clock, lease, plugins, ...vault }: VenueServiceParts): readonly HostService[] {
  const networks = new Map<string, OpenNetwork>();
  // The kernel has checked a manifest before its plugin asks for anything.
  const hostsOf = (id: string) => (plugins.find(({ folder }) => folder === id)?.manifest as PluginManifest | undefined)?.hosts ?? [];
  const network = (id: string): OpenNetwork => {
    const created = new OpenNetwork(hostsOf(id), clock, lease);
    networks.set(id, created);
    return created;
  };
  const closeNetwork = (id: string): void => {
    networks.get(id)?.close();
    networks.delete(id);
  };
  return [perPlugin(SECRETS, (id) => new SecretVault(id, vault)), perPlugin(NETWORK, network, closeNetwork)].map(
    (service): HostService => ({ ...service, kinds: ['venue'] }),
  );
}
