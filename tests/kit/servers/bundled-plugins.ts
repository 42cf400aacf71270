import { bundledFolders as productFolders } from '../../../server/plugins/bundled.ts';
import type { PluginFolder, PluginFolders } from '../../../server/plugins/plugin-folders.ts';
import { kitNotes } from '../contributing.ts';
import { sampleStrategy, strategyKit } from '../strategy-plugins.ts';
import { farHost, farPlugin } from '../venues/far-plugin.ts';
import { twoTypeVenue } from '../venues/two-type-venue.ts';

export { bundledTexts } from '../../../server/plugins/bundled.ts';

const bundled = (manifest: unknown, loadServer: () => Promise<unknown>): PluginFolder => ({
  manifest,
  loadServer,
  moduleUrl: null,
  hasClient: false,
});

const notes = kitNotes();
const far = farPlugin(process.env[farHost] ?? '');

/** Plugins that only tests have. */
export const kitFolders: PluginFolders = {
  [sampleStrategy.folder]: bundled(sampleStrategy.manifest, () => import('../../../plugins/_templates/strategy/server.ts')),
  [strategyKit.folder]: bundled(strategyKit.manifest, () => import('../strategies/server.ts')),
  [twoTypeVenue.folder]: bundled(twoTypeVenue.manifest, twoTypeVenue.load),
  [notes.folder]: bundled(notes.manifest, () => import('../plugins/kit-notes/server.ts')),
  [far.folder]: bundled(far.manifest, () => import('../plugins/kit-far/server.ts')),
};

/** What is in a bundle of the tests. */
export const bundledFolders = (): PluginFolders => ({ ...productFolders(), ...kitFolders });
