/** Which relations a statement names, read from its text. */

/** Texts and comments hold no names; quoted names stay as they are. */
const silent = /\$(\w*)\$[\s\S]*?\$\1\$|\be'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\/|("(?:[^"]|"")*")/gi;
const tokens = /"((?:[^"]|"")*)"|([a-z_\u0080-\uffff][\w$\u0080-\uffff]*)|([(),.])/gi;

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/** After these comes a relation, and after a comma the next one. */
const leads = words('from join into update using table truncate lock references');
/** They may stand between such a word and the relation. */
const fillers = words('only lateral');
/** After these a comma brings no relation any more. */
const ends = words('select where set group order having limit offset returning values window union except intersect for fetch when');
/** What a plugin's statement may begin with: the rest changes tables or the session. */
const beginnings = words('select insert update delete with values merge truncate lock');

export interface NamedRelation {
  readonly schema: string | null;
  readonly name: string;
}

type NamePart = 'relation' | 'dot' | null;

const codeOf = (statement: string): string => statement.replace(silent, (_, _tag, name: string | undefined) => name ?? ' ');

/** Every name where a relation stands: of tables and views, but also of `with` and of functions that give rows. */
export function relationsIn(statement: string): readonly NamedRelation[] {
  const found: NamedRelation[] = [];
  /** Of each open bracket, whether a comma brings a relation. */
  const lists = [false];
  let isAwaited = false;
  /** How far a name with its schema is read. */
  let name: NamePart = null;
  for (const [, quoted, word, mark] of codeOf(statement).matchAll(tokens)) {
    const former: NamePart = name;
    name = null;
    if (mark === '.') name = former === 'relation' ? 'dot' : null;
    else if (mark === '(') lists.push(isAwaited);
    else if (mark !== undefined) {
      if (mark === ')' && lists.length > 1) lists.pop();
      isAwaited = mark === ',' && lists.at(-1) === true;
    } else {
      const text = quoted?.replaceAll('""', '"') ?? word?.toLowerCase() ?? '';
      const keyword = quoted === undefined ? text : '';
      const [last] = found.slice(-1);
      if (former === 'dot' && last !== undefined) found[found.length - 1] = { schema: last.name, name: text };
      else if (leads.has(keyword) || ends.has(keyword)) {
        isAwaited = leads.has(keyword);
        lists[lists.length - 1] = isAwaited;
      } else if (isAwaited && !fillers.has(keyword)) {
        found.push({ schema: null, name: text });
        isAwaited = false;
        name = 'relation';
      }
    }
  }
  return found;
}

/** Why a statement is none that a plugin may run, whatever it names; null: it is one. */
export function statementProblem(statement: string): string | null {
  const code = codeOf(statement);
  const [beginning = ''] = code.toLowerCase().match(/[a-z]+/) ?? [];
  if (!beginnings.has(beginning)) return `a statement may not begin with "${beginning}": tables are made by migrate`;
  if (/;\s*\S/.test(code)) return 'only one statement may be run at a time';
  return /\bu&"/i.test(code) ? 'names have to be written without u&' : null;
}
