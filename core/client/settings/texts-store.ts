import type { i18n } from 'i18next';
import { makeAutoObservable, runInAction } from 'mobx';
import type { AppError, ErrorParams } from '../../contract/app-error.ts';
import type { Texts } from '../../contract/client-services.ts';
import { errorTextKeys } from '../../contract/error-texts.ts';
import type { NamedText, Told } from '../../contract/notices.ts';
import { readIn } from '../../domain/joined-text.ts';
import { type Language, languages } from './language.ts';

const errorNamespace = 'errors';

/** Texts outside React. Changes its language only when that language's texts are here. */
export class TextsStore implements Texts {
  readonly #i18n: i18n;
  language: string;

  constructor(i18n: i18n) {
    this.#i18n = i18n;
    this.language = i18n.language;
    readIn(i18n.language);
    i18n.on('languageChanged', readIn);
    makeAutoObservable(
      this,
      {
        t: false,
        fieldName: false,
        errorText: false,
        say: false,
        inEveryLanguage: false,
        use: false,
        load: false,
        loadEveryLanguage: false,
      },
      { autoBind: true },
    );
  }

  t(namespace: string, key: string | string[], params: ErrorParams = {}): string {
    // Read, so that whatever shows the text shows it anew in another language.
    void this.language;
    return this.#i18n.t(key, { ns: namespace, ...params });
  }

  errorText({ code, params }: Pick<AppError, 'code' | 'params'>): string {
    const { field } = params;
    const named = typeof field === 'string' ? { field: this.fieldName(field) } : {};
    return this.t(errorNamespace, errorTextKeys(code, params), { ...params, ...named });
  }

  /** What is told in several parts stands in a row; parts without words are left out. */
  say(told: Told): string {
    if (typeof told === 'string') return told;
    if ('namespace' in told) return this.#named(told);
    if ('code' in told) return this.errorText(told);
    return told
      .map((part) => this.say(part))
      .filter((part) => part !== '')
      .join(' · ');
  }

  #named({ namespace, key, params = {} }: NamedText): string {
    const said = Object.entries(params).map(([name, part]) => [name, typeof part === 'object' ? this.#named(part) : part]);
    return this.t(namespace, key, Object.fromEntries(said) as ErrorParams);
  }

  /** The user's words for a field of the wire or of the house, such as `take_profit.price`; a name without one stays as it is. */
  fieldName(field: string): string {
    const names = field.split(/[./]/).filter((name) => name !== '' && name !== 'body' && name !== 'query');
    return names.map((name) => this.#i18n.t(`field.${camelCase(name)}`, { ns: errorNamespace, defaultValue: name })).join(' · ');
  }

  /** A text in all languages that are loaded, for searching. */
  inEveryLanguage(namespace: string, key: string): readonly string[] {
    return languages.map((lng) => this.#i18n.t(key, { ns: namespace, lng }));
  }

  async loadEveryLanguage(): Promise<void> {
    await this.#i18n.loadLanguages([...languages]);
  }

  async load(namespaces: readonly string[]): Promise<void> {
    await this.#i18n.loadNamespaces([...namespaces, errorNamespace]);
  }

  async use(language: Language): Promise<void> {
    await this.#i18n.changeLanguage(language);
    runInAction(() => {
      this.language = language;
    });
  }
}

const camelCase = (name: string): string => name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
