import { expect, it } from 'vitest';
import { ALERTS, API, MARKETS, NOTICES, SESSION, STREAM, TEXTS, WORKSPACE } from '../../core/contract/client-services.ts';
import { grantAll } from '../../core/kernel/checks/access-policy.ts';
import { createKernel, hostService, type PluginSource } from '../../core/kernel/index.ts';
import { optionsFor } from '../../core/kernel/kernel-fixture.ts';
import panelManifest from '../../plugins/panel-alerts/plugin.json' with { type: 'json' };
import serviceManifest from '../../plugins/service-alerts/plugin.json' with { type: 'json' };
import { KernelStore } from '../workbench/kernel-store.ts';
import { panelState } from './panel-state.ts';

const plugins: readonly PluginSource[] = [
  { folder: 'panel-alerts', manifest: panelManifest, load: () => import('../../plugins/panel-alerts/client.tsx') },
  { folder: 'service-alerts', manifest: serviceManifest, load: () => import('../../plugins/service-alerts/client.tsx'), otherSide: true },
];
const services = [API, MARKETS, NOTICES, STREAM, TEXTS, WORKSPACE].map((token) => hostService<unknown>(token, {}));

/** Whoever has the panel of price alerts, and of their service what is said. */
async function alertsWith(outcome: 'granted' | 'absent') {
  const options = optionsFor(plugins, {
    services: [...services, hostService(SESSION, { user: null, signOut: async () => undefined })],
    access: { ...grantAll, plugin: ({ id }) => ({ outcome: id === 'service-alerts' ? outcome : 'granted' }) },
  });
  return new KernelStore(await createKernel(options.options));
}

it('says of the panel of price alerts that it needs what the user does not have, instead of waiting for it', async () => {
  const kernel = await alertsWith('absent');
  expect(panelState('panel-alerts/alerts', kernel)).toEqual({ kind: 'needs' });
  expect(kernel.kernel.service(ALERTS)).toBeNull();
});

it('has the panel of price alerts ready for whoever has their service', async () => {
  const kernel = await alertsWith('granted');
  expect(panelState('panel-alerts/alerts', kernel)).toMatchObject({ kind: 'ready', version: 1 });
  expect(kernel.kernel.service(ALERTS)).toMatchObject({ loading: true, alerts: [] });
});
