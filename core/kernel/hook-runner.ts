import { type KernelReport, messageOf } from './kernel-report.ts';

/** What a hook gave, or why it did not. `message` is the thrown error's text. */
export type HookResult<T> =
  | { readonly ok: true; readonly value: T; readonly elapsedMs: number }
  | { readonly ok: false; readonly error: unknown; readonly message: string; readonly elapsedMs: number };

/** Hooks that take longer are reported. */
const slowHookMs = 100;
/** The same for hooks that fetch code, which wait for the network. */
const slowLoadMs = 3_000;

/** How long a hook may take before the others go on without it. */
export interface HookPatience {
  readonly ms: number;
  /** Runs `task` after a while; the returned function calls it off. */
  after(delayMs: number, task: () => void): () => void;
}

/** Runs plugin code: each call in its own try, timed, and waited for no longer than there is patience. */
export class HookRunner {
  readonly #report: KernelReport;
  readonly #nowMs: () => number;
  readonly #patience: HookPatience | undefined;

  constructor(report: KernelReport, nowMs: () => number, patience?: HookPatience) {
    this.#report = report;
    this.#nowMs = nowMs;
    this.#patience = patience;
  }

  run<T>(pluginId: string, hook: string, work: () => T | Promise<T>): Promise<HookResult<T>> {
    return this.#timed(pluginId, hook, work, slowHookMs);
  }

  /** Runs a hook that fetches code; `what` is empty for the plugin itself. */
  load<T>(pluginId: string, what: string, work: () => T | Promise<T>): Promise<HookResult<T>> {
    return this.#timed(pluginId, `load ${what}`.trim(), work, slowLoadMs);
  }

  async #timed<T>(pluginId: string, hook: string, work: () => T | Promise<T>, limitMs: number): Promise<HookResult<T>> {
    const startedMs = this.#nowMs();
    try {
      const value = await this.#inTime(hook, work);
      return { ok: true, value, elapsedMs: this.#elapsed(pluginId, hook, startedMs, limitMs) };
    } catch (error) {
      this.#report({ type: 'hook-failed', pluginId, hook, error });
      return { ok: false, error, message: messageOf(error), elapsedMs: this.#elapsed(pluginId, hook, startedMs, limitMs) };
    }
  }

  /** What comes too late, a failure too, is nobody's any more. */
  async #inTime<T>(hook: string, work: () => T | Promise<T>): Promise<T> {
    const patience = this.#patience;
    const value = work();
    if (patience === undefined || !(value instanceof Promise)) return value;
    let callOff = (): void => undefined;
    const late = new Promise<never>((_, reject) => {
      callOff = patience.after(patience.ms, () => reject(new Error(`${hook} did not end within ${patience.ms / 1_000} s`)));
    });
    return Promise.race([value, late]).finally(callOff);
  }

  #elapsed(pluginId: string, hook: string, startedMs: number, limitMs: number): number {
    const elapsedMs = this.#nowMs() - startedMs;
    if (elapsedMs > limitMs) this.#report({ type: 'hook-slow', pluginId, hook, elapsedMs });
    return elapsedMs;
  }
}
