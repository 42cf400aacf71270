import { dirname, join, normalize } from 'node:path/posix';
import { parseSync } from 'oxc-parser';
import type { ImportRule } from '../import-rules.ts';

/** One import as written. `isType`: erased at run time. */
interface FoundImport {
  readonly specifier: string;
  readonly isType: boolean;
}

/** Every import of a source text: static, re-exported and dynamic, type imports and `import('…')` types included. */
export function importsOf(file: string, source: string): readonly FoundImport[] {
  const { module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const fixed = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    isType: entries.length > 0 && entries.every((entry) => entry.isType),
  }));
  const again = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.moduleRequest ? [{ specifier: entry.moduleRequest.value, isType: entry.isType }] : [])),
  );
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest }) => {
    const text = source.slice(moduleRequest.start, moduleRequest.end);
    const literal = /^(['"`])([^'"`$]*)\1$/.exec(text)?.[2];
    return literal === undefined ? [] : [{ specifier: literal, isType: false }];
  });
  return [...fixed, ...again, ...dynamic];
}

/** `**` matches across folders, `*` within one. */
export function matchesGlob(glob: string, path: string): boolean {
  const pattern = glob
    .split('**')
    .map((part) => part.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*'))
    .join('.*')
    .replace(/(^|\/)\.\*\//g, '$1(?:.*/)?');
  return new RegExp(`^${pattern}$`).test(path);
}

export const ruleOf = (file: string, rules: readonly ImportRule[]): ImportRule | null =>
  rules.find((rule) => rule.files.some((glob) => matchesGlob(glob, file))) ?? null;

/** What is wrong with an import of `file`, as a message that names the right room; null when it is allowed. */
export function violationOf(file: string, found: FoundImport, rules: readonly ImportRule[], free: readonly string[]): string | null {
  if (free.some((glob) => matchesGlob(glob, file))) return null;
  const rule = ruleOf(file, rules);
  if (rule === null) return `${file} stands in no room of scripts/import-rules.ts`;
  const isAllowed = found.specifier.startsWith('.') ? isRoomAllowed(file, found.specifier, rule, rules) : isPackageAllowed(found, rule);
  return isAllowed ? null : `${file} imports "${found.specifier}": ${messageOf(rule)}`;
}

export const messageOf = (rule: ImportRule): string => {
  const allowed = [...rule.rooms, ...rule.packages, ...(rule.typePackages ?? []).map((name) => `${name} (types)`)];
  return `${rule.room} may import ${allowed.length === 0 ? 'nothing' : allowed.join(', ')}. ${rule.hint}.`;
};

function isRoomAllowed(file: string, specifier: string, rule: ImportRule, rules: readonly ImportRule[]): boolean {
  const target = normalize(join(dirname(file), specifier));
  if (target.endsWith('.json')) return !target.startsWith('plugins/') || pluginFolder(target) === pluginFolder(file);
  const room = ruleOf(target, rules);
  if (room === null || (room !== rule && !rule.rooms.includes(room.room))) return false;
  return !target.startsWith('plugins/') || pluginFolder(target) === pluginFolder(file);
}

/** `plugins/<id>`, or `plugins/_templates/<kind>`. */
function pluginFolder(path: string): string {
  const segments = path.split('/');
  return segments.slice(0, segments[1] === '_templates' ? 3 : 2).join('/');
}

function isPackageAllowed(found: FoundImport, rule: ImportRule): boolean {
  const names = found.isType ? [...rule.packages, ...(rule.typePackages ?? [])] : rule.packages;
  return names.some((name) => {
    if (name.endsWith('*')) return found.specifier.startsWith(name.slice(0, -1));
    return found.specifier === name || found.specifier.startsWith(`${name}/`);
  });
}
