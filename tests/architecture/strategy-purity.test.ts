import { describe, expect, it } from 'vitest';
import { ruleOf } from '../../scripts/import-rules/import-check.ts';
import { importRules } from '../../scripts/import-rules.ts';
import { isTest, readSource, sourceFiles } from './reading/source-files.ts';
import { child, lineOf, parse, textOf, walk } from './reading/syntax.ts';

/** Globals through which a strategy would see or change the world outside of its step. */
const outside: ReadonlySet<string> = new Set([
  ...[
    'Date',
    'performance',
    'Intl',
    'crypto',
    'console',
    'process',
    'globalThis',
    'window',
    'self',
    'document',
    'localStorage',
    'navigator',
  ],
  ...['fetch', 'WebSocket', 'XMLHttpRequest', 'Worker', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'],
  ...['requestAnimationFrame', 'Buffer', 'eval', 'Function', 'require'],
]);

/** What makes a step depend on more than its arguments, or end later than it returns. */
function impurities(file: string, source: string): readonly string[] {
  const found: string[] = [];
  const properties = new Set<number>();
  walk(parse(file, source), (node) => {
    const report = (what: string) =>
      found.push(`${file}:${lineOf(source, node.start)} uses ${what}: a strategy is a pure, synchronous step`);
    // A plain property name (`note.process`, `{ self: 1 }`) is no use of a global.
    const isNamed =
      node.computed !== true && (node.type === 'MemberExpression' || node.type === 'Property' || node.type === 'TSPropertySignature');
    const name = isNamed ? child(node, node.type === 'MemberExpression' ? 'property' : 'key') : null;
    if (name !== null) properties.add(name.start);
    if (node.type === 'Identifier' && !properties.has(node.start) && outside.has(textOf(node) ?? '')) report(textOf(node) ?? '');
    if (node.type === 'MemberExpression' && `${textOf(child(node, 'object'))}.${textOf(child(node, 'property'))}` === 'Math.random')
      report('Math.random');
    if (node.async === true) report('async');
    if (node.type === 'ImportExpression') report('import()');
    if (node.type === 'VariableDeclaration' && node.kind === 'let' && isTopLevel(source, node.start))
      report('a variable outside of its state');
  });
  return found;
}

/** A declaration at the start of a line stands in the module, not in a function. */
const isTopLevel = (source: string, start: number): boolean => /(^|\n)(export )?$/.test(source.slice(0, start));

describe('strategies', () => {
  it('are pure: the same step with the same context gives the same result', () => {
    const files = sourceFiles().filter((file) => !isTest(file) && ruleOf(file, importRules)?.room === 'strategy');
    expect(files.length).toBeGreaterThan(0);
    expect(files.flatMap((file) => impurities(file, readSource(file)))).toEqual([]);
  });

  it.each([
    'fetch(url)',
    'new Date(0)',
    'Math.random()',
    'setTimeout(f, 1)',
    'const f = async () => 1',
    "void import('./x.ts')",
    'let last = 0',
    'console.log(1)',
  ])('are refused with %s', (source) => {
    expect(impurities('strategy.ts', source)).toHaveLength(1);
  });

  it.each([
    'context.random()',
    'const x = { process: 1 }.process',
    'function f() {\n  let sum = 0;\n  return sum;\n}',
    'Math.max(1, 2)',
  ])('may say %s', (source) => {
    expect(impurities('strategy.ts', source)).toEqual([]);
  });
});
