import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ErrorCode, errorCatalogue } from '../../core/contract/error-catalogue.ts';
import { sentencesOf } from '../../server/gateway/error-sentence.ts';
import { type BacktestReason, reasonText } from '../../server/runtime/backtest/backtest-impossible.ts';

type Texts = { readonly [name: string]: Texts | string };
type Values = Readonly<Record<string, string | number>>;

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): Texts => (existsSync(root + path) ? (JSON.parse(readFileSync(root + path, 'utf8')) as Texts) : {});

const fill = (text: string, values: Values): string => text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));

const textAt = (texts: Texts, key: string): Texts | string | undefined =>
  key.split('.').reduce<Texts | string | undefined>((at, name) => (typeof at === 'object' ? at[name] : undefined), texts);

/** What a strategy and the house say: a terminal shows sentences as the panels do, in English. What has no text stands for itself. */
export class StrategyTexts {
  readonly #own: Texts;
  readonly #sentence: ReturnType<typeof sentencesOf>;
  readonly #prefix: string;

  constructor(pluginId: string, language = 'en') {
    this.#prefix = `${pluginId}.`;
    this.#own = read(`plugins/${pluginId}/locales/${language}.json`);
    this.#sentence = sentencesOf(language, read(`locales/${language}/errors.json`) as Readonly<Record<string, string>>);
  }

  /** A text of the plugin by its whole key; of a key without one the word. */
  word(key: string, word: string): string {
    const found = key.startsWith(this.#prefix) ? textAt(this.#own, key.slice(this.#prefix.length)) : undefined;
    return typeof found === 'string' ? found : word;
  }

  /** A text of the plugin. Values that are codes of errors become their texts. */
  text(key: string, values: Values = {}): string {
    const found = textAt(this.#own, key);
    const worded = Object.entries(values).map(([name, value]) => [name, this.#error(value, values)] as const);
    if (typeof found === 'string') return fill(found, Object.fromEntries(worded));
    return [key, ...worded.map(([name, value]) => `${name} ${value}`)].join(', ');
  }

  reason({ key, params }: BacktestReason): string {
    return reasonText({ key, params: key === 'rule' ? { ...params, rule: this.text(String(params.rule), params) } : params });
  }

  /** What an error says; a code that there is no text for stands for itself. */
  errorText(code: string, params: Values): string {
    return this.#sentence({ code: code as ErrorCode, params });
  }

  #error(value: string | number, values: Values): string | number {
    return typeof value === 'string' && Object.hasOwn(errorCatalogue, value) ? this.errorText(value, values) : value;
  }
}
