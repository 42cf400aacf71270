import type { TransferFunds } from '../command.ts';

/** Transfer references that stay known. */
export const referencesKept = 262_144;

/**
 * References of the latest transfers, oldest first out after `referencesKept` later ones, with the content they stood for.
 * The trading room keeps them for good in its store; the engine only guards against repeats of recent commands.
 */
export class TransferReferences {
  private readonly contents = new Map<string, string>();

  /** The content of the transfer that used this reference, or undefined. */
  find(reference: string): string | undefined {
    return this.contents.get(reference);
  }

  add(reference: string, content: string): void {
    this.contents.set(reference, content);
    if (this.contents.size <= referencesKept) return;
    const [oldest] = this.contents.keys();
    this.contents.delete(oldest as string);
  }

  /** From the oldest on. */
  entries(): IterableIterator<[string, string]> {
    return this.contents.entries();
  }
}

export const transferContent = (transfer: TransferFunds): string => `${transfer.from}>${transfer.to}:${transfer.asset}:${transfer.amount}`;
