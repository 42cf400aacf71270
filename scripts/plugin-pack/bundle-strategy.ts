import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { ruleOf, violationOf } from '../import-rules/import-check.ts';
import { freeFiles, importRules } from '../import-rules.ts';
import { BundleError, bundleErrorOf, firstLine } from './bundle-error.ts';

/**
 * The server half of a plugin as one script without imports, which leaves its exports in `tesseraPlugin`. Not minified: who
 * installs a package may want to read it. `root`: whose rooms hold its imports. Throws {@link BundleError}.
 */
export async function bundleStrategy(entry: string, root = repository): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    plugins: [schemasAsData, ownRoomsOnly(root)],
    build: {
      write: false,
      target: 'es2023',
      minify: false,
      lib: { entry, formats: ['iife'], name: 'tesseraPlugin', fileName: 'strategy' },
    },
  }).catch((error: unknown) => {
    throw bundleErrorOf(entry, error);
  });
  const [{ output: chunks } = { output: [] }] = [output].flat() as readonly Rolldown.RolldownOutput[];
  const [chunk] = chunks;
  if (chunk?.type !== 'chunk' || chunks.length !== 1) throw new BundleError(`${entry} did not become one script`);
  const [foreign] = [...chunk.imports, ...chunk.dynamicImports];
  if (foreign !== undefined)
    throw new BundleError(`${entry} imports ${foreign}: a strategy has the contract, core/domain and its own folder`);
  return chunk.code;
}

/** Params are schemas, which is data: what makes them is not needed when the strategy runs. */
const schemasAsData: Plugin = {
  name: 'tessera:schemas-as-data',
  async load(id) {
    if (!/\/params\.ts$/.test(id)) return null;
    const exported = (await import(pathToFileURL(id).href).catch((error: unknown) => {
      throw new BundleError(`${id} does not load: ${firstLine(error instanceof Error ? error.message : String(error))}`);
    })) as Readonly<Record<string, unknown>>;
    if (Object.values(exported).some((value) => typeof value !== 'object')) return null;
    const lines = Object.entries(exported).map(([name, value]) => `export const ${name} = ${JSON.stringify(value, null, 2)};`);
    return { code: lines.join('\n'), moduleType: 'js', moduleSideEffects: false };
  },
};

const repository = join(import.meta.dirname, '../..');

/** Says of a forbidden import which file has it, and what that file may import: the rules of lint, where somebody packs without it. */
const ownRoomsOnly = (root: string): Plugin => ({
  name: 'tessera:own-rooms-only',
  enforce: 'pre',
  resolveId(specifier, importer) {
    const file = importer === undefined ? '' : relative(root, importer);
    if (ruleOf(file, importRules) === null) return null;
    const violation = violationOf(file, { specifier, isType: false }, importRules, freeFiles);
    if (violation !== null) throw new BundleError(violation);
    return null;
  },
});
