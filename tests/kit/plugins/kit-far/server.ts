import type { AccountKeyPort } from '../../../../core/contract/account-keys.ts';
import { NETWORK } from '../../../../core/contract/network.ts';
import { definePlugin } from '../../../../core/contract/plugin.ts';
import { SECRETS } from '../../../../core/contract/secrets.ts';
import { KeptKeys } from '../../../../core/replica/kept-keys.ts';
import { farHost } from '../../venues/far-plugin.ts';
import { FarVenue } from '../../venues/far-venue.ts';
import { NetworkWire } from './network-wire.ts';

export const plugin = definePlugin({
  requires: { network: NETWORK, secrets: SECRETS },
  venues: {
    far: {
      open: async ({ network, secrets }, { sink, projectedThrough }) => {
        const wire = await NetworkWire.open(process.env[farHost] ?? '', network, secrets);
        const keys = new KeptKeys(secrets);
        const accountKeys: AccountKeyPort = {
          passphrase: true,
          check: (typed) => wire.check(typed),
          keep: (apiId, typed, within) => keys.keep(apiId, typed, within),
          forget: (apiId) => keys.forget(apiId),
        };
        const parts = { wire, accountKeys, sink, projectedThrough: await projectedThrough('aurora'), patienceMs: 200, validMs: 3_000 };
        return [await FarVenue.open(parts)];
      },
    },
  },
});
