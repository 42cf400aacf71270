import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Disposer } from '../../core/contract/token.ts';
import type { CommandEntry, InstalledPlugin, Kernel, PanelEntry, RouteEntry } from '../../core/kernel/index.ts';

/** The kernel's lists as observables, read anew whenever the kernel says that they changed. */
export class KernelStore {
  readonly kernel: Kernel;
  readonly #stop: Disposer;
  panels: readonly PanelEntry[] = [];
  routes: readonly RouteEntry[] = [];
  commands: readonly CommandEntry[] = [];

  constructor(kernel: Kernel) {
    this.kernel = kernel;
    makeAutoObservable(this, {
      kernel: false,
      panels: observableRef,
      routes: observableRef,
      commands: observableRef,
      status: false,
      panel: false,
    });
    this.#stop = kernel.onChange(() => this.#read());
    this.#read();
  }

  panel(key: string): PanelEntry | null {
    return this.panels.find((panel) => panel.key === key) ?? null;
  }

  status(pluginId: string): InstalledPlugin | null {
    return this.kernel.plugin(pluginId);
  }

  async dispose(): Promise<void> {
    await this.#stop();
    await this.kernel.dispose();
  }

  #read(): void {
    runInAction(() => {
      this.panels = this.kernel.panels();
      this.routes = this.kernel.routes();
      this.commands = this.kernel.commands();
    });
  }
}
