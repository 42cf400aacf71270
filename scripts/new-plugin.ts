import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PluginKind, pluginKinds } from '../schemas/manifest.ts';
import { messageOf } from './import-rules/import-check.ts';
import { type ImportRule, importRules } from './import-rules.ts';
import { readCommandLine } from './kit/command-line.mjs';

/** `npm run new:plugin <kind> <id>`: copies a template into a new folder under `plugins/`. */

const root = fileURLToPath(new URL('../', import.meta.url));
const templates = join(root, 'plugins/_templates');

export interface NewPlugin {
  readonly id: string;
  readonly folder: string;
  /** Paths below the folder. */
  readonly files: readonly string[];
}

/** A request that cannot be met; the message says what to change. */
export class NewPluginError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NewPluginError';
  }
}

/** `order-flow` of kind panel becomes `panel-order-flow`; an id that begins with its kind is taken as it is. */
export function createPlugin(kind: string, name: string, into: string = join(root, 'plugins')): NewPlugin {
  if (!isKind(kind)) throw new NewPluginError(`"${kind}" is no kind of plugin; kinds are ${pluginKinds.join(', ')}`);
  const short = name.startsWith(`${kind}-`) ? name.slice(kind.length + 1) : name;
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(short) || short.length > 40) {
    throw new NewPluginError(`"${name}" is no plugin id; write lower-case words with dashes, such as order-flow (at most 40 characters)`);
  }
  const id = `${kind}-${short}`;
  const folder = resolve(into, id);
  if (existsSync(folder)) throw new NewPluginError(`there is a plugin ${id} already: ${folder}`);
  const files = readdirSync(join(templates, kind), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(join(templates, kind), join(entry.parentPath, entry.name)));
  const written = files.map((file) => {
    const target = join(folder, file.replaceAll('sample', short));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, fill(readFileSync(join(templates, kind, file), 'utf8'), file, short, relative(folder, root)));
    return relative(folder, target);
  });
  format(folder);
  return { id, folder, files: written.sort() };
}

/** The order of imports and the length of lines go with the id. */
function format(folder: string): void {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  // Also where git ignores the folder, and below folders that are checked by nobody.
  const args = ['check', '--write', '--vcs-enabled=false', '--log-level=error', folder];
  spawnSync(process.execPath, [biome, ...args], { cwd: root });
}

const strategyRule = importRules.find(({ room }) => room === 'strategy') as ImportRule;
const isKind = (text: string): text is PluginKind => pluginKinds.some((kind) => kind === text);

/** Puts the plugin's names in place of the template's, and the way to the repository's root into its imports. */
function fill(text: string, file: string, short: string, toRoot: string): string {
  const words = short.split('-').map((word) => `${word[0]?.toUpperCase() ?? ''}${word.slice(1)}`);
  const isCode = /\.tsx?$/.test(file);
  // Texts shown to people have spaces, names in code have none; a title in code stands in quotes.
  return (
    text
      .replaceAll("'../../../", `'${toRoot.split(sep).join('/')}/`)
      .replaceAll("'Sample'", `'${words.join(' ')}'`)
      .replaceAll('Sample', words.join(isCode ? '' : ' '))
      // Names in SQL have no hyphens.
      .replaceAll('sample__', `${short.replaceAll('-', '_')}__`)
      .replaceAll('sample', short)
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const usage = `npm run new:plugin <kind> <id> [-- --into plugins], for example: npm run new:plugin panel order-flow\n\n  <kind>   ${pluginKinds.join(', ')}\n  --into   folder that gets the new one`;
    const { values, positionals } = readCommandLine(usage, { options: { into: { type: 'string' } }, allowPositionals: true });
    const [kind, name, ...rest] = positionals;
    if (kind === undefined || name === undefined || rest.length > 0) {
      throw new NewPluginError(usage);
    }
    const made = createPlugin(kind, name, values.into);
    const place = relative(process.cwd(), made.folder);
    console.log(`${made.id} stands in ${place}:\n${made.files.map((file) => `  ${file}`).join('\n')}`);
    if (kind === 'strategy') console.log(`Helpers stand beside strategy.ts under any name. Its room: ${messageOf(strategyRule)}`);
    // The slash keeps plugins out whose names begin with this one's.
    const test = made.files.some((file) => /\.test\.tsx?$/.test(file)) ? `npx vitest run ${place}/ && ` : '';
    const then = kind === 'role' ? `The role is there` : `Roles that have every plugin have ${made.id}`;
    console.log(`Next: edit README.md and the texts, then run ${test}npm run check. ${then} at the next start.`);
  } catch (error) {
    if (!(error instanceof NewPluginError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
