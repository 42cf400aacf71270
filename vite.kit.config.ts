import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import product from './vite.server.config.ts';

const productFolders = '/server/plugins/bundled.ts';
const kitFolders = fileURLToPath(new URL('./tests/kit/servers/bundled-plugins.ts', import.meta.url));

/** What the server asks for its installed plugins gives those of the tests as well, in its threads too. */
const withKitPlugins: Plugin = {
  name: 'kit-plugins',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (!source.endsWith('/bundled.ts') || importer === kitFolders) return null;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found?.id.endsWith(productFolders) === true ? kitFolders : found;
  },
};

const { input, ...options } = product.build?.rolldownOptions ?? {};
const { main: _main, ...threads } = input as Readonly<Record<string, string>>;

/** `serve.ts` as the product's own build would make it, with the same threads beside it. */
export default defineConfig({
  plugins: [withKitPlugins],
  build: {
    ...product.build,
    sourcemap: false,
    rolldownOptions: { ...options, input: { serve: 'tests/kit/servers/serve.ts', ...threads } },
  },
});
