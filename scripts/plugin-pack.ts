import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '../core/contract/app-error.ts';
import { createManifestValidator } from '../core/kernel/checks/manifest-validator.ts';
import { partsOf } from '../core/kernel/manifest.ts';
import { type PackageSignature, type PluginPackage, packageFormat } from '../schemas/wire/package.ts';
import { errorSentence } from '../server/gateway/error-sentence.ts';
import { checkPackage } from '../server/packages/package-check.ts';
import { packageHash, sha256 } from '../server/packages/package-hash.ts';
import { signPackage } from '../server/packages/package-signature.ts';
import { GuestEngine } from '../server/runtime/isolated/guest-engine.ts';
import { GuestError } from '../server/runtime/isolated/guest-realm.ts';
import { schemaProblem } from '../server/runtime/params-schema.ts';
import { readCommandLine } from './kit/command-line.mjs';
import { bundleClient } from './plugin-pack/bundle-client.ts';
import { BundleError } from './plugin-pack/bundle-error.ts';
import { bundleStrategy } from './plugin-pack/bundle-strategy.ts';

/** `npm run plugin:pack <folder> [-- --key <file>] [--out <file>]`: makes one file of a plugin's folder, for an admin to install. */

const asTheyAre = ['plugin.json', 'README.md', 'locales/en.json', 'locales/zh-CN.json', 'locales/zh-TW.json'];

/** The same folder gives the same package, byte for byte. `key`: path of the secret key that signs it. Throws {@link BundleError}. */
export async function packPlugin(folder: string, key?: string): Promise<PluginPackage> {
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
  const hash = packageHash(files);
  const signature = key === undefined ? {} : { signature: signedWith(hash, key) };
  const packed: PluginPackage = { format: packageFormat, files, hash, ...signature };
  // What the server would refuse is better heard of here.
  const checked = checkPackage(packed, createManifestValidator());
  if (!checked.ok) throw new BundleError(`${folder}: ${errorSentence(checked.error)}`);
  const { manifest } = checked.value;
  const code = texts.get('strategy.js');
  if (code !== undefined) await tryStrategies(folder, code, partsOf(manifest, 'strategies'));
  const { id } = manifest;
  if (id !== basename(resolve(folder))) throw new BundleError(`${folder} holds the plugin ${id}: folder and id must be the same`);
  return packed;
}

function signedWith(hash: string, path: string): PackageSignature {
  if (!existsSync(path)) throw new BundleError(`${path} is missing: npm run plugin:key -- --out ${path} makes a key`);
  const signature = signPackage(hash, readFileSync(path, 'utf8'));
  if (signature === null) throw new BundleError(`${path} is no secret key: npm run plugin:key makes one`);
  return signature;
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
  const usage = [
    'npm run plugin:pack <folder> [-- --key <file>] [-- --out <file>], for example: npm run plugin:pack plugins/strategy-dip -- --key author.key',
    '',
    '  --key   the secret key that signs it (npm run plugin:key); without one an administrator has to accept the file by itself',
    '  --out   the package; default <id>-<version>.tessera.json here',
  ].join('\n');
  const options = { out: { type: 'string' }, key: { type: 'string' } } as const;
  const { values, positionals } = readCommandLine(usage, { options, allowPositionals: true });
  const [folder, ...rest] = positionals;
  if (folder === undefined || rest.length > 0) {
    throw new BundleError(usage);
  }
  const packed = await packPlugin(resolve(folder), values.key === undefined ? undefined : resolve(values.key));
  const { id, version } = JSON.parse(packed.files.find(({ path }) => path === 'plugin.json')?.text ?? '{}') as Record<string, string>;
  const out = resolve(values.out ?? `${id}-${version}.tessera.json`);
  const text = JSON.stringify(packed);
  writeFileSync(out, text);
  const sizes = packed.files.map(({ path, text: { length } }) => `  ${path.padEnd(24)} ${(length / 1000).toFixed(1)} kB`);
  console.log(`${relative(process.cwd(), out)}  ${(text.length / 1000).toFixed(1)} kB\n${sizes.join('\n')}\nhash ${packed.hash}`);
  console.log(packed.signature === undefined ? 'not signed' : `signed with ${packed.signature.public_key}`);
  console.log('An administrator installs it on the page Plugins.');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof BundleError) && !(error instanceof AppError)) throw error;
    console.error(error instanceof AppError ? errorSentence(error) : error.message);
    process.exitCode = 1;
  }
}
