import type { PluginSource } from '../../core/kernel/index.ts';
import sampleManifest from '../../plugins/_templates/strategy/plugin.json' with { type: 'json' };

const sourceAt = (folder: string, manifest: unknown, address: URL): PluginSource => ({
  folder,
  manifest,
  load: () => import(address.href),
});

/** The template that new strategies start from. */
export const sampleStrategy: PluginSource = sourceAt(
  'strategy-sample',
  sampleManifest,
  new URL('../../plugins/_templates/strategy/server.ts', import.meta.url),
);

const kitStrategies = [
  'busy',
  'throws',
  'loops',
  'leaks',
  'refuses',
  'finishes',
  'lists',
  'listens',
  'hogs',
  'pesters',
  'bars',
  'prices',
  'remembers',
  'patient',
  'plots',
  'amends',
  'oco',
  'bracket',
];

/** Strategies of tests/kit/strategies; `strategy-kit/busy` and so on. */
export const strategyKit: PluginSource = sourceAt(
  'strategy-kit',
  {
    id: 'strategy-kit',
    version: '1.0.0',
    api: '^2.0.0',
    kind: 'strategy',
    title: 'strategy-kit.title',
    description: 'strategy-kit.description',
    contributes: { strategies: kitStrategies.map((id) => ({ id, title: `strategy-kit.${id}` })) },
    access: { permission: 'strategy' },
  },
  new URL('strategies/server.ts', import.meta.url),
);
