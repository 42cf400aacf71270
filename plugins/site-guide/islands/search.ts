import type { IslandModule } from '../../../core/contract/site.ts';
import { excerptOf, GuideSearch, partsOf } from './search/guide-search.ts';
import type { FoundSection } from './search/sections.ts';

export interface SearchProps {
  /** Of the guide in this language: `/zh-CN/guide`. */
  readonly base: string;
  readonly texts: { readonly none: string; readonly failed: string };
}

/** Texts of all chapters of a language: loaded by the first who searches, in the page from then on, whether there is a network or not. */
const texts: Readonly<Record<string, () => Promise<{ readonly chapters: Readonly<Record<string, string>> }>>> = {
  en: () => import('./search/chapters-en.ts'),
  'zh-CN': () => import('./search/chapters-zh-cn.ts'),
  'zh-TW': () => import('./search/chapters-zh-tw.ts'),
};
const mostShown = 8;
const excerptLength = 120;

export const mount: IslandModule<SearchProps>['mount'] = (element, props, { language }) => {
  const input = element.querySelector('input');
  const list = element.querySelector<HTMLElement>('[role="listbox"]');
  const status = element.querySelector<HTMLElement>('[role="status"]');
  if (input === null || list === null || status === null) return () => undefined;
  const field = new SearchField(input, list, status, props);
  const ended = new AbortController();
  const { signal } = ended;
  let search: Promise<GuideSearch> | null = null;
  const open = (): Promise<GuideSearch> => {
    search ??= load(language);
    // What could not be loaded is tried again by the next letter.
    search.catch(() => {
      search = null;
    });
    return search;
  };
  const look = async (): Promise<void> => {
    const question = input.value.trim();
    if (question === '') return field.show(question, []);
    try {
      const found = (await open()).find(question, mostShown);
      if (question === input.value.trim()) field.show(question, found);
    } catch {
      field.say(props.texts.failed);
    }
  };
  input.addEventListener('focus', () => void open().catch(() => undefined), { signal });
  input.addEventListener('input', () => void look(), { signal });
  input.addEventListener('keydown', (event) => field.keyDown(event), { signal });
  element.addEventListener('focusout', ({ relatedTarget }) => element.contains(relatedTarget as Node | null) || field.close(), { signal });
  document.addEventListener('keydown', (event) => slash(event, input), { signal });
  return () => ended.abort();
};

const load = async (language: string): Promise<GuideSearch> => {
  const { chapters } = (await texts[language]?.()) ?? { chapters: {} };
  return new GuideSearch(chapters);
};

/** `/` brings the keyboard to the search, unless somebody writes one. */
function slash(event: KeyboardEvent, input: HTMLInputElement): void {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]') !== null) return;
  event.preventDefault();
  input.focus();
  input.select();
}

/** The field and its list, as a combobox. */
class SearchField {
  readonly #input: HTMLInputElement;
  readonly #list: HTMLElement;
  readonly #status: HTMLElement;
  readonly #props: SearchProps;
  #chosen = 0;

  constructor(input: HTMLInputElement, list: HTMLElement, status: HTMLElement, props: SearchProps) {
    this.#input = input;
    this.#list = list;
    this.#status = status;
    this.#props = props;
  }

  show(question: string, found: readonly FoundSection[]): void {
    this.#list.replaceChildren(...found.map((section, at) => this.#option(section, question, at)));
    this.#setOpen(found.length > 0);
    this.say(found.length === 0 && question !== '' ? this.#props.texts.none : '');
    this.#choose(0);
  }

  say(text: string): void {
    this.#status.textContent = text;
  }

  close(): void {
    this.#setOpen(false);
    this.say('');
  }

  keyDown(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const options = this.#options();
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : options.length - 1;
      if (options.length > 0) this.#choose((this.#chosen + step) % options.length);
    } else if (event.key === 'Enter') {
      options[this.#chosen]?.click();
    } else if (event.key === 'Escape') {
      this.#input.value = '';
      this.close();
    } else {
      return;
    }
    event.preventDefault();
  }

  #options(): readonly HTMLElement[] {
    return this.#list.hidden ? [] : [...this.#list.querySelectorAll<HTMLElement>('[role="option"]')];
  }

  #setOpen(open: boolean): void {
    this.#list.hidden = !open;
    this.#input.setAttribute('aria-expanded', String(open));
    if (!open) this.#input.removeAttribute('aria-activedescendant');
  }

  #choose(at: number): void {
    this.#chosen = at;
    for (const [index, option] of this.#options().entries()) {
      option.setAttribute('aria-selected', String(index === at));
      if (index !== at) continue;
      this.#input.setAttribute('aria-activedescendant', option.id);
      option.scrollIntoView({ block: 'nearest' });
    }
  }

  #option({ id, title, chapter, text }: FoundSection, question: string, at: number): HTMLElement {
    const option = document.createElement('a');
    option.id = `found-${at}`;
    option.setAttribute('role', 'option');
    option.href = `${this.#props.base}/${id}`;
    option.tabIndex = -1;
    const head = document.createElement('strong');
    head.append(...marked(title, question));
    const where = document.createElement('span');
    where.textContent = title === chapter ? '' : chapter;
    const excerpt = document.createElement('p');
    excerpt.append(...marked(excerptOf(text, question, excerptLength), question));
    option.append(head, where, excerpt);
    option.addEventListener('click', () => this.close());
    return option;
  }
}

const marked = (text: string, question: string): readonly (string | HTMLElement)[] =>
  partsOf(text, question).map((part) => {
    if (!part.isHit) return part.text;
    const mark = document.createElement('mark');
    mark.textContent = part.text;
    return mark;
  });
