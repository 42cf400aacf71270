import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError } from '../../../core/contract/app-error.ts';
import type { BacktestStep, BacktestSteps, StepSheet } from '../../../core/contract/backtest-runs.ts';
import type { AskedOf } from '../../../core/contract/house-words.ts';
import type { backtestStepsRoutes } from '../../../schemas/wire/backtest-steps.ts';
import { stepsPerPage } from '../../../schemas/wire/backtest-steps.ts';
import type { QueryOf } from '../../../schemas/wire/route.ts';
import type { Services } from '../requires.ts';

type Place = Omit<AskedOf<NonNullable<QueryOf<(typeof backtestStepsRoutes)['backtestSteps']>>>, 'runId' | 'view'>;

/** A finished run moment by moment: the page that is looked at, and the moment in it. */
export class StepsStore {
  page: BacktestSteps | null = null;
  chosen = 0;
  onlyMarked = false;
  /** The answer that is waited for; null: there is none. */
  waiting: Pick<BacktestSteps, 'progress' | 'position'> | null = null;
  error: AppError | null = null;
  private readonly api: Services['api'];
  private readonly runId: string;
  private asked = 0;
  /** Raised by what calls off the steps that wait. */
  private course = 0;
  /** Ends with the last step that was asked for. */
  private turn: Promise<void> = Promise.resolve();

  constructor(api: Services['api'], runId: string) {
    this.api = api;
    this.runId = runId;
    const plain = { api: false, runId: false, asked: false, course: false, turn: false } as const;
    makeAutoObservable<this, keyof typeof plain>(
      this,
      { page: observableRef, waiting: observableRef, error: observableRef, ...plain },
      { autoBind: true },
    );
  }

  get index(): number {
    return this.page?.steps.findIndex(({ number }) => number === this.chosen) ?? -1;
  }

  get step(): BacktestStep | null {
    return this.page?.steps[this.index] ?? null;
  }

  get sheet(): StepSheet | null {
    return this.sheetAt(this.index);
  }

  /** What was known before the chosen moment of the list. */
  get sheetBefore(): StepSheet | null {
    return this.sheetAt(this.index - 1);
  }

  get pages(): number {
    const { page, onlyMarked } = this;
    return page === null ? 0 : Math.ceil((onlyMarked ? page.marked : page.moments) / stepsPerPage);
  }

  /** Goes there at once; steps that wait are called off. */
  look(place: Place): Promise<void> {
    this.course += 1;
    this.turn = this.ask(place);
    return this.turn;
  }

  /** Chooses at once; steps that wait are called off, and what is asked for with them. */
  choose(number: number): void {
    this.course += 1;
    this.asked += 1;
    this.waiting = null;
    this.chosen = number;
  }

  /** So many moments of the list on, or back. */
  move(by: number): Promise<void> {
    return this.inTurn(async () => {
      const { page } = this;
      if (page === null) return;
      const places = this.onlyMarked ? page.marked : page.moments;
      const place = Math.max(0, Math.min(places - 1, page.page * stepsPerPage + this.index + by));
      const wanted = Math.floor(place / stepsPerPage);
      const { course } = this;
      if (wanted !== page.page) await this.ask({ page: wanted });
      const step = this.page?.page === wanted && course === this.course ? this.page.steps[place - wanted * stepsPerPage] : undefined;
      if (step !== undefined) runInAction(() => (this.chosen = step.number));
    });
  }

  /** On to the next marked moment. */
  nextMark(): Promise<void> {
    return this.inTurn(() => this.ask({ after: this.chosen }));
  }

  /** Back to the marked moment before. */
  previousMark(): Promise<void> {
    return this.inTurn(() => this.ask({ before: this.chosen }));
  }

  async filter(onlyMarked: boolean): Promise<void> {
    this.onlyMarked = onlyMarked;
    const timeMs = this.step?.timeMs;
    await this.look(timeMs === undefined ? { page: 0 } : { timeMs });
  }

  /** Frees what the replay holds. */
  close(): void {
    this.course += 1;
    this.asked += 1;
    void this.api.call('backtestStepsClose', { body: { runId: this.runId } });
  }

  /** A step goes on from where the one before it has led. */
  private inTurn(step: () => Promise<void>): Promise<void> {
    const { course } = this;
    this.turn = this.turn.then(() => (course === this.course ? step() : undefined));
    return this.turn;
  }

  /** Asks until the answer is there, unless something else is asked for meanwhile. */
  private async ask(place: Place): Promise<void> {
    const asked = ++this.asked;
    this.waiting = { progress: 0, position: null };
    this.error = null;
    for (;;) {
      const view = this.onlyMarked ? 'marked' : 'all';
      const reply = await this.api.call('backtestSteps', { query: { runId: this.runId, view, ...place } });
      if (asked !== this.asked) return;
      if (reply.ok && !reply.value.ready) {
        runInAction(() => {
          this.waiting = reply.value;
        });
        continue;
      }
      return runInAction(() => {
        this.waiting = null;
        if (!reply.ok) {
          this.error = reply.error;
          this.course += 1;
        } else {
          this.page = reply.value;
          this.chosen = reply.value.chosen ?? 0;
        }
      });
    }
  }

  private sheetAt(index: number): StepSheet | null {
    for (let at = index; at >= 0; at--) {
      const sheet = this.page?.steps[at]?.sheet ?? null;
      if (sheet !== null) return sheet;
    }
    return this.page?.before ?? null;
  }
}
