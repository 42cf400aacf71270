import { AppError, accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { Clock, Logger } from '../../../core/contract/server-services.ts';
import type { StepsAsk, StepsOfPlay, StepsPage, StrategyPlays } from '../../../core/contract/strategy-plays.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import { type BacktestTradeView, type BacktestView, tradesPerPage } from '../../../schemas/wire/backtest.ts';
import type { BacktestStepsView } from '../../../schemas/wire/backtest-steps.ts';
import type { BacktestRuns } from './backtest-runs.ts';

interface BacktestReplaysParts {
  readonly runs: Pick<BacktestRuns, 'find' | 'result' | 'trades' | 'turn' | 'position'>;
  readonly plays: Pick<StrategyPlays, 'atOnce' | 'replay'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly logger: Logger;
}

/** A question and its answer. */
interface Asked {
  /** Null when it was called off. */
  readonly page: Promise<Outcome<StepsPage> | null>;
  /** Callers that wait for it now, and that ever did. */
  waiting: number;
  heard: number;
}

/** A run that somebody steps through. */
interface Replay {
  readonly id: string;
  readonly userId: string;
  readonly runId: string;
  readonly stop: AbortController;
  /** Its threads, once it has its place among the runs. */
  opening: Promise<StepsOfPlay> | null;
  progress: number;
  /** The answer that is being made, and what makes it once the run is open. */
  playing: { readonly asked: Asked; steps: StepsOfPlay | null } | null;
  /** Answers that are being made, or were not fetched yet, by what was asked for. */
  readonly asked: Map<string, Asked>;
  /** Settles when nothing is under way. */
  work: Promise<unknown>;
  going: number;
  stopWatching: Disposer;
}

/** How long an answer is waited for before the caller is told how far it is. */
const patienceMs = 5_000;
/** How long a replay that nobody asks is kept. */
const idleMs = 180_000;
/** How long one goes on for a caller who was told how far it is and does not ask again. */
const desertedMs = 10_000;
/** Whoever was told how far it is asks again sooner, unless he has given it up. */
const graceMs = 1_000;
/** Different answers of a replay that may be waited for at once. */
const mostAsked = 4;
/** After which a caller whom others are before asks again. */
const busyS = 1;

/**
 * Replays of finished runs, page by page, each in a thread of its own. A user has one at a time; what it plays waits for its place among the
 * runs, and while it only waits to be asked again it may be closed for another one. What nobody waits for any more is not played, nor
 * played to its end while its user waits for something else.
 */
export class BacktestReplays {
  readonly #parts: BacktestReplaysParts;
  readonly #replays = new Map<string, Replay>();
  #count = 0;

  constructor(parts: BacktestReplaysParts) {
    this.#parts = parts;
  }

  /** A page; not ready while it takes long: the same question again waits on. `gone` aborts when the caller went away. */
  async read(userId: string, runId: string, ask: StepsAsk, gone: AbortSignal): Promise<Outcome<BacktestStepsView>> {
    const found = await this.#parts.runs.find(userId, runId);
    if (!found.ok) return found;
    const { status, choice } = found.value;
    if (status !== 'DONE' || choice.sweep !== null) return refused('BACKTEST_NO_STEPS');
    const replay = await this.#replayOf(userId, runId);
    if (replay === null) return refused('BACKTEST_STEPS_BUSY', { retryAfterS: busyS });
    const key = JSON.stringify(ask);
    const asked = replay.asked.get(key) ?? this.#ask(replay, found.value, ask, key);
    if (asked === null) return refused('BACKTEST_STEPS_BUSY', { retryAfterS: busyS });
    const outcome = await this.#wait(replay, asked, gone);
    if (outcome === null) return accepted(this.#unready(replay));
    if (replay.asked.get(key) === asked) replay.asked.delete(key);
    return outcome.ok ? accepted({ ready: true, progress: 1, position: null, ...outcome.value }) : outcome;
  }

  /** True when there was one. */
  async close(userId: string, runId: string): Promise<boolean> {
    const replay = this.#replays.get(userId);
    if (replay?.runId !== runId) return false;
    await this.#end(replay);
    return true;
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#replays.values()].map((replay) => this.#end(replay)));
  }

  /** Null while an answer out of another run is waited for. */
  async #replayOf(userId: string, runId: string): Promise<Replay | null> {
    const known = this.#replays.get(userId);
    if (known?.runId === runId) return known;
    if (known !== undefined && known.going > 0) {
      if (!(await this.#isGivenUp(known))) return null;
      if (this.#replays.get(userId) !== known) return this.#replayOf(userId, runId);
    }
    const fresh: Replay = {
      ...{ id: `steps ${++this.#count}`, userId, runId, stop: new AbortController(), opening: null, progress: 0, playing: null },
      ...{ asked: new Map(), work: Promise.resolve(), going: 0, stopWatching: () => undefined },
    };
    this.#replays.set(userId, fresh);
    this.#watch(fresh);
    if (known !== undefined) await this.#end(known);
    return fresh;
  }

  /** Null when too many are waited for. */
  #ask(replay: Replay, run: BacktestView, ask: StepsAsk, key: string): Asked | null {
    const { asked } = replay;
    for (const [other, { waiting }] of asked) if (asked.size >= mostAsked && waiting === 0) asked.delete(other);
    if (asked.size >= mostAsked) return null;
    replay.going += 1;
    const page = replay.work.then(async () => {
      const made = mine.waiting > 0 ? await this.#play(replay, run, ask, mine) : null;
      if (made === null && asked.get(key) === mine) asked.delete(key);
      return made;
    });
    const mine: Asked = { page, waiting: 0, heard: 0 };
    asked.set(key, mine);
    replay.work = page.finally(() => {
      replay.going -= 1;
      this.#watch(replay);
    });
    return mine;
  }

  /** Null when it takes longer, was called off, or the caller has gone. */
  async #wait(replay: Replay, asked: Asked, gone: AbortSignal): Promise<Outcome<StepsPage> | null> {
    asked.waiting += 1;
    asked.heard += 1;
    this.#watch(replay);
    this.#giveWay(replay);
    const outcome = await this.#within(asked.page, gone);
    asked.waiting -= 1;
    if (gone.aborted && isDeserted(replay)) await this.#end(replay);
    else {
      this.#watch(replay);
      this.#giveWay(replay);
    }
    return outcome;
  }

  /** Null when it is called off; never rejects. */
  async #play(replay: Replay, run: BacktestView, ask: StepsAsk, asked: Asked): Promise<Outcome<StepsPage> | null> {
    const { runs, logger } = this.#parts;
    const { userId, stop } = replay;
    let leave: Disposer | null = null;
    const playing: NonNullable<Replay['playing']> = { asked, steps: null };
    replay.playing = playing;
    try {
      replay.progress = 0;
      leave = await runs.turn(userId, replay.id, stop.signal);
      if (replay.opening === null) await this.#makeRoom(replay);
      replay.opening ??= this.#open(replay, run);
      playing.steps = await replay.opening;
      this.#giveWay(replay);
      const page = await playing.steps.page(ask, (done) => this.#told(replay, done));
      return page === null ? null : accepted(page);
    } catch (error) {
      if (stop.signal.aborted) return null;
      if (!(error instanceof AppError)) logger.error({ err: error, run: run.run_id }, 'a replay failed');
      void this.#end(replay);
      return refused('BACKTEST_CHANGED');
    } finally {
      replay.playing = null;
      await leave?.();
    }
  }

  /** Rejects when it is another run now. */
  async #open(replay: Replay, run: BacktestView): Promise<StepsOfPlay> {
    const { runs, plays } = this.#parts;
    const { userId, runId, stop } = replay;
    const result = await runs.result(userId, runId);
    const detail = result.ok ? (result.value?.detail ?? null) : null;
    if (detail === null || run.figures === null) throw new AppError('BACKTEST_CHANGED');
    const trades: BacktestTradeView[] = [];
    for (let page = 0; page * tradesPerPage < detail.kept_fills; page++) {
      const kept = await runs.trades(userId, runId, page);
      if (kept.ok) trades.push(...kept.value);
    }
    if (trades.length !== detail.kept_fills) throw new AppError('BACKTEST_CHANGED');
    // An end that was open then is where it came to then.
    const choice = { ...run.choice, ...detail.range, look_ahead: false };
    return plays.replay({ choice, figures: run.figures, trades }, stop.signal, (done) => this.#told(replay, done));
  }

  #told(replay: Replay, fraction: number): void {
    replay.progress = fraction;
  }

  /** Those that wait to be asked are closed when there are as many threads as runs may have. */
  async #makeRoom(replay: Replay): Promise<void> {
    const open = [...this.#replays.values()].filter((other) => other !== replay && other.opening !== null);
    const [idle] = open.filter(({ going }) => going === 0);
    if (idle !== undefined && open.length >= this.#parts.plays.atOnce) await this.#end(idle);
  }

  /** True when nobody waits for any answer of it, now and a moment later. */
  async #isGivenUp(replay: Replay): Promise<boolean> {
    const heard = (): number => [...replay.asked.values()].reduce((sum, asked) => sum + asked.heard, 0);
    const before = heard();
    if (!isDeserted(replay)) return false;
    await new Promise<void>((resolve) => this.#parts.clock.after(graceMs, resolve));
    return isDeserted(replay) && heard() === before;
  }

  /** An answer that nobody waits for any more is called off when another one is waited for. */
  #giveWay(replay: Replay): void {
    const { playing } = replay;
    const isIdle = (): boolean => playing?.asked.waiting === 0 && [...replay.asked.values()].some(({ waiting }) => waiting > 0);
    if (playing === null || !isIdle()) return;
    const { heard } = playing.asked;
    this.#parts.clock.after(graceMs, () => {
      if (replay.playing === playing && playing.asked.heard === heard && isIdle()) playing.steps?.callOff();
    });
  }

  /** Begins its last stretch of time anew. */
  #watch(replay: Replay): void {
    void replay.stopWatching();
    if (replay.stop.signal.aborted) return;
    const leftMs = isDeserted(replay) ? desertedMs : idleMs;
    replay.stopWatching = this.#parts.clock.after(leftMs, () => void this.#end(replay));
  }

  async #end(replay: Replay): Promise<void> {
    if (this.#replays.get(replay.userId) === replay) this.#replays.delete(replay.userId);
    replay.stop.abort();
    void replay.stopWatching();
    await replay.opening?.then(
      (steps) => steps.close(),
      () => undefined,
    );
  }

  #unready(replay: Replay): BacktestStepsView {
    return {
      ...{ ready: false, progress: replay.progress, position: this.#parts.runs.position(replay.id) },
      ...{ moments: 0, marked: 0, markets: [], page: 0, chosen: null, before: null, steps: [] },
    };
  }

  async #within<T>(work: Promise<T>, gone: AbortSignal): Promise<T | null> {
    let stop: Disposer = () => undefined;
    let leave = (): void => undefined;
    const late = new Promise<null>((resolve) => {
      leave = () => resolve(null);
      stop = this.#parts.clock.after(patienceMs, leave);
      gone.addEventListener('abort', leave);
      if (gone.aborted) leave();
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      gone.removeEventListener('abort', leave);
      await stop();
    }
  }
}

/** It makes an answer, and nobody waits for any. */
const isDeserted = ({ going, asked }: Replay): boolean => going > 0 && [...asked.values()].every(({ waiting }) => waiting === 0);
