import { describe, expect, it } from 'vitest';
import { typesIn, withGeneratedBlocks } from '../../../scripts/reference/strategy-blocks.ts';
import { executors } from '../../../server/runtime/executors/index.ts';
import { readSource, repositoryFiles, root } from '../reading/source-files.ts';

const reference = readSource('docs/strategy-reference.md');

describe('the strategy reference', () => {
  it('is what contract, schemas and limits say: “npm run reference” changes nothing', () => {
    expect(withGeneratedBlocks(reference, root)).toBe(reference);
  });

  it('is made of no block that nothing generates', () => {
    expect(() => withGeneratedBlocks('<!-- generated: strategy Nothing -->\n<!-- end -->', root)).toThrow(
      'the contract exports no Nothing',
    );
    expect(() => withGeneratedBlocks('<!-- generated: poetry -->\n<!-- end -->', root)).toThrow('nothing generates a block poetry');
  });

  it('shows of indicators what a strategy of the tests does', () => {
    const section = reference.slice(reference.indexOf('## Indicators'), reference.indexOf('## Where each type lives'));
    const shown = [...section.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, text = '']) =>
      text.replaceAll("'../../core", "'../../../core"),
    );
    const strategy = readSource('tests/kit/strategies/rsi-turns.ts');
    expect(shown).toHaveLength(2);
    for (const text of shown) expect(strategy).toContain(text);
  });

  it('has every executor', () => {
    const told = [...reference.matchAll(/^### `(\w+)`/gm)].map(([, kind]) => kind);
    expect(told.sort()).toEqual(Object.keys(executors).sort());
  });
});

describe('the types that the strategy reference names', () => {
  /** The language's own, the strategy's own, and what the page itself says more of. */
  const everywhere = ['Readonly', 'Partial', 'Pick', 'Record', 'Omit', 'RangeError', 'Params', 'Named', 'IntervalName'];

  it('have their file in it, each one', () => {
    const homes = /<!-- generated: homes -->([\s\S]*?)<!-- end -->/.exec(reference)?.[1] ?? '';
    const known = typesIn(homes);
    const names = [...typesIn(reference)].filter((name) => !everywhere.includes(name));
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('documents', () => {
  const documents = repositoryFiles().filter((file) => /^(docs\/|README|plugins\/[^_][^/]*\/README)/.test(file) && file.endsWith('.md'));

  it('link to files that are there', () => {
    const files = new Set(repositoryFiles());
    const broken = documents.flatMap((file) =>
      [...readSource(file).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].flatMap(([, target = '']) => {
        const path = new URL(target, `file:///${file}`).pathname.slice(1);
        return files.has(path) || [...files].some((one) => one.startsWith(path.replace(/\/?$/, '/'))) ? [] : [`${file}: ${target}`];
      }),
    );
    expect(broken).toEqual([]);
  });

  it('name only sections of the trading rules that exist, and so does the code', () => {
    const rules = [...readSource('docs/trading-rules.md').matchAll(/^## (\d+)\. /gm)].map(([, number]) => Number(number));
    const cited = repositoryFiles()
      .filter((file) => /\.(ts|tsx|md)$/.test(file))
      .flatMap((file) =>
        [...readSource(file).matchAll(/trading rules(?:\]\([^)]*\))?,? §(\d+)/gi)].map(([, number]) => ({ file, number: Number(number) })),
      );
    expect(cited.length).toBeGreaterThan(5);
    expect(cited.filter(({ number }) => !rules.includes(number))).toEqual([]);
  });

  it('and the code cite no document that is not here', () => {
    // Names of documents in capitals, but for those that everybody has.
    const foreign = /\b(?:DOMAIN|SPEC|DESIGN|LOOK|STACK|STYLE|REVIEW|BINANCE)(?: §|\.md\b)|\.\.\/shared\b/;
    const citing = repositoryFiles()
      .filter((file) => /\.(ts|tsx|mjs|css|md|json)$/.test(file) && !file.endsWith('strategy-reference.test.ts'))
      .filter((file) => foreign.test(readSource(file)));
    expect(citing).toEqual([]);
  });
});
