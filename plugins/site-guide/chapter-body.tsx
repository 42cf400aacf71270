import type { MarkedToken, Token } from 'marked';
import { Fragment, type ReactNode } from 'react';
import type { SitePageProps } from '../../core/contract/site.ts';
import { Island } from '../../core/ui/site/island.tsx';
import styles from './chapter-body.module.css';
import { book } from './chapters.ts';
import type { CopyProps } from './islands/copy-code.ts';
import { Picture } from './picture.tsx';
import { type Chapter, sectionOf } from './read-chapter.ts';

type BodyProps = SitePageProps & { readonly chapter: Chapter };

/** A chapter's Markdown as elements. What it has no element for ends the build: HTML, and marks that turned out to be no marks. */
export function ChapterBody(props: BodyProps) {
  const { t, chapter } = props;
  const texts: CopyProps = { copy: t('copy'), copied: t('copied') };
  const body = inSections(chapter.blocks).map((blocks, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: drawn once
    <section key={at}>
      <Tokens {...props} tokens={blocks} />
    </section>
  ));
  const hasCode = chapter.blocks.some(({ type }) => type === 'code');
  return hasCode ? (
    <Island of="copy-code" props={texts} className={styles.body}>
      {body}
    </Island>
  ) : (
    <div className={styles.body}>{body}</div>
  );
}

/** From one heading of the second level to the next: what is out of sight is laid out when it comes near. */
function inSections(blocks: readonly Token[]): readonly Token[][] {
  const sections: Token[][] = [[]];
  for (const block of blocks) {
    if (block.type === 'heading' && block.depth === 2) sections.push([]);
    sections.at(-1)?.push(block);
  }
  return sections.filter(({ length }) => length > 0);
}

function Tokens({ tokens, ...props }: BodyProps & { readonly tokens: readonly Token[] | undefined }) {
  return (tokens ?? []).map((token, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: drawn once
    <Fragment key={at}>{drawn(token as MarkedToken, props)}</Fragment>
  ));
}

function drawn(token: MarkedToken, props: BodyProps): ReactNode {
  const inside = (tokens: readonly Token[] | undefined) => <Tokens {...props} tokens={tokens} />;
  const { chapter, language, href } = props;
  switch (token.type) {
    case 'space':
      return null;
    case 'text':
      return token.tokens === undefined ? plain(token.text, chapter) : inside(token.tokens);
    case 'escape':
      return token.text;
    case 'strong':
      return <strong>{inside(token.tokens)}</strong>;
    case 'em':
      return <em>{inside(token.tokens)}</em>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'link':
      return <a href={href(book.address(chapter, token.href))}>{inside(token.tokens)}</a>;
    case 'image':
      return <Picture {...{ chapter, language }} file={token.href} alt={token.text} />;
    case 'paragraph':
      return token.tokens.length === 1 && token.tokens[0]?.type === 'image' ? inside(token.tokens) : <p>{inside(token.tokens)}</p>;
    case 'blockquote':
      return <aside className={styles.note}>{inside(token.tokens)}</aside>;
    case 'code':
      return (
        <div className={styles.code}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page is scrolled by keys too */}
          <pre tabIndex={0}>{token.text}</pre>
        </div>
      );
    case 'list': {
      const items = token.items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: drawn once
        <li key={at}>{inside(item.tokens)}</li>
      ));
      return token.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case 'table':
      return <Table table={token} inside={inside} />;
    case 'heading': {
      const section = sectionOf(chapter.id, token);
      if (section === null) return null;
      const Heading = section.depth === 2 ? 'h2' : 'h3';
      return (
        <Heading id={section.id}>
          <a href={`#${section.id}`}>{section.title}</a>
        </Heading>
      );
    }
    default:
      throw new Error(`${chapter.id}: "${token.raw}" is nothing that a chapter may hold (${token.type})`);
  }
}

interface TableProps {
  readonly table: Extract<MarkedToken, { type: 'table' }>;
  readonly inside: (tokens: readonly Token[]) => ReactNode;
}

function Table({ table: { header, rows }, inside }: TableProps) {
  return (
    <div className={styles.table}>
      <table>
        <thead>
          <tr>
            {header.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: drawn once
              <th key={at} scope="col">
                {inside(cell.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: drawn once
            <tr key={at}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: drawn once
                <td key={column}>{inside(cell.tokens)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Marks that are left over were meant otherwise: beside Chinese punctuation `**` marks nothing. */
function plain(text: string, chapter: Chapter): string {
  if (/\*\*|`|\]\(|\{#/.test(text)) throw new Error(`${chapter.id}: "${text}" holds marks that mark nothing`);
  return text;
}
