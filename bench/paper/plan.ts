export interface PaperPlan {
  readonly instances: number;
  readonly markets: number;
  /** In each market. */
  readonly updatesPerSecond: number;
  /** One update in so many asks for new quotes. */
  readonly moveEvery: number;
  readonly warmUpMs: number;
  readonly measuredMs: number;
}

export interface PaperResult {
  /** The first of a plugin, whose thread may have to start. */
  readonly firstStartMs: number;
  /** p99 of the others. */
  readonly startMs: number;
  readonly bytesPerInstance: number;
  /** Books that went out, once for every instance that listens. */
  readonly booksPerSecond: number;
  /** Books that instances were told of: those that lag are told of the newest only. */
  readonly heardPerSecond: number;
  readonly ordersPerSecond: number;
  /** From a book to the order or cancel that it leads to; of several that were told as one, the first counts. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Share of the core that the process used. */
  readonly cores: number;
  /** Share of the core that went to other processes: the times mean nothing when it is more than a few hundredths. */
  readonly othersCores: number;
}
