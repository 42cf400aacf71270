import { describe, expect, it } from 'vitest';
import { isTest, readSource, sourceFiles } from './source-files.ts';
import { child, lineOf, parse, textOf, walk } from './syntax.ts';

/** Where the outside world's time and chance come in; everything else gets them handed in (habit 6). */
const allowedFiles: readonly string[] = [
  'server/main.ts',
  'server/app.ts',
  'server/clock.ts',
  'server/strategy-worker.ts',
  'app/main.tsx',
  'app/workbench/boot.ts',
  'app/workbench/client-services.ts',
  'core/client/timers.ts',
];

/** Uses of the machine's clock or its random numbers: `Date.now`, `new Date()`, `Date()`, `Math.random`, `performance.now`. */
function ambientUses(file: string, source: string): readonly string[] {
  const found: string[] = [];
  walk(parse(file, source), (node) => {
    const report = (what: string) =>
      found.push(`${file}:${lineOf(source, node.start)} uses ${what}: take a Clock, Timers or Randomness instead`);
    if (node.type === 'MemberExpression') {
      const name = `${textOf(child(node, 'object'))}.${textOf(child(node, 'property'))}`;
      if (name === 'Date.now' || name === 'Math.random' || name === 'performance.now') report(name);
    }
    const isMade = node.type === 'NewExpression' || node.type === 'CallExpression';
    const isBare = Array.isArray(node.arguments) && node.arguments.length === 0;
    if (isMade && isBare && textOf(child(node, 'callee')) === 'Date') report('new Date()');
  });
  return found;
}

describe('time and chance', () => {
  it('come from outside: no source reads the clock or draws a random number by itself', () => {
    const checked = sourceFiles().filter((file) => !isTest(file) && !file.endsWith('.config.ts') && !allowedFiles.includes(file));
    expect(checked.flatMap((file) => ambientUses(file, readSource(file)))).toEqual([]);
  });

  it.each([
    'Date.now()',
    'const f = Date.now',
    'new Date()',
    'Date()',
    'Math.random()',
    'performance.now()',
  ])('are found in %s', (source) => {
    expect(ambientUses('planted.ts', source)).toHaveLength(1);
  });

  it.each(['new Date(timeMs)', 'clock.now()', 'random()', 'const text = "Date.now()"'])('are not found in %s', (source) => {
    expect(ambientUses('planted.ts', source)).toEqual([]);
  });
});
