import { pluginKinds } from '../../schemas/manifest.ts';
import type { ImportRule } from '../import-rules.ts';
import { messageOf } from './import-check.ts';

interface Pattern {
  readonly group: readonly string[];
  readonly message: string;
}

/** Ways up, to the deepest folder that a file stands in. */
const climbs = ['.', '..', '../..', '../../..', '../../../..'] as const;

/**
 * The lint half of the table, as a Biome configuration with one override per room. Lint matches specifiers as written, so
 * it catches what can be told from the text; the architecture test, which resolves them, decides the rest.
 */
export const biomeRooms = (rules: readonly ImportRule[], free: readonly string[]): object => ({
  overrides: rules.map((rule, index) => {
    const earlier = rules.slice(0, index).filter((other) => rootOf(other) === rootOf(rule));
    return overrideOf(rule, rules, earlier, free);
  }),
});

function overrideOf(rule: ImportRule, rules: readonly ImportRule[], earlier: readonly ImportRule[], free: readonly string[]): object {
  const excluded = [...earlier.flatMap((other) => other.files), ...free];
  const message = messageOf(rule);
  const patterns: readonly Pattern[] = [{ group: packageGroup(rule), message }, ...roomPatterns(rule, rules, message)];
  return {
    includes: [...rule.files, ...excluded.map((glob) => `!${glob}`)],
    linter: { rules: { style: { noRestrictedImports: { level: 'error', options: { patterns } } } } },
  };
}

/** Lint cannot tell a type import, so packages of types pass here; the architecture test tells. */
const packageGroup = (rule: ImportRule): readonly string[] => [
  '**',
  '!./**',
  '!../**',
  ...[...rule.packages, ...(rule.typePackages ?? [])].flatMap((name) =>
    name.endsWith('/*') ? [`!${name}*`] : [`!${name}`, `!${name}/**`],
  ),
];

/** Relative imports into folders of rooms that the rule does not name. */
function roomPatterns(rule: ImportRule, rules: readonly ImportRule[], message: string): readonly Pattern[] {
  const [own = ''] = foldersOf(rule);
  const open = rules.filter((other) => other === rule || rule.rooms.includes(other.room)).flatMap(foldersOf);
  const closed = rules.flatMap(foldersOf).filter((folder) => !open.includes(folder) && !own.startsWith(`${folder}/`));
  const outermost = closed.filter((folder) => !closed.some((other) => folder.startsWith(`${other}/`)));
  const group = [...outermost.flatMap((folder) => waysTo(own, folder)), ...(own.startsWith('plugins') ? neighbours : [])];
  return [{ group: [...new Set(group)].sort(), message }];
}

/** Other plugins, told by how their ids begin. */
const neighbours = pluginKinds.flatMap((kind) => [`../${kind}-*/**`, `../../${kind}-*/**`]);

/** Specifiers by which a file of `from` may reach `to`: the part that they share is climbed over, never written. */
function waysTo(from: string, to: string): readonly string[] {
  const source = from.split('/');
  const target = to.split('/');
  let shared = 0;
  while (shared < target.length && source[shared] === target[shared]) shared += 1;
  const tail = target.slice(shared).join('/');
  return climbs.slice(source.length - shared, source.length - shared + 3).map((climb) => `${climb}/${tail}/**`);
}

/** Folders of a room: its globs without the last segment; a closed room has one for each plugin. */
const foldersOf = (rule: ImportRule): readonly string[] => [
  ...new Set(rule.files.map((glob) => (glob === 'plugins/**' ? 'plugins/*' : glob.slice(0, glob.lastIndexOf('/'))))),
];

const rootOf = (rule: ImportRule): string => rule.files[0]?.split('/')[0] ?? '';
