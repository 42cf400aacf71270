import { describe, expect, it } from 'vitest';
import { isTest, readSource, repositoryFiles, sourceFiles } from './reading/source-files.ts';
import { lineOf, parse, textOf, walk } from './reading/syntax.ts';

/** What a workspace holds that nobody has arranged yet, and which panel an address of its own shows: data that names panels, as a saved layout does. */
const arrangements: ReadonlySet<string> = new Set([
  'app/layout/presets/default-layout.ts',
  'app/layout/presets/role-layouts.ts',
  'app/layout/presets/ai-layout.ts',
  'app/layout/presets/ready-layouts.ts',
  'app/pages/market-popup-path.ts',
]);

/** Places where a string is the id of a plugin, or names a part of one. */
function namedIn(file: string, source: string, plugins: ReadonlySet<string>): readonly string[] {
  const found: string[] = [];
  walk(parse(file, source), (node) => {
    const text = node.type.endsWith('Literal') ? textOf(node) : null;
    if (text !== null && plugins.has(text.split(/[/.]/)[0] ?? '')) found.push(`${file}:${lineOf(source, node.start)} ${text}`);
  });
  return found;
}

describe('core and shell', () => {
  const plugins = new Set(repositoryFiles().flatMap((file) => /^plugins\/([a-z0-9-]+)\/plugin\.json$/.exec(file)?.[1] ?? []));

  it('name no plugin: what they need of one they ask for by its role or token', () => {
    const files = sourceFiles().filter((file) => /^(core|app)\//.test(file) && !isTest(file) && !arrangements.has(file));
    expect(files.flatMap((file) => namedIn(file, readSource(file), plugins))).toEqual([]);
  });

  it.each([
    ["const panel = 'panel-order-ticket/order-ticket';", ['x.ts:1 panel-order-ticket/order-ticket']],
    ["const title = 'panel-markets.title';", ['x.ts:1 panel-markets.title']],
    ["const plugin = 'venue-house';", ['x.ts:1 venue-house']],
    ['const panel = `panel-chart/chart`;', ['x.ts:1 panel-chart/chart']],
    ["const panel = 'panel-of-nobody/main';", []],
  ])('would be found doing so: %s', (source, expected) => {
    expect(namedIn('x.ts', source, plugins)).toEqual(expected);
  });
});
