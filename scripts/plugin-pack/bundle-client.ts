import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { type SharedModule, sharedModules, sharedNames } from '../../app/packages/shared-names.ts';
import { BundleError, bundleErrorOf } from './bundle-error.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const uiFolder = join(root, 'core', 'ui') + sep;
const mark = '\0tessera-shared:';

/**
 * The browser half of a plugin: `client.js`, what it loads later as `client-<name>.js`, and its styles. React, MobX, Fluent and
 * core/ui are the host's own, taken from a registry at run time, so that a panel is one with the page around it. Throws
 * {@link BundleError}.
 */
export async function bundleClient(entry: string): Promise<ReadonlyMap<string, string>> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    base: './',
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    plugins: [hostModules],
    build: {
      write: false,
      target: 'es2023',
      minify: false,
      modulePreload: false,
      cssCodeSplit: false,
      assetsInlineLimit: Number.MAX_SAFE_INTEGER,
      lib: { entry, formats: ['es'], fileName: () => 'client.js', cssFileName: 'client' },
      rolldownOptions: { output: { chunkFileNames: 'client-[name]-[hash].js' } },
    },
  }).catch((error: unknown) => {
    throw bundleErrorOf(entry, error);
  });
  const [{ output: parts } = { output: [] }] = [output].flat() as readonly Rolldown.RolldownOutput[];
  return new Map(parts.map((part) => [part.fileName, part.type === 'chunk' ? codeOf(part) : String(part.source)]));
}

function codeOf({ code, imports, fileName }: Rolldown.OutputChunk): string {
  const foreign = imports.find((name) => !name.startsWith('client'));
  if (foreign !== undefined)
    throw new BundleError(`${fileName} imports ${foreign}, which a package cannot bring; shared are ${sharedModules.join(', ')}`);
  return code;
}

/** Puts the host's modules in place of copies. */
const hostModules: Plugin = {
  name: 'tessera:host-modules',
  enforce: 'pre',
  async resolveId(specifier, importer) {
    if (sharedModules.some((name) => name === specifier)) return mark + specifier;
    if (!/^[./]/.test(specifier)) return null;
    const found = await this.resolve(specifier, importer, { skipSelf: true });
    if (found === null || !found.id.startsWith(uiFolder)) return null;
    if (found.id === join(uiFolder, 'index.ts')) return `${mark}core/ui`;
    // Its plain functions may be copied; its components share contexts with the page.
    if (found.id.endsWith('.tsx')) throw new BundleError(`${importer} imports ${specifier}: import from core/ui/index.ts`);
    return found.id;
  },
  load(id) {
    if (!id.startsWith(mark)) return null;
    const name = id.slice(mark.length) as SharedModule;
    const host = `globalThis.tesseraShared[${JSON.stringify(name)}]`;
    const names: readonly string[] | null = name in sharedNames ? sharedNames[name as keyof typeof sharedNames] : null;
    // Without a list of names it is written as CommonJS: names are then asked for when they are used.
    const code = names === null ? `module.exports = ${host};` : namesOf(host, names);
    return { code, moduleType: 'js', moduleSideEffects: false };
  },
};

/** Marked as pure, so that names that are not used are left out. */
const namesOf = (host: string, names: readonly string[]): string =>
  [`const take = (name) => ${host}[name];`, ...names.map((name) => `export const ${name} = /* @__PURE__ */ take('${name}');`)].join('\n');
