import type { Command } from '../../core/client/command-registry.ts';
import type { Markets, Texts } from '../../core/contract/client-services.ts';

/** One line of the palette. */
export interface PaletteEntry {
  readonly id: string;
  readonly title: string;
  readonly detail: string | null;
  readonly shortcut: string | null;
  readonly run: () => void;
}

const mostEntries = 60;

/**
 * Entries whose title holds every word of the query, best first: at the start of the title, at the start of a word, inside.
 * Without a query all of them, as they come.
 */
export function matching(entries: readonly PaletteEntry[], query: string): readonly PaletteEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries.slice(0, mostEntries);
  return entries
    .map((entry) => ({ entry, rank: rankOf(`${entry.title} ${entry.detail ?? ''}`.toLowerCase(), words) }))
    .filter(({ rank }) => rank !== null)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .slice(0, mostEntries)
    .map(({ entry }) => entry);
}

function rankOf(text: string, words: readonly string[]): number | null {
  let rank = 0;
  for (const word of words) {
    const at = text.indexOf(word);
    if (at < 0) return null;
    rank += at === 0 ? 0 : text[at - 1] === ' ' || text[at - 1] === '/' ? 1 : 2;
  }
  return rank;
}

export const commandEntries = (commands: readonly Command[], texts: Texts, run: (id: string) => void): readonly PaletteEntry[] =>
  commands.map((command) => ({
    id: command.id,
    title: command.title(texts),
    detail: null,
    shortcut: command.shortcut ?? null,
    run: () => run(command.id),
  }));

export const marketEntries = (markets: Markets, open: (id: string) => void): readonly PaletteEntry[] =>
  markets.instruments.map((instrument) => ({
    id: instrument.id,
    title: instrument.symbol,
    detail: markets.exchangeTitle(instrument.exchange),
    shortcut: null,
    run: () => open(instrument.id),
  }));
