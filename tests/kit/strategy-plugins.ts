import { readFileSync } from 'node:fs';
import type { PluginSource } from '../../core/kernel/index.ts';

const sourceAt = (folder: string, manifest: unknown, address: URL): PluginSource => ({
  folder,
  manifest,
  load: () => import(address.href),
  moduleUrl: address.href,
});

const template = new URL('../../plugins/_templates/strategy/', import.meta.url);

/** The template that new strategies start from. */
export const sampleStrategy: PluginSource = sourceAt(
  'strategy-sample',
  JSON.parse(readFileSync(new URL('plugin.json', template), 'utf8')),
  new URL('server.ts', template),
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
    api: '^1.0.0',
    kind: 'strategy',
    title: 'strategy-kit.title',
    description: 'strategy-kit.description',
    contributes: { strategies: kitStrategies.map((id) => ({ id, title: `strategy-kit.${id}` })) },
    access: { permission: 'strategy' },
  },
  new URL('strategies/server.ts', import.meta.url),
);
