import { type Instrument, isListed } from '../../core/domain/markets/instrument.ts';
import { assetNames } from './asset-names.ts';
import type { Spell } from './pinyin.ts';

/** Something Chinese is to be found by letters. */
const chinese = /\p{Script=Han}/u;

/**
 * Finds markets by symbol, pair, exchange, and the names of their assets in three languages, and once the dictionary is here by
 * pinyin and its initials. Every word of a search must be found; words at the beginning of something come first.
 */
export class MarketIndex {
  readonly #entries: readonly { readonly instrument: Instrument; readonly text: string }[];
  #pinyin: ReadonlyMap<string, string> = new Map();

  constructor(instruments: readonly Instrument[], exchangeTitle: (exchange: string) => string) {
    this.#entries = instruments
      .filter(isListed)
      .map((instrument) => ({ instrument, text: textOf(instrument, exchangeTitle(instrument.exchange)) }));
  }

  /** Adds the spelling of every Chinese name in the index. */
  spell(spell: Spell): void {
    const assets = new Set(this.#entries.map(({ instrument }) => instrument.base));
    this.#pinyin = new Map([...assets].map((asset) => [asset, spellingOf(asset, spell)]));
  }

  /** Markets of an exchange ('' for all) that hold every word; an empty search finds all, in their own order. */
  find(exchange: string, search: string): readonly Instrument[] {
    const words = search
      .toLowerCase()
      .split(/[\s/]+/)
      .filter(Boolean);
    const found: Instrument[] = [];
    const later: Instrument[] = [];
    for (const { instrument, text } of this.#entries) {
      if (exchange !== '' && instrument.exchange !== exchange) continue;
      const all = this.#pinyin.size === 0 ? text : `${text} ${this.#pinyin.get(instrument.base) ?? ''}`;
      if (!words.every((word) => all.includes(word))) continue;
      if (words.every((word) => all.startsWith(word) || all.includes(` ${word}`))) found.push(instrument);
      else later.push(instrument);
    }
    return later.length === 0 ? found : [...found, ...later];
  }
}

const textOf = ({ symbol, base, quote, exchange, accountType }: Instrument, title: string): string =>
  [base, quote, symbol, exchange, title, accountType, ...(assetNames[base] ?? [])].join(' ').toLowerCase();

function spellingOf(asset: string, spell: Spell): string {
  const names = (assetNames[asset] ?? []).filter((name) => chinese.test(name));
  return [...new Set(names.flatMap((name) => spell(name)))].join(' ');
}
