import { describe, expect, it } from 'vitest';
import { isTest, readSource, sourceFiles } from './reading/source-files.ts';
import { child, lineOf, parse, textOf, walk } from './reading/syntax.ts';

/** Where the outside world's time and chance come in; everything else gets them handed in (habit 6). */
const allowedFiles: readonly string[] = [
  'server/main.ts',
  'server/roles/base.ts',
  'server/start/start-kernel.ts',
  'server/clock.ts',
  'server/strategy-worker.ts',
  'app/frame/main.tsx',
  'app/main.tsx',
  'app/workbench/boot.ts',
  'app/workbench/client-services.ts',
  'core/client/timers.ts',
  // Ends the process by the machine's time, whatever stands still in it.
  'server/start/end-on-signal.ts',
  // The engine's port to the machine, and the fixture of the tests of trading.
  'server/engine/host/open-host.ts',
  'server/trading/trading-fixture.ts',
  // The embedded database is tended, and started again, by the machine's time, whatever time is traded in.
  'server/store/opening/maintenance.ts',
  'server/store/pglite/pglite-client.ts',
  // Waits for React's turn and for no time.
  'app/layout/panel-slots.ts',
];

/** Whoever makes secrets draws them from the machine, and must: one that can be handed in can be known. */
const secretFiles: readonly string[] = [
  'server/contributions/stored-admissions.ts',
  'server/deliveries/address-codes.ts',
  'server/deliveries/push/sealed-push.ts',
  'server/platform/set-up.ts',
  'server/secrets/sealed-text.ts',
  'server/session/api-key-registry.ts',
  'server/session/pending-sign-ins.ts',
  'server/session/people.ts',
  'server/session/session-registry.ts',
  'server/session/sign-in-challenges.ts',
];

const waiting: readonly string[] = ['setTimeout', 'setInterval'];
const secrets: readonly string[] = ['randomBytes', 'getRandomValues', 'randomInt'];
const ambient: readonly string[] = [...waiting, ...secrets, 'randomUUID'];
const globals: readonly string[] = ['crypto', 'window', 'globalThis', 'self'];

/**
 * Uses of the machine's clock, its timers or its random numbers: `Date.now`, `new Date()`, `Date()`, `performance.now`, `setTimeout`,
 * `setInterval`, `Math.random`, `randomUUID`, `randomBytes` and the like.
 */
function ambientUses(file: string, source: string): readonly string[] {
  const found: string[] = [];
  walk(parse(file, source), (node) => {
    const report = (what: string) =>
      found.push(`${file}:${lineOf(source, node.start)} uses ${what}: take a Clock, Timers, Randomness or newId instead`);
    const isAmbient = (name: string): boolean => ambient.includes(name) && !(secrets.includes(name) && secretFiles.includes(file));
    if (node.type === 'MemberExpression') {
      const [object, property] = [textOf(child(node, 'object')) ?? '', textOf(child(node, 'property')) ?? ''];
      const name = `${object}.${property}`;
      if (name === 'Date.now' || name === 'Math.random' || name === 'performance.now') report(name);
      else if (globals.includes(object) && isAmbient(property)) report(name);
    }
    const imported = node.type === 'ImportSpecifier' ? (textOf(child(node, 'imported')) ?? '') : '';
    if (isAmbient(imported)) report(imported);
    const called = node.type === 'CallExpression' ? (textOf(child(node, 'callee')) ?? '') : '';
    if (waiting.includes(called)) report(called);
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
    'setTimeout(task, 0)',
    'const timer = window.setInterval(task, 5)',
    'const id = crypto.randomUUID()',
    "import { randomUUID } from 'node:crypto'",
    "import { createHash, randomBytes as bytes } from 'node:crypto'",
    'crypto.getRandomValues(bytes)',
  ])('are found in %s', (source) => {
    expect(ambientUses('planted.ts', source)).toHaveLength(1);
  });

  it('may be drawn where secrets are made, and only for them', () => {
    const source = "import { randomBytes, randomUUID } from 'node:crypto'";
    expect(ambientUses('server/session/people.ts', source)).toEqual([expect.stringContaining('uses randomUUID')]);
  });

  it.each([
    'new Date(timeMs)',
    'clock.now()',
    'random()',
    'const text = "Date.now()"',
    'timers.after(5, task)',
    'newId()',
    'const wall = { setTimeout: refuse }',
  ])('are not found in %s', (source) => {
    expect(ambientUses('planted.ts', source)).toEqual([]);
  });
});
