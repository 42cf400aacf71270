import { register } from 'node:module';

const rooms = ['core/contract/', 'core/domain/', 'core/simulation/', 'schemas/'];

/** From now on the folder of this module imports no more than a strategy may. */
export function guardImports(moduleUrl: string): void {
  const folder = new URL('./', moduleUrl).href;
  const open = [folder, ...rooms.map((room) => new URL(`../../${room}`, import.meta.url).href)];
  register(new URL('./import-guard.mjs', import.meta.url), { data: { folder, open } });
}
