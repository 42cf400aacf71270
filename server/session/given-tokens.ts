/** Beyond these the oldest are forgotten: they count as unknown until they have been looked up. */
export const mostGivenTokens = 100_000;

/**
 * Hashes of tokens that were given out, also before this start. Who comes with one is looked up at no cost to his address, however many
 * tries at unknown tokens others behind it have spent. It proves nothing: the database does.
 */
export class GivenTokens {
  readonly #hashes = new Set<string>();

  add(tokenHash: string): void {
    this.#hashes.add(tokenHash);
    const oldest = this.#hashes.values().next().value;
    if (this.#hashes.size > mostGivenTokens && oldest !== undefined) this.#hashes.delete(oldest);
  }

  delete(tokenHash: string): void {
    this.#hashes.delete(tokenHash);
  }

  has(tokenHash: string): boolean {
    return this.#hashes.has(tokenHash);
  }
}
