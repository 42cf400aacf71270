import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type BacktestReason, reasonText } from '../../server/runtime/backtest/backtest-impossible.ts';

type Texts = { readonly [name: string]: Texts | string };
type Values = Readonly<Record<string, string | number>>;

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): Texts => (existsSync(root + path) ? (JSON.parse(readFileSync(root + path, 'utf8')) as Texts) : {});

const fill = (text: string, values: Values): string => text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));

/** What a strategy and the house say, in English: a terminal shows sentences as the panels do. What has no text stands for itself. */
export class StrategyTexts {
  readonly #own: Texts;
  readonly #errors = read('locales/en/errors.json');

  constructor(pluginId: string) {
    this.#own = read(`plugins/${pluginId}/locales/en.json`);
  }

  /** A text of the plugin. Values that are codes of errors become their texts. */
  text(key: string, values: Values = {}): string {
    const found = key
      .split('.')
      .reduce<Texts | string | undefined>((at, name) => (typeof at === 'object' ? at[name] : undefined), this.#own);
    const worded = Object.entries(values).map(([name, value]) => [name, this.#error(value, values)] as const);
    if (typeof found === 'string') return fill(found, Object.fromEntries(worded));
    return [key, ...worded.map(([name, value]) => `${name} ${value}`)].join(', ');
  }

  reason({ key, params }: BacktestReason): string {
    return reasonText({ key, params: key === 'rule' ? { ...params, rule: this.text(String(params.rule), params) } : params });
  }

  #error(value: string | number, values: Values): string | number {
    const text = this.#errors[value];
    return typeof text === 'string' ? fill(text, values) : value;
  }
}
