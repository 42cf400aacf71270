import type { TransferFunds } from '../command.ts';

/** Transfer references that stay known. */
export const referencesKept = 262_144;

/**
 * References of the latest transfers, oldest first out after `referencesKept` later ones, with the content they stood for.
 * The trading room keeps them for good in its store; the engine only guards against repeats of recent commands.
 */
export class TransferReferences {
  private readonly contents = new Map<string, string>();
  /** Those of holds, which are few. */
  private readonly held = new Set<string>();

  /** The content of the transfer that used this reference, or undefined. */
  find(reference: string): string | undefined {
    return this.contents.get(reference);
  }

  /** As the latest; in place of what it stood for before. */
  add(reference: string, content: string): void {
    this.contents.delete(reference);
    this.contents.set(reference, content);
    if (isHold(content)) this.held.add(reference);
    else this.held.delete(reference);
    for (let tries = this.held.size; tries >= 0 && this.contents.size > referencesKept; tries--) {
      const [oldest, stoodFor] = this.contents.entries().next().value as [string, string];
      this.contents.delete(oldest);
      // Money that is kept back is never forgotten: it becomes the latest, and the next one goes.
      if (isHold(stoodFor)) this.contents.set(oldest, stoodFor);
    }
  }

  forget(reference: string): void {
    this.held.delete(reference);
    this.contents.delete(reference);
  }

  /** Of money that is kept back. */
  holds(): Iterable<string> {
    return this.held;
  }

  /** From the oldest on. */
  entries(): IterableIterator<[string, string]> {
    return this.contents.entries();
  }
}

/** What is kept back for a transfer, by the transfer's content. */
export const holdFor = (content: string): string => `${prefix}${content}`;
export const isHold = (content: string): boolean => content.startsWith(prefix);
const prefix = 'hold ';

export const transferContent = (transfer: TransferFunds): string => `${transfer.from}>${transfer.to}:${transfer.asset}:${transfer.amount}`;
