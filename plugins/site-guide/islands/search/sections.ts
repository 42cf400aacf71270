/** A part of a chapter under one heading, as the search finds it. */
export interface FoundSection {
  /** `trader/orders#placing`; without `#` the beginning of the chapter. */
  readonly id: string;
  readonly title: string;
  readonly chapter: string;
  readonly text: string;
}

const heading = /^#{1,3} (.+?)(?: \{#([a-z0-9-]+)\})?$/;

/** @param id of the chapter, `trader/orders` */
export function sectionsOf(id: string, markdown: string): readonly FoundSection[] {
  const found: { id: string; title: string; lines: string[] }[] = [];
  let fenced = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) fenced = !fenced;
    const [, title, section] = (fenced ? null : heading.exec(line)) ?? [];
    if (title === undefined) found.at(-1)?.lines.push(line);
    else found.push({ id: section === undefined ? id : `${id}#${section}`, title, lines: [] });
  }
  const chapter = found[0]?.title ?? '';
  return found.map(({ lines, ...rest }) => ({ ...rest, chapter, text: plainText(lines.join('\n')) }));
}

/** What a reader sees of Markdown, without its marks. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/^```.*$/gm, '')
    .replace(/^\|[-| :]+\|$/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^(?:[-*>]|\d+\.) /gm, '')
    .replace(/[*`|]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
