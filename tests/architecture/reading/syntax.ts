import { parseSync } from 'oxc-parser';

/** A node of the syntax tree, read by name. */
export type SyntaxNode = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number };

export function parse(file: string, source: string): SyntaxNode {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  return program as unknown as SyntaxNode;
}

/** Calls `visit` for a node and everything below it. */
export function walk(node: unknown, visit: (node: SyntaxNode) => void): void {
  if (Array.isArray(node)) {
    for (const item of node) walk(item, visit);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  if (isNode(node)) visit(node);
  for (const value of Object.values(node)) walk(value, visit);
}

const isNode = (value: object): value is SyntaxNode => 'type' in value && typeof value.type === 'string' && 'start' in value;

/** The node in a field, or null. */
export function child(node: SyntaxNode | null, field: string): SyntaxNode | null {
  const value = node?.[field];
  return typeof value === 'object' && value !== null && isNode(value) ? value : null;
}

/** Text of an identifier, a property name or a string literal; null for anything else. */
export function textOf(node: SyntaxNode | null): string | null {
  if (node === null) return null;
  if ((node.type === 'Identifier' || node.type === 'JSXIdentifier') && typeof node.name === 'string') return node.name;
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral' && Array.isArray(node.quasis) && node.quasis.length === 1) return rawOf(node.quasis[0] as SyntaxNode);
  return null;
}

const rawOf = (quasi: SyntaxNode): string => (quasi.value as { readonly raw: string }).raw;

export const lineOf = (source: string, offset: number): number => source.slice(0, offset).split('\n').length;
