import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSource, repositoryFiles, sourceFiles } from './reading/source-files.ts';
import { child, lineOf, parse, walk } from './reading/syntax.ts';

const lineLimit = 400;
const folderLimit = 25;
/** Read by name, not from top to bottom: steps by number, one file for each group of calls, one for each word that plugins rely on. */
const flatFolders: ReadonlySet<string> = new Set(['server/store/migrations', 'schemas/wire', 'core/contract']);
/** Tools that read a default export by their own rule. */
const isConfig = (file: string): boolean => /\.config\.ts$/.test(file);
/** Names that tools and readers expect as they are. */
const givenNames: ReadonlySet<string> = new Set(['README.md', 'Dockerfile', 'LICENSE']);
const isKebabCase = (name: string): boolean => /^[a-z0-9]+(?:[-.][a-z0-9]+)*$/.test(name);
const isLocale = (file: string): boolean => /(^|\/)(en|zh-CN|zh-TW)(\.json|\/)/.test(file);

describe('source files', () => {
  it(`have at most ${lineLimit} lines`, () => {
    const long = sourceFiles().map((file) => ({ file, lines: readSource(file).split('\n').length - 1 }));
    expect(long.filter(({ lines }) => lines > lineLimit)).toEqual([]);
  });

  it(`stand at most ${folderLimit} in a folder, tests beside them not counted: what grows further gets rooms by what it does`, () => {
    const script = /\.(?:tsx?|mjs)$/;
    const counted = repositoryFiles().filter((file) => script.test(file) && (file.startsWith('tests/') || !/\.test\.tsx?$/.test(file)));
    const counts = new Map<string, number>();
    for (const folder of counted.map(dirname)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
    expect(counts.size).toBeGreaterThan(200);
    const full = [...counts].filter(([, count]) => count > folderLimit).map(([folder]) => folder);
    expect(full.sort()).toEqual([...flatFolders].sort());
  });

  it('have kebab-case names', () => {
    const named = repositoryFiles().filter(
      (file) => /^(app|bench|core|e2e|plugins|schemas|scripts|server|tests)\//.test(file) && !isLocale(file),
    );
    expect(named.filter((file) => !givenNames.has(basename(file)) && !isKebabCase(basename(file)))).toEqual([]);
  });

  it('have no default export, except configurations', () => {
    const found = sourceFiles()
      .filter((file) => !isConfig(file))
      .flatMap((file) => placesOf(file, readSource(file), (type) => type === 'ExportDefaultDeclaration'));
    expect(found).toEqual([]);
  });

  it('swallow no error: a catch block does something', () => {
    const found = sourceFiles().flatMap((file) => emptyCatches(file, readSource(file)));
    expect(found).toEqual([]);
  });

  it('take no class from another style sheet, of which the build warns: a part names both', () => {
    const sheets = repositoryFiles().filter((file) => file.endsWith('.css'));
    expect(sheets.length).toBeGreaterThan(50);
    expect(sheets.filter((file) => /\bcomposes:[^;]*\bfrom\b/.test(readSource(file)))).toEqual([]);
  });

  it.each([
    ['a default export', 'export default 1;', (source: string) => placesOf('x.ts', source, (type) => type === 'ExportDefaultDeclaration')],
    ['an empty catch', 'try { f(); } catch {}', (source: string) => emptyCatches('x.ts', source)],
    ['a catch with nothing but a comment', 'try { f(); } catch (e) { /* fine */ }', (source: string) => emptyCatches('x.ts', source)],
  ])('are refused with %s', (_, source, find) => {
    expect(find(source)).toEqual(['x.ts:1']);
  });
});

function placesOf(file: string, source: string, isMeant: (type: string) => boolean): readonly string[] {
  const found: string[] = [];
  walk(parse(file, source), (node) => {
    if (isMeant(node.type)) found.push(`${file}:${lineOf(source, node.start)}`);
  });
  return found;
}

function emptyCatches(file: string, source: string): readonly string[] {
  const found: string[] = [];
  walk(parse(file, source), (node) => {
    const statements = node.type === 'CatchClause' ? child(node, 'body')?.body : undefined;
    if (Array.isArray(statements) && statements.length === 0) found.push(`${file}:${lineOf(source, node.start)}`);
  });
  return found;
}
