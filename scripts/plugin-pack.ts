import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '../core/contract/app-error.ts';
import { partsOf } from '../core/kernel/manifest.ts';
import { createManifestValidator } from '../core/kernel/manifest-validator.ts';
import { type PluginPackage, packageFormat } from '../schemas/wire/package.ts';
import { checkPackage } from '../server/packages/package-check.ts';
import { packageHash, sha256 } from '../server/packages/package-hash.ts';
import { GuestEngine } from '../server/runtime/isolated/guest-engine.ts';
import { GuestError } from '../server/runtime/isolated/guest-realm.ts';
import { schemaProblem } from '../server/runtime/params-schema.ts';
import { readCommandLine } from './command-line.mjs';
import { bundleClient } from './plugin-pack/bundle-client.ts';
import { BundleError } from './plugin-pack/bundle-error.ts';
import { bundleStrategy } from './plugin-pack/bundle-strategy.ts';

/** `npm run plugin:pack <folder> [--out <file>]`: makes one file of a plugin's folder, for an admin to install. */

const asTheyAre = ['plugin.json', 'README.md', 'locales/en.json', 'locales/zh-CN.json', 'locales/zh-TW.json'];

/** The same folder gives the same package, byte for byte. Throws {@link BundleError}. */
export async function packPlugin(folder: string): Promise<PluginPackage> {
  const read = (path: string): string => {
    const file = join(folder, path);
    if (!existsSync(file)) throw new BundleError(`${file} is missing`);
    return readFileSync(file, 'utf8');
  };
  const texts = new Map(asTheyAre.map((path) => [path, read(path)]));
  if (existsSync(join(folder, 'server.ts'))) texts.set('strategy.js', await bundleStrategy(join(folder, 'server.ts')));
  const client = existsSync(join(folder, 'client.tsx')) ? await bundleClient(join(folder, 'client.tsx')) : [];
  for (const [path, text] of client) texts.set(path, text);
  const files = [...texts].map(([path, text]) => ({ path, sha256: sha256(text), text })).sort((a, b) => (a.path < b.path ? -1 : 1));
  const packed: PluginPackage = { format: packageFormat, files, hash: packageHash(files) };
  // What the server would refuse is better heard of here.
  const checked = checkPackage(packed, createManifestValidator());
  if (!checked.ok) throw new BundleError(`${folder}: ${checked.error.code} ${JSON.stringify(checked.error.params)}`);
  const { manifest } = checked.value;
  const code = texts.get('strategy.js');
  if (code !== undefined) await tryStrategies(folder, code, partsOf(manifest, 'strategies'));
  const { id } = manifest;
  if (id !== basename(resolve(folder))) throw new BundleError(`${folder} holds the plugin ${id}: folder and id must be the same`);
  return packed;
}

/** Brings the strategies up isolated, as the server will. */
async function tryStrategies(folder: string, code: string, named: readonly { readonly id: string }[]): Promise<void> {
  const engine = await GuestEngine.start();
  try {
    const realm = engine.open(code);
    const strategies = JSON.parse(realm.plugin) as Readonly<Record<string, { readonly params: object }>>;
    realm.close();
    for (const { id } of named) {
      const problem = Object.hasOwn(strategies, id) ? schemaProblem(strategies[id]?.params) : 'is not in server.ts';
      if (problem !== null) throw new BundleError(`${folder}: strategy ${id}: ${problem}`);
    }
  } catch (error) {
    throw error instanceof GuestError ? new BundleError(`${folder}: it does not come up isolated: ${error.message}`) : error;
  }
}

async function main(): Promise<void> {
  const usage =
    'npm run plugin:pack <folder> [-- --out <file>], for example: npm run plugin:pack plugins/strategy-dip\n\n  --out   the package; default <id>-<version>.tessera.json here';
  const { values, positionals } = readCommandLine(usage, { options: { out: { type: 'string' } }, allowPositionals: true });
  const [folder, ...rest] = positionals;
  if (folder === undefined || rest.length > 0) {
    throw new BundleError(usage);
  }
  const packed = await packPlugin(resolve(folder));
  const { id, version } = JSON.parse(packed.files.find(({ path }) => path === 'plugin.json')?.text ?? '{}') as Record<string, string>;
  const out = resolve(values.out ?? `${id}-${version}.tessera.json`);
  const text = JSON.stringify(packed);
  writeFileSync(out, text);
  const sizes = packed.files.map(({ path, text: { length } }) => `  ${path.padEnd(24)} ${(length / 1000).toFixed(1)} kB`);
  console.log(`${relative(process.cwd(), out)}  ${(text.length / 1000).toFixed(1)} kB\n${sizes.join('\n')}\nhash ${packed.hash}`);
  console.log('An administrator installs it on the page Plugins.');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof BundleError) && !(error instanceof AppError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
