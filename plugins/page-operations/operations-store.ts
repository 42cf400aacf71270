import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '../../core/contract/client-services.ts';
import type { OperationSpan, OperationsHistory, OperationsLog, OperationsNow } from '../../schemas/wire/operations.ts';

export const operationParts = ['health', 'venues', 'queues', 'disk', 'errors', 'figures', 'versions'] as const;
export type OperationPart = (typeof operationParts)[number];
export type CheckLine = OperationsNow['checks'][number];
export type VenueLine = OperationsNow['venues'][number];
export type JobLine = OperationsNow['jobs'][number];
export type FigureLine = OperationsNow['figures'][number];
export type LogLine = OperationsLog['list'][number];

/** Nobody has heard from the server for longer: what is shown is what was known last. */
export const freshMs = 15_000;
/** Points of an hour come every ten seconds; of longer spans, every minute or more seldom. */
const againMs = { '1h': 10_000, '24h': 60_000, '7d': 300_000, '30d': 300_000 } as const;

type Reading = 'loading' | 'done' | 'failed';

/** How the server is, asked again and again; what was known last stays when it does not answer. */
export class OperationsStore {
  readonly #api: Pick<Api, 'call'>;
  readonly #nowMs: () => number;
  #isAsking = false;
  now: OperationsNow | null = null;
  state: Reading = 'loading';
  /** Since the last answer, ms. */
  ageMs = 0;
  #answeredMs: number;
  part: OperationPart = 'health';
  lines: readonly LogLine[] = [];
  linesState: Reading = 'loading';
  search = '';
  figureKey = 'orders-rate';
  span: OperationSpan = '1h';
  history: OperationsHistory | null = null;
  historyState: Reading = 'loading';
  #historyMs = Number.NEGATIVE_INFINITY;

  constructor(api: Pick<Api, 'call'>, nowMs: () => number) {
    this.#api = api;
    this.#nowMs = nowMs;
    this.#answeredMs = nowMs();
    makeAutoObservable(this, { now: observableRef, lines: observableRef, history: observableRef }, { autoBind: true });
  }

  /** What is on the screen is no longer known to hold. */
  get isOld(): boolean {
    return this.now !== null && this.ageMs > freshMs;
  }

  /** The most urgent first; those of the same state as the server names them. */
  get checks(): readonly CheckLine[] {
    const order = { down: 0, warn: 1, ok: 2 } as const;
    return [...(this.now?.checks ?? [])].sort((a, b) => order[a.state] - order[b.state]);
  }

  get ill(): readonly CheckLine[] {
    return this.checks.filter(({ state }) => state !== 'ok');
  }

  get illVenues(): number {
    return this.now?.venues.filter(({ health }) => health !== 'LIVE').length ?? 0;
  }

  get figure(): FigureLine | null {
    return this.now?.figures.find(({ key }) => key === this.figureKey) ?? this.now?.figures[0] ?? null;
  }

  /** Everything that the part in view shows. */
  async tick(): Promise<void> {
    this.ageMs = this.#nowMs() - this.#answeredMs;
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      await Promise.all([this.readNow(), ...(this.part === 'errors' ? [this.readLines()] : []), ...this.#dueHistory()]);
    } finally {
      this.#isAsking = false;
    }
  }

  async readNow(): Promise<void> {
    const read = await this.#api.call('operationsNow', {});
    runInAction(() => {
      if (read.ok) {
        this.now = read.value;
        this.#answeredMs = this.#nowMs();
      }
      this.ageMs = this.#nowMs() - this.#answeredMs;
      this.state = this.now === null ? 'failed' : 'done';
    });
  }

  async readLines(): Promise<void> {
    const { search } = this;
    const read = await this.#api.call('operationsLog', { query: search.trim() === '' ? {} : { search } });
    runInAction(() => {
      if (search !== this.search) return;
      if (read.ok) this.lines = read.value.list;
      this.linesState = read.ok || this.linesState === 'done' ? 'done' : 'failed';
    });
  }

  async readHistory(): Promise<void> {
    const { figure, span } = this;
    if (figure === null) return;
    this.#historyMs = this.#nowMs();
    const read = await this.#api.call('operationsHistory', { query: { key: figure.key, span } });
    runInAction(() => {
      if (figure.key !== this.figure?.key || span !== this.span) return;
      if (read.ok) this.history = read.value;
      this.historyState = read.ok || this.history !== null ? 'done' : 'failed';
    });
  }

  show(part: OperationPart): void {
    this.part = part;
    if (part === 'errors') void this.readLines();
    if (part === 'figures') void this.readHistory();
  }

  find(search: string): void {
    this.search = search;
    void this.readLines();
  }

  choose(key: string): void {
    if (key === this.figure?.key) return;
    this.figureKey = key;
    this.#anew();
  }

  over(span: OperationSpan): void {
    if (span === this.span) return;
    this.span = span;
    this.#anew();
  }

  #anew(): void {
    this.history = null;
    this.historyState = 'loading';
    void this.readHistory();
  }

  #dueHistory(): readonly Promise<void>[] {
    return this.part === 'figures' && this.#nowMs() - this.#historyMs >= againMs[this.span] ? [this.readHistory()] : [];
  }
}
