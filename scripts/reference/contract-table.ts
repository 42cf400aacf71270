import { readFileSync } from 'node:fs';
import { type Comment, parseSync } from 'oxc-parser';

/** Tables of Markdown made of the types that a file exports and of the comments above them. */

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export class ContractFile {
  readonly #source: string;
  readonly #comments: readonly Comment[];
  readonly #types = new Map<string, Node>();
  readonly #exported = new Map<string, Node>();

  constructor(path: string) {
    this.#source = readFileSync(path, 'utf8');
    const { program, comments } = parseSync(path, this.#source);
    this.#comments = comments;
    for (const statement of program.body as unknown as readonly Node[]) {
      const declaration = statement.declaration as Node | null | undefined;
      const declared = declaration?.type === 'VariableDeclaration' ? (declaration.declarations as readonly Node[])[0] : declaration;
      const name = (declared?.id as { readonly name?: string } | undefined)?.name;
      if (declared == null || name === undefined) continue;
      this.#types.set(name, declared);
      this.#exported.set(name, statement);
    }
  }

  /** A row for each field of an interface, or for each member of a union of objects that a `type` tells apart. */
  table(name: string): string {
    const declaration = this.#types.get(name);
    if (declaration === undefined) throw new Error(`the contract exports no ${name}`);
    if (declaration.type === 'TSInterfaceDeclaration') return this.#fields((declaration.body as Node).body as readonly Node[]);
    const union = declaration.typeAnnotation as Node;
    return this.#members((union.types as readonly Node[] | undefined) ?? [union]);
  }

  /** Names of the types that the file exports. */
  get types(): readonly string[] {
    return [...this.#types].flatMap(([name, { type }]) => (type.startsWith('TS') ? [name] : []));
  }

  /** The comment above what the file exports under a name. Throws where there is none. */
  meaningOf(name: string): string {
    const exported = this.#exported.get(name);
    const meaning = exported === undefined ? '' : this.#meaning(exported);
    if (meaning === '') throw new Error(`the code says nothing of ${name}`);
    return meaning;
  }

  /** A row for each function that the file exports, with the comment above it. */
  functions(): string {
    const rows = [...this.#types].flatMap(([name, declaration]) => {
      const made = functionOf(declaration);
      if (made === null) return [];
      const meaning = this.#meaning(this.#exported.get(name) as Node);
      if (meaning === '') throw new Error(`the code says nothing of ${name}`);
      return [[code(`${name}${this.#signature(made)}`), meaning]];
    });
    return table(['function', 'meaning'], rows);
  }

  /** How a function that the file exports is called: its arguments with their types, and where it is declared what it gives. */
  signature(name: string): string {
    const made = functionOf(this.#types.get(name) as Node);
    if (made === null) throw new Error(`${name} is no function`);
    return `${name}${this.#signature(made)}`;
  }

  #signature(made: Node): string {
    const params = (made.params as readonly Node[]).map((param) => this.#text(param)).join(', ');
    const result = made.returnType as Node | null;
    return `(${params})${result == null ? '' : this.#text(result)}`;
  }

  #fields(members: readonly Node[]): string {
    const rows = members.map((member) => {
      const meaning = this.#meaning(member);
      if (meaning === '') throw new Error(`the contract says nothing of ${this.#name(member)}`);
      return [`\`${this.#name(member)}\``, code(this.#typeOf(member)), meaning];
    });
    return table(['field', 'type', 'meaning'], rows);
  }

  #members(types: readonly Node[]): string {
    const rows = types.map((type) => {
      const fields = type.members as readonly Node[];
      const [words, rest] = [
        fields.filter((field) => this.#name(field) === 'type'),
        fields.filter((field) => this.#name(field) !== 'type'),
      ];
      const kinds = words.flatMap((field) => this.#typeOf(field).replaceAll("'", '').split(' | '));
      const told = rest.map((field) => `\`${this.#name(field)}: ${this.#typeOf(field).replaceAll('|', '\\|')}\``);
      const notes = rest.flatMap((field) => (this.#meaning(field) === '' ? [] : [`\`${this.#name(field)}\`: ${this.#meaning(field)}`]));
      const meaning = [this.#meaning(type), ...notes].filter(Boolean).join(' ');
      if (meaning === '') throw new Error(`the contract says nothing of ${kinds.join(', ')}`);
      return [kinds.map((kind) => `\`${kind}\``).join(', '), told.join('<br>'), meaning];
    });
    return table(['type', 'fields', 'meaning'], rows);
  }

  #name(member: Node): string {
    const name = String((member.key as { readonly name?: string }).name);
    return member.optional === true ? `${name}?` : name;
  }

  #typeOf(member: Node): string {
    if (member.type === 'TSMethodSignature')
      return this.#text(member)
        .replace(/^\w+\??/, '')
        .replace(/;$/, '');
    return this.#text((member.typeAnnotation as Node).typeAnnotation as Node);
  }

  #text({ start, end }: Node): string {
    return this.#source.slice(start, end).replace(/\s+/g, ' ').replaceAll('readonly ', '');
  }

  /** The comment that ends just above a node, as one line. */
  #meaning(node: Node): string {
    const comment = this.#comments.findLast(({ end }) => end <= node.start && /^[\s|]*$/.test(this.#source.slice(end, node.start)));
    return comment === undefined ? '' : oneLine(comment.value);
  }
}

/** The function that a declaration makes; null: none. */
function functionOf(declaration: Node): Node | null {
  if (declaration.type === 'FunctionDeclaration') return declaration;
  const init = declaration.init as Node | null | undefined;
  return init?.type === 'ArrowFunctionExpression' ? init : null;
}

const oneLine = (comment: string): string =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*?\s?/, '').trim())
    .join(' ')
    .trim()
    .replace(/\{@link (\w+)\}/g, '`$1`');

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}
