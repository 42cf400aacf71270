import { lexer, type Token } from 'marked';
import { plainText } from './islands/search/sections.ts';

/** A heading below the chapter's title. Its id is the same in all languages: links and panels name it. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly depth: number;
}

export interface Chapter {
  /** `trader/orders`. */
  readonly id: string;
  readonly title: string;
  /** What it is about, in one or two sentences. */
  readonly lead: string;
  readonly sections: readonly Section[];
  /** What follows title and lead. */
  readonly blocks: readonly Token[];
}

/** Markdown of a chapter: a title, a lead, then headings that carry an id, `## Placing an order {#placing}`. What is written otherwise ends the build. */
export function readChapter(id: string, source: string): Chapter {
  const [title, lead, ...blocks] = lexer(source).filter(({ type }) => type !== 'space');
  if (title?.type !== 'heading' || title.depth !== 1) throw new Error(`${id} has to begin with "# " and its title`);
  if (lead?.type !== 'paragraph') throw new Error(`${id} needs a paragraph after its title: search engines and the contents show it`);
  const sections = blocks.flatMap((token) => sectionOf(id, token) ?? []);
  const twice = sections.find((section, at) => sections.findIndex((other) => other.id === section.id) !== at);
  if (twice !== undefined) throw new Error(`${id} has two headings with the id "${twice.id}"`);
  return { id, title: title.text as string, lead: plainText(lead.text as string), sections, blocks };
}

/** Null: the token is no heading. */
export function sectionOf(chapter: string, token: Token): Section | null {
  if (token.type !== 'heading') return null;
  const { depth, text } = token as { readonly depth: number; readonly text: string };
  const [, title, id] = /^([^*`[\]{}]+) \{#([a-z][a-z0-9-]*)\}$/.exec(text) ?? [];
  if (title === undefined || id === undefined || depth < 2 || depth > 3)
    throw new Error(
      `${chapter}: the heading "${text}" has to be plain text of the second or third level with an id behind it, such as {#placing}`,
    );
  return { id, title, depth };
}
