import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ErrorCode } from '../../core/contract/error-catalogue.ts';
import { isSayable } from '../../core/contract/error-texts.ts';
import { sentencesOf } from '../../server/gateway/error-sentence.ts';
import { type PluginTexts, pluginText, type TextValues } from '../../server/plugins/plugin-text.ts';
import { type ImpossibleReason, reasonText } from '../../server/runtime/backtest/backtest-impossible.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): PluginTexts => (existsSync(root + path) ? (JSON.parse(readFileSync(root + path, 'utf8')) as PluginTexts) : {});

/** What a strategy and the house say: a terminal shows sentences as the panels do, in English. What has no text stands for itself. */
export class StrategyTexts {
  readonly #own: PluginTexts;
  readonly #sentence: ReturnType<typeof sentencesOf>;
  readonly #prefix: string;

  constructor(pluginId: string, language = 'en') {
    this.#prefix = `${pluginId}.`;
    this.#own = read(`plugins/${pluginId}/locales/${language}.json`);
    this.#sentence = sentencesOf(language, read(`locales/${language}/errors.json`) as Readonly<Record<string, string>>);
  }

  /** A text of the plugin by its whole key; of a key without one the word. */
  word(key: string, word: string): string {
    return key.startsWith(this.#prefix) ? (pluginText(this.#own, key.slice(this.#prefix.length), {}) ?? word) : word;
  }

  /** A text of the plugin. Codes of errors among its values become sentences, where what these name is among them too. */
  text(key: string, values: TextValues = {}): string {
    const worded = Object.entries(values).map(([name, value]) => [name, this.#error(value, values)] as const);
    const found = pluginText(this.#own, key, Object.fromEntries(worded));
    return found ?? [key, ...worded.map(([name, value]) => `${name} ${value}`)].join(', ');
  }

  reason({ key, params }: ImpossibleReason): string {
    return reasonText({ key, params: key === 'rule' ? { ...params, rule: this.text(String(params.rule), params) } : params });
  }

  /** What an error says; a code that there is no text for stands for itself. */
  errorText(code: string, params: TextValues): string {
    return this.#sentence({ code: code as ErrorCode, params });
  }

  #error(value: string | number, values: TextValues): string | number {
    return isSayable(value, values) ? this.errorText(value, values) : value;
  }
}
