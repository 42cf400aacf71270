import { type Chapter, readChapter } from './read-chapter.ts';

/** Parts of the product that chapters lead to; all else in a link is a chapter. */
const productPaths: readonly string[] = [
  '/login',
  '/register',
  '/reset-password',
  '/dashboard',
  '/AIdashboard',
  '/setup',
  '/user',
  '/finance',
  '/risk',
  '/assets-overview',
  '/data',
  '/apikeys',
  '/invite',
  '/user',
  '/finance',
  '/admin/users',
  '/admin/audit',
  '/admin/plugins',
  '/admin/inbox',
  '/admin/outbox',
  '/admin/operations',
  '/docs',
];

/** The chapters of all languages, which say the same: what is only in one of them ends the build. */
export class Book {
  readonly languages: readonly string[];
  /** By language, then by id. */
  readonly #chapters: ReadonlyMap<string, ReadonlyMap<string, Chapter>>;

  /** @param files path below `chapters` (`en/trader/orders.md`) → Markdown
   *  @param ids the chapters that there are, in the order of reading */
  constructor(files: Readonly<Record<string, string>>, languages: readonly string[], ids: readonly string[]) {
    this.languages = languages;
    const unknown = Object.keys(files).find((file) => !languages.some((one) => ids.some((id) => file === fileOf(one, id))));
    if (unknown !== undefined) throw new Error(`chapters/${unknown} stands in no outline`);
    this.#chapters = new Map(languages.map((one) => [one, new Map(ids.map((id) => [id, read(files, one, id)]))]));
    for (const id of ids) for (const one of languages) this.#compare(id, one);
  }

  chapter(language: string, id: string): Chapter {
    const found = this.#chapters.get(language)?.get(id);
    if (found === undefined) throw new Error(`there is no chapter "${id}" in ${language}`);
    return found;
  }

  /** Where a link of a chapter leads: `orders.md#placing`, `../quant/backtests.md`, `#placing` or a part of the product. */
  address(from: Chapter, link: string): string {
    if (productPaths.includes(link)) return link;
    const [file = '', section] = link.split('#');
    const id = file === '' ? from.id : resolved(from.id, file);
    const target = this.#chapters.get(this.languages[0] ?? '')?.get(id);
    if (target === undefined) throw new Error(`${from.id} links to "${link}": there is no such chapter`);
    if (section !== undefined && !target.sections.some((one) => one.id === section))
      throw new Error(`${from.id} links to "${link}": that chapter has no heading {#${section}}`);
    return `/guide/${id}${section === undefined ? '' : `#${section}`}`;
  }

  /** Headings are the places that others name: none may be missing in a language, and none stand elsewhere. */
  #compare(id: string, language: string): void {
    const idsIn = (one: string) => this.chapter(one, id).sections.map((section) => `${section.depth} ${section.id}`);
    const [first = language] = this.languages;
    const [expected, own] = [idsIn(first), idsIn(language)];
    const at = expected.findIndex((one, index) => one !== own[index]);
    if (at >= 0 || own.length > expected.length)
      throw new Error(`${fileOf(language, id)} has other headings than in ${first}, first at "${expected[at] ?? own[expected.length]}"`);
  }
}

const fileOf = (language: string, id: string): string => `${language}/${id}.md`;

function read(files: Readonly<Record<string, string>>, language: string, id: string): Chapter {
  const source = files[fileOf(language, id)];
  if (source === undefined) throw new Error(`chapters/${fileOf(language, id)} is missing`);
  return readChapter(id, source);
}

/** `../quant/backtests.md` from `trader/orders` → `quant/backtests`. */
const resolved = (from: string, file: string): string =>
  /\.md$/.test(file) ? new URL(file.slice(0, -'.md'.length), `https://guide/${from}`).pathname.slice(1) : '';
