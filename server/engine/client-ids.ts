/** What a client order id stands for. */
export interface ClientIdEntry {
  readonly orderId: number;
  /** Digest of the command that used the id, see `fingerprint.ts`. */
  readonly fingerprint: number;
}

/** Client order ids of finished orders that stay known, over all accounts. */
export const finishedIdsKept = 262_144;

/**
 * Client order ids per account. An id is known while its order is open and afterwards until `finishedIdsKept` further
 * orders with an id (of any account) have finished: oldest finished first out. The rule depends on the command log only.
 */
export class ClientIds {
  private readonly byAccount: Map<string, ClientIdEntry>[] = [];
  private finished: { readonly account: number; readonly id: string }[] = [];
  private first = 0;

  find(account: number, id: string): ClientIdEntry | undefined {
    return this.byAccount[account]?.get(id);
  }

  add(account: number, id: string, entry: ClientIdEntry): void {
    while (this.byAccount.length <= account) this.byAccount.push(new Map());
    (this.byAccount[account] as Map<string, ClientIdEntry>).set(id, entry);
  }

  finish(account: number, id: string): void {
    this.finished.push({ account, id });
    if (this.finished.length - this.first <= finishedIdsKept) return;
    const oldest = this.finished[this.first++] as { account: number; id: string };
    (this.byAccount[oldest.account] as Map<string, ClientIdEntry>).delete(oldest.id);
    if (this.first < finishedIdsKept) return;
    this.finished = this.finished.slice(this.first);
    this.first = 0;
  }

  /** Finished ids from the oldest on, for the snapshot. */
  *finishedIds(): IterableIterator<{ account: number; id: string; entry: ClientIdEntry }> {
    for (let i = this.first; i < this.finished.length; i++) {
      const { account, id } = this.finished[i] as { account: number; id: string };
      yield { account, id, entry: this.find(account, id) as ClientIdEntry };
    }
  }
}
