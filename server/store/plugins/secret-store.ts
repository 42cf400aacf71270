/** Secrets of plugins, as they were sealed: the store cannot read them. */
export interface SecretRows {
  get(pluginId: string, name: string): Promise<string | null>;
  put(pluginId: string, name: string, sealed: string): Promise<void>;
  remove(pluginId: string, name: string): Promise<void>;
}
