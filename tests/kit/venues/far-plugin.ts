import type { PluginSource } from '../../../core/kernel/index.ts';

/** The setting that tells the venue where its exchange is. */
export const farHost = 'TESSERA_KIT_FAR';

/** The venue of tests/kit/plugins/kit-far, whose exchange is at `host`, which stands in the environment as well. */
export const farPlugin = (host: string): PluginSource => ({
  folder: 'kit-far',
  manifest: {
    id: 'kit-far',
    version: '1.0.0',
    api: '^2.0.0',
    kind: 'venue',
    title: 'kit-far.title',
    description: 'kit-far.description',
    requires: ['tessera.network', 'tessera.secrets'],
    hosts: [host],
    contributes: { venues: [{ id: 'far', title: 'kit-far.title' }] },
  },
  load: () => import(new URL('../plugins/kit-far/server.ts', import.meta.url).href),
  moduleUrl: new URL('../plugins/kit-far/server.ts', import.meta.url).href,
});
