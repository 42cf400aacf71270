import { type KernelReport, messageOf } from './kernel-report.ts';

/** What a hook gave, or why it did not. `message` is the thrown error's text. */
export type HookResult<T> =
  | { readonly ok: true; readonly value: T; readonly elapsedMs: number }
  | { readonly ok: false; readonly error: unknown; readonly message: string; readonly elapsedMs: number };

/** Hooks that take longer are reported. */
export const slowHookMs = 100;
/** The same for hooks that fetch code, which wait for the network. */
export const slowLoadMs = 3_000;

/** Runs plugin code: each call in its own try and timed. */
export class HookRunner {
  readonly #report: KernelReport;
  readonly #nowMs: () => number;

  constructor(report: KernelReport, nowMs: () => number) {
    this.#report = report;
    this.#nowMs = nowMs;
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
      const value = await work();
      return { ok: true, value, elapsedMs: this.#elapsed(pluginId, hook, startedMs, limitMs) };
    } catch (error) {
      this.#report({ type: 'hook-failed', pluginId, hook, error });
      return { ok: false, error, message: messageOf(error), elapsedMs: this.#elapsed(pluginId, hook, startedMs, limitMs) };
    }
  }

  #elapsed(pluginId: string, hook: string, startedMs: number, limitMs: number): number {
    const elapsedMs = this.#nowMs() - startedMs;
    if (elapsedMs > limitMs) this.#report({ type: 'hook-slow', pluginId, hook, elapsedMs });
    return elapsedMs;
  }
}
