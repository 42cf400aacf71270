import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { type Language, languageNames, languages } from '../../core/client/settings/language.ts';
import { drawsChinese } from './chinese-letters.ts';

const root = new URL('../../', import.meta.url);

type Texts = Readonly<Record<string, string>>;

const known = new Map<Language, readonly Texts[]>();

/** Every text file of core, app and plugins in a language. */
function textFiles(language: Language): readonly Texts[] {
  const texts = known.get(language) ?? readTexts(language);
  known.set(language, texts);
  return texts;
}

function readTexts(language: Language): readonly Texts[] {
  const shared = readdirSync(new URL(`locales/${language}/`, root)).map((file) => `locales/${language}/${file}`);
  const own = readdirSync(new URL('plugins/', root))
    .filter((folder) => !folder.startsWith('_'))
    .map((folder) => `plugins/${folder}/locales/${language}.json`);
  return [...shared, ...own].map((path) => JSON.parse(readFileSync(new URL(path, root), 'utf8')) as Texts);
}

/** A text of the shell (`app`) or of a plugin (`plugins/<id>`) in a language. */
export function textIn(language: Language, owner: 'app' | 'account' | 'set-up' | `plugins/${string}`, key: string): string {
  const path = owner.startsWith('plugins/') ? `${owner}/locales/${language}.json` : `locales/${language}/${owner}.json`;
  const text = (JSON.parse(readFileSync(new URL(path, root), 'utf8')) as Texts)[key];
  if (text === undefined) throw new Error(`${path} has no ${key}`);
  return text;
}

/** What no screen in this language may show: keys in place of texts, and texts of another language. */
export class ForeignTexts {
  readonly #forbidden: ReadonlySet<string>;

  constructor(language: Language) {
    const own = textFiles(language);
    // A language is called by its own name in every language.
    const allowed = new Set([...own.flatMap((file) => Object.values(file)), ...Object.values(languageNames)]);
    const keys = own.flatMap((file) => Object.keys(file));
    const others = languages.filter((one) => one !== language).flatMap((one) => textFiles(one).flatMap((file) => Object.values(file)));
    this.#forbidden = new Set([...keys, ...others].filter((text) => !allowed.has(text)));
  }

  among(texts: readonly string[]): readonly string[] {
    return texts.filter((text) => this.#forbidden.has(text) || /\{\{|\}\}|^(panel|page|venue|strategy|service)-[a-z-]+\.\w/.test(text));
  }
}

/** Every text of ours that can be seen or is read out, labels and hints included; what users named themselves is marked as not to be translated. */
export const textsOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const texts = new Set<string>();
    for (const element of document.body.querySelectorAll('*')) {
      if (!element.checkVisibility() || element.closest('[translate=no]') !== null) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.add((element.getAttribute(name) ?? '').trim());
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) texts.add((node.textContent ?? '').trim());
    }
    texts.delete('');
    return [...texts];
  });

/** What sticks out of the window sideways: the page itself, or a control of its header. Chinese without its letters is not judged. */
export async function sticksOut(page: Page): Promise<readonly string[]> {
  const isChinese = await page.evaluate(() => document.documentElement.lang.startsWith('zh'));
  if (isChinese && !(await drawsChinese(page))) return [];
  return page.evaluate(() => {
    const out: string[] = [];
    const width = window.innerWidth;
    if (document.documentElement.scrollWidth > width) out.push(`the page is ${document.documentElement.scrollWidth} px wide`);
    for (const control of document.querySelectorAll('header button, header a, header select')) {
      const { left, right } = control.getBoundingClientRect();
      if (control.checkVisibility() && (left < 0 || right > width))
        out.push(control.getAttribute('aria-label') ?? control.textContent ?? '');
    }
    return out;
  });
}
