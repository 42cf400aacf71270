import { child, parse, type SyntaxNode, textOf, walk } from './syntax.ts';

/** A text that a source asks for by a literal key: `t('close')` or `texts.t('ui', 'close')`. */
interface TextUse {
  /** Named in the call or by the only `useText('…')` of the file; null when the file does not say. */
  readonly namespace: string | null;
  readonly key: string;
}

export interface TextUsage {
  readonly uses: readonly TextUse[];
  /** Every string literal: keys also stand in tables (`{ titleKey: 'column.price' }`) and reach `t` as a variable. */
  readonly literals: ReadonlySet<string>;
  /** Beginnings of keys that are put together: `side.` of `t(\`side.${side}\`)`. */
  readonly beginnings: readonly string[];
}

export function textUsageOf(file: string, source: string): TextUsage {
  const uses: { readonly namespace: string | null; readonly key: string }[] = [];
  const literals = new Set<string>();
  const beginnings: string[] = [];
  const namespaces = new Set<string>();
  walk(parse(file, source), (node) => {
    const text = node.type === 'Literal' || node.type === 'TemplateLiteral' ? textOf(node) : null;
    if (text !== null) literals.add(text);
    if (node.type === 'TemplateLiteral') beginnings.push(beginningOf(node));
    if (node.type !== 'CallExpression') return;
    const parameters = node.arguments as readonly SyntaxNode[];
    const name = calledName(node);
    if (name === 'useText') namespaces.add(textOf(parameters[0] ?? null) ?? '');
    if (name === 't') for (const use of usesOf(parameters)) uses.push(use);
  });
  const [only = null] = namespaces.size === 1 ? [...namespaces] : [];
  return {
    uses: uses.map((use) => ({ ...use, namespace: use.namespace ?? only })),
    literals,
    beginnings: beginnings.filter((text) => text.includes('.')),
  };
}

/** `t` of `t('key')` and of `texts.t('ns', 'key')`. */
function calledName(call: SyntaxNode): string | null {
  const callee = child(call, 'callee');
  return callee?.type === 'MemberExpression' ? textOf(child(callee, 'property')) : textOf(callee);
}

function usesOf(parameters: readonly SyntaxNode[]): readonly TextUse[] {
  const [first = null, second = null] = parameters;
  const keys = literalKeys(second);
  // Two texts: namespace and key. The second parameter of the short form is an object.
  if (keys.length > 0) return keys.map((key) => ({ namespace: textOf(first), key }));
  return literalKeys(first).map((key) => ({ namespace: null, key }));
}

function literalKeys(node: SyntaxNode | null): readonly string[] {
  if (node?.type === 'ConditionalExpression') return [...literalKeys(child(node, 'consequent')), ...literalKeys(child(node, 'alternate'))];
  const text = node?.type === 'Literal' || node?.type === 'TemplateLiteral' ? textOf(node) : null;
  return text === null ? [] : [text];
}

const beginningOf = (template: SyntaxNode): string => {
  const [first] = template.quasis as readonly { readonly value: { readonly raw: string } }[];
  return first?.value.raw ?? '';
};
