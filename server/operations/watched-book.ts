import type {
  ByLanguage,
  CheckFinding,
  CheckReport,
  CheckTerms,
  FigureReport,
  FigureTerms,
  Monitoring,
} from '../../core/contract/operations.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';

interface Watched<T> {
  readonly owner: string;
  readonly terms: T;
}

interface WatchedCheck extends Watched<CheckTerms> {
  finding: CheckFinding;
  sinceMs: number;
}

interface WatchedFigure extends Watched<FigureTerms> {
  value: number | null;
}

/** A figure of a plugin as `/metrics` has it. */
export interface PluginFigure {
  readonly name: string;
  readonly help: string;
  readonly value: number | null;
}

interface WatchedBookParts {
  readonly clock: Pick<Clock, 'nowMs' | 'after' | 'every'>;
  readonly logger: Pick<Logger, 'warn'>;
}

export const lookEveryMs = 10_000;
/** For one check or figure. */
const patienceMs = 5_000;
/** Of all plugins together: each is a column of the history. */
const mostFigures = 100;
const idPattern = /^[a-z][a-z0-9-]{0,40}$/;

export const house = 'tessera';

const silent: CheckFinding = {
  state: 'warn',
  detail: { en: 'It could not be asked.', 'zh-CN': '无法查询其状态。', 'zh-TW': '無法查詢其狀態。' },
};
const unasked: CheckFinding = { state: 'ok', detail: null };

/** Checks and figures of the house and of plugins, each asked every ten seconds; readers are given what was learnt last and wait for nothing. */
export class WatchedBook {
  readonly #parts: WatchedBookParts;
  #checks: WatchedCheck[] = [];
  #figures: WatchedFigure[] = [];
  readonly #listeners = new Set<(nowMs: number) => void>();
  /** What was asked and has not answered: it is not asked again. */
  readonly #open = new Set<object>();

  constructor(parts: WatchedBookParts) {
    this.#parts = parts;
  }

  /** What an owner adds with. */
  of(owner: string): Monitoring {
    return {
      addCheck: (terms) => {
        this.#refuse(this.#checks, owner, terms.id);
        this.#checks.push({ owner, terms, finding: unasked, sinceMs: this.#parts.clock.nowMs() });
      },
      addFigure: (terms) => {
        this.#refuse(this.#figures, owner, terms.id);
        if (this.#figures.length >= mostFigures) throw new Error(`there are ${mostFigures} figures already`);
        this.#figures.push({ owner, terms, value: null });
      },
    };
  }

  release(owner: string): void {
    this.#checks = this.#checks.filter((one) => one.owner !== owner);
    this.#figures = this.#figures.filter((one) => one.owner !== owner);
  }

  /** Looks at once, and from then on every ten seconds. */
  start(): Disposer {
    void this.look();
    return this.#parts.clock.every(lookEveryMs, () => this.look());
  }

  /** Asks everything once. */
  async look(): Promise<void> {
    await Promise.all([...this.#checks.map((one) => this.#lookAt(one)), ...this.#figures.map((one) => this.#read(one))]);
    const nowMs = this.#parts.clock.nowMs();
    for (const listener of this.#listeners) listener(nowMs);
  }

  onLook(listener: (nowMs: number) => void): Disposer {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  checks(): readonly CheckReport[] {
    return this.#checks.map(({ owner, terms: { id, title, remedy, anchor }, finding, sinceMs }) => ({
      ...{ owner, id, title, remedy, anchor, sinceMs },
      ...finding,
    }));
  }

  figures(): readonly FigureReport[] {
    return this.#figures.map(({ owner, terms: { id, title, unit, group }, value }) => ({
      ...{ key: owner === house ? id : `${owner}/${id}`, title, unit, group, value },
    }));
  }

  /** Those of the house are in `/metrics` by themselves. */
  pluginFigures(): readonly PluginFigure[] {
    return this.#figures.flatMap(({ owner, terms: { id, help }, value }) =>
      owner === house ? [] : [{ name: `tessera_${owner}_${id}`.replaceAll('-', '_'), help, value }],
    );
  }

  #refuse(there: readonly Watched<{ readonly id: string }>[], owner: string, id: string): void {
    if (!idPattern.test(id)) throw new Error(`"${id}" is no id of a check or figure: lower-case letters, digits and hyphens`);
    if (there.some((one) => one.owner === owner && one.terms.id === id)) throw new Error(`"${id}" of ${owner} is watched already`);
  }

  async #lookAt(check: WatchedCheck): Promise<void> {
    const finding = (await this.#asked(check, () => check.terms.read())) ?? silent;
    if (finding.state !== check.finding.state) check.sinceMs = this.#parts.clock.nowMs();
    check.finding = finding;
  }

  async #read(figure: WatchedFigure): Promise<void> {
    const value = await this.#asked(figure, () => figure.terms.read());
    figure.value = typeof value === 'number' && Number.isFinite(value) ? value : null;
  }

  /** Null of what throws or is late. */
  async #asked<T>(watched: Watched<{ readonly id: string }>, read: () => T | Promise<T>): Promise<T | null> {
    if (this.#open.has(watched)) return null;
    this.#open.add(watched);
    const { owner, terms } = watched;
    const asking = (async () => read())()
      .catch((error: unknown) => {
        this.#parts.logger.warn({ err: error, owner, id: terms.id }, 'what operators watch could not be asked');
        return null;
      })
      .finally(() => this.#open.delete(watched));
    let stop = (): void => undefined;
    const late = new Promise<null>((resolve) => {
      stop = this.#parts.clock.after(patienceMs, () => resolve(null));
    });
    return Promise.race([asking, late]).finally(stop);
  }
}

/** The same number and names in each language. */
export const words = (en: string, zhCn: string, zhTw: string): ByLanguage => ({ en, 'zh-CN': zhCn, 'zh-TW': zhTw });
