import { expect, it } from 'vitest';
import type { PluginSource } from '../../../core/kernel/index.ts';
import { chosenPlugins } from './chosen-plugins.ts';

const installed = ['venue-house', 'demo-house', 'panel-chart'].map((folder): PluginSource => ({ folder, manifest: {}, load: null }));
const foldersOf = (named?: readonly string[]): readonly string[] =>
  chosenPlugins(installed, named, ['demo-house']).map(({ folder }) => folder);

it('gives the plugins that a test names, and without names all but the unusual', () => {
  expect(foldersOf(['demo-house', 'venue-house'])).toEqual(['venue-house', 'demo-house']);
  expect(foldersOf()).toEqual(['venue-house', 'panel-chart']);
});

it('refuses a name that no plugin has, instead of starting without it', () => {
  expect(() => foldersOf(['venue-house', 'venue-hose', ''])).toThrow('TESSERA_KIT_PLUGINS names no plugin: "venue-hose", ""');
});
