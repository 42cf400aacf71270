import type { ComponentType } from 'react';
import type { PanelDefinition, PanelProps } from '../../contract/panel.ts';
import type { PointHost } from '../../contract/plugin.ts';
import type { PanelCode, PluginServices } from '../contributions/contribution-entry.ts';
import type { HookResult } from '../hook-runner.ts';

type Loaded = HookResult<{ readonly Panel: ComponentType<PanelProps> }>;
/** Tries and times a call into the plugin. */
type Run = (work: () => ReturnType<PanelDefinition['load']>) => Promise<Loaded>;

/** A panel's code, loaded once for all panels of its kind; a load that failed can be tried again. */
export class PanelLoader implements PanelCode {
  readonly definition: PanelDefinition;
  readonly services: PluginServices;
  readonly #host: PointHost;
  readonly #run: Run;
  #loading: Promise<Loaded> | null = null;
  Panel: ComponentType<PanelProps> | null = null;

  constructor(definition: PanelDefinition, services: PluginServices, host: PointHost, run: Run) {
    this.definition = definition;
    this.services = services;
    this.#host = host;
    this.#run = run;
  }

  load(): Promise<Loaded> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<Loaded> {
    const loaded = await this.#run(() => this.definition.load(this.#host));
    if (loaded.ok) this.Panel = loaded.value.Panel;
    else this.#loading = null;
    return loaded;
  }
}
