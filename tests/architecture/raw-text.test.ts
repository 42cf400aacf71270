import { describe, expect, it } from 'vitest';
import { isTest, readSource, sourceFiles } from './reading/source-files.ts';
import { child, lineOf, parse, type SyntaxNode, textOf, walk } from './reading/syntax.ts';

/** Attributes whose value a person reads or hears. */
const spokenAttributes: ReadonlySet<string> = new Set([
  'title',
  'placeholder',
  'label',
  'alt',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  // Properties of our own components that are shown as they are.
  'text',
  'message',
  'hint',
  'heading',
  'caption',
  'description',
  'summary',
  'empty',
  'retryLabel',
]);

/** Names and units that are the same in every language. */
const names: ReadonlySet<string> = new Set(['Tessera', 'ms']);

const isText = (text: string): boolean => /\p{L}/u.test(text) && !names.has(text.trim());

/** Texts in JSX that no translator will ever see. */
function rawTexts(file: string, source: string): readonly string[] {
  const found: string[] = [];
  const report = (node: SyntaxNode, text: string) => {
    if (isText(text)) found.push(`${file}:${lineOf(source, node.start)} shows "${text.trim()}": put it into the texts and use its key`);
  };
  walk(parse(file, source), (node) => {
    if (node.type === 'JSXText' && typeof node.value === 'string') report(node, node.value);
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      for (const part of node.children as readonly SyntaxNode[]) for (const literal of literalsIn(part)) report(part, literal);
    }
    if (node.type === 'JSXAttribute' && spokenAttributes.has(textOf(child(node, 'name')) ?? '')) {
      const value = child(node, 'value');
      const literals = value?.type === 'Literal' ? [textOf(value) ?? ''] : literalsIn(value);
      for (const literal of literals) report(node, literal);
    }
  });
  return found;
}

/** String literals that an expression in braces shows as they are: alone, in `a ? b : c`, `a && b`, `a ?? b`. */
function literalsIn(node: SyntaxNode | null): readonly string[] {
  if (node === null) return [];
  if (node.type === 'JSXExpressionContainer') return shown(child(node, 'expression'));
  return [];
}

function shown(node: SyntaxNode | null): readonly string[] {
  if (node === null) return [];
  if (node.type === 'ConditionalExpression') return [...shown(child(node, 'consequent')), ...shown(child(node, 'alternate'))];
  if (node.type === 'LogicalExpression') return shown(child(node, 'right'));
  if (node.type === 'TemplateLiteral')
    return (node.quasis as readonly { readonly value: { readonly raw: string } }[]).map(({ value }) => value.raw);
  return node.type === 'Literal' ? [textOf(node) ?? ''] : [];
}

describe('texts that people read', () => {
  it('come from the locales: no component holds one', () => {
    const rooms = /^(app|plugins|core\/ui)\/.*\.tsx$/;
    const checked = sourceFiles().filter((file) => rooms.test(file) && !isTest(file));
    expect(checked.flatMap((file) => rawTexts(file, readSource(file)))).toEqual([]);
  });

  it.each([
    '<p>Hello</p>',
    '<p>订单</p>',
    "<p>{'Hello'}</p>",
    "<p>{open ? 'Open' : t('closed')}</p>",
    "<p>{open && 'Open'}</p>",
    '<b title="Close" />',
    '<EmptyState text="Nothing here" />',
    "<b aria-label={'Close'} />",
    `<b placeholder={\`Search $\{name}\`} />`,
    `<p>{\`Total $\{sum}\`}</p>`,
  ])('are found in %s', (source) => {
    expect(rawTexts('planted.tsx', `const x = ${source};`)).toHaveLength(1);
  });

  it.each([
    "<p>{t('close')}</p>",
    '<p> 0.25 — % </p>',
    '<b className="wide" title={t("close")} />',
    `<p>{\`$\{a} / $\{b}\`}</p>`,
    '<b role="row" />',
    '<b>Tessera</b>',
  ])('are not found in %s', (source) => {
    expect(rawTexts('planted.tsx', `const x = ${source};`)).toEqual([]);
  });
});
