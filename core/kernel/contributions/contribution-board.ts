import type { Contributions } from '../../contract/plugin.ts';
import type { Disposer } from '../../contract/token.ts';
import type { KernelReport } from '../kernel-report.ts';

/** One plugin's contribution to an open point; `read` runs plugin code and may throw. */
interface OpenEntry {
  readonly point: string;
  readonly pluginId: string;
  readonly id: string;
  read(): unknown;
  services(): Readonly<Record<string, unknown>>;
}

/** Live contributions to open points. */
export class ContributionBoard {
  readonly #report: KernelReport;
  readonly #listeners = new Map<string, Set<() => void>>();
  #placed: ReadonlyArray<{ readonly entry: OpenEntry; readonly value: unknown }> = [];

  constructor(report: KernelReport) {
    this.#report = report;
  }

  /** Places a plugin's entries in place of its former ones. Each is read once, in its own try; one that throws is left out and reported. */
  replace(pluginId: string, entries: readonly OpenEntry[]): void {
    const leaving = this.#placed.filter(({ entry }) => entry.pluginId === pluginId);
    if (leaving.length === 0 && entries.length === 0) return;
    const placed = entries.flatMap((entry) => {
      try {
        return [{ entry, value: entry.read() }];
      } catch (error) {
        this.#report({ type: 'contribution-left-out', pluginId, contribution: entry.id, error });
        return [];
      }
    });
    this.#placed = [...this.#placed.filter(({ entry }) => entry.pluginId !== pluginId), ...placed];
    this.#announce([...leaving, ...placed].map(({ entry }) => entry.point));
  }

  view<T>(point: string): Contributions<T> {
    return {
      list: () =>
        this.#placed
          .filter(({ entry }) => entry.point === point)
          .map(({ entry, value }) => ({ pluginId: entry.pluginId, id: entry.id, value: value as T, services: () => entry.services() })),
      onChange: (listener) => this.#listen(point, listener),
    };
  }

  #listen(point: string, listener: () => void): Disposer {
    const listeners = this.#listeners.get(point) ?? new Set();
    this.#listeners.set(point, listeners);
    // A wrapper of its own lets one function listen twice and stop each apart.
    const own = (): void => listener();
    listeners.add(own);
    return () => {
      listeners.delete(own);
    };
  }

  #announce(points: readonly string[]): void {
    for (const point of new Set(points)) {
      for (const listener of [...(this.#listeners.get(point) ?? [])]) {
        try {
          listener();
        } catch (error) {
          this.#report({ type: 'hook-failed', pluginId: '', hook: `listener of ${point}`, error });
        }
      }
    }
  }
}
