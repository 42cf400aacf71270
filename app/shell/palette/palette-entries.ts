import type { CommandRegistry } from '../../../core/client/settings/command-registry.ts';
import type { Markets, Texts } from '../../../core/contract/client-services.ts';
import type { StrategyTemplate } from '../../../core/contract/strategies.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { type IconName, iconNamed } from '../../../core/ui/icon.tsx';
import { splitKey } from '../../../core/ui/text/split-key.ts';

export type PaletteMode = 'commands' | 'markets';

/** One line of the palette. */
export interface PaletteEntry {
  readonly id: string;
  readonly title: string;
  /** Of a strategy. */
  readonly icon: IconName | null;
  readonly detail: string | null;
  readonly shortcut: string | null;
  /** A market, which has a price; null: a command. */
  readonly market: InstrumentId | null;
  /** Chosen lately. */
  readonly recent: boolean;
  readonly run: () => void;
}

const mostEntries = 60;

/**
 * Entries whose title holds every word of the query, best first: at the start of the title, at the start of a word, inside. When
 * there are none, those that have the letters of every word as beginnings of words: `swdl` finds Switch between dark and light.
 * Without a query all of them, as they come.
 */
export function matching(entries: readonly PaletteEntry[], query: string): readonly PaletteEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries.slice(0, mostEntries);
  const texts = entries.map((entry) => ({ entry, text: `${entry.title} ${entry.detail ?? ''}`.toLowerCase() }));
  const found = texts
    .map(({ entry, text }) => ({ entry, rank: rankOf(text, words) }))
    .filter(({ rank }) => rank !== null)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || Number(b.entry.recent) - Number(a.entry.recent));
  const loose = found.length > 0 ? found : texts.filter(({ text }) => words.every((word) => isShortFor(word, text)));
  return loose.slice(0, mostEntries).map(({ entry }) => entry);
}

/** The same entries, what was chosen lately in front, the newest first. */
export function recentFirst(entries: readonly PaletteEntry[], recent: readonly string[]): readonly PaletteEntry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const front = recent.flatMap((id) => {
    const entry = byId.get(id);
    return entry === undefined ? [] : [{ ...entry, recent: true }];
  });
  return [...front, ...entries.filter(({ id }) => !recent.includes(id))];
}

/**
 * What the palette lists. Every command stands there without a query, and the recent markets among the recent commands; the others
 * come with a query, which would find too many of them otherwise.
 */
export function entriesFor(
  mode: PaletteMode,
  query: string,
  commands: readonly PaletteEntry[],
  markets: readonly PaletteEntry[],
  recent: readonly string[],
): readonly PaletteEntry[] {
  if (mode === 'markets') return matching(recentFirst(markets, recent), query);
  if (query === '') return recentFirst([...commands, ...markets.filter(({ id }) => recent.includes(id))], recent);
  return [...matching(recentFirst(commands, recent), query), ...matching(markets, query)];
}

/** True when each letter follows the one before it in the text, or begins a later word. */
function isShortFor(word: string, text: string, from = 0): boolean {
  const [letter, ...rest] = word;
  if (letter === undefined) return true;
  for (let at = text.indexOf(letter, from); at >= 0; at = text.indexOf(letter, at + 1)) {
    const fits = (at === from && from > 0) || at === 0 || /[\s/:·]/.test(text[at - 1] ?? '');
    if (fits && isShortFor(rest.join(''), text, at + 1)) return true;
  }
  return false;
}

function rankOf(text: string, words: readonly string[]): number | null {
  let rank = 0;
  for (const word of words) {
    // A market is written BTC/USDT elsewhere, and typed so.
    const at = Math.max(text.indexOf(word), text.indexOf(word.replaceAll('/', '') || word));
    if (at < 0) return null;
    rank += at === 0 ? 0 : text[at - 1] === ' ' || text[at - 1] === '/' ? 1 : 2;
  }
  return rank;
}

export const commandEntries = (commands: CommandRegistry, texts: Texts): readonly PaletteEntry[] =>
  commands.all.map((command) => ({
    id: command.id,
    title: command.title(texts),
    icon: null,
    detail: null,
    shortcut: commands.shortcutOf(command.id),
    market: null,
    recent: false,
    run: () => void commands.run(command.id),
  }));

export const marketEntries = (markets: Markets, open: (id: string) => void): readonly PaletteEntry[] =>
  markets.instruments.map((instrument) => ({
    id: instrument.id,
    title: instrument.symbol,
    icon: null,
    detail: markets.exchangeTitle(instrument.exchange),
    shortcut: null,
    market: instrument.id,
    recent: false,
    run: () => open(instrument.id),
  }));

export const strategyEntries = (
  templates: readonly StrategyTemplate[],
  texts: Pick<Texts, 't'>,
  open: (strategy: string) => void,
): readonly PaletteEntry[] =>
  templates.map(({ strategy, title, icon }) => {
    const { namespace, key } = splitKey(title);
    return {
      id: `strategy.${strategy}`,
      title: texts.t('app', 'command.strategy', { name: texts.t(namespace, key) }),
      icon: iconNamed(icon),
      detail: null,
      shortcut: null,
      market: null,
      recent: false,
      run: () => open(strategy),
    };
  });
