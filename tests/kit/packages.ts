import type { PluginManifest } from '../../core/kernel/index.ts';
import { type PluginPackage, packageFormat, type SentPackage } from '../../schemas/wire/package.ts';
import { asksOf } from '../../server/packages/package-grant.ts';
import { packageHash, sha256 } from '../../server/packages/package-hash.ts';

/** Packages written by hand, as an honest or a hostile author would. */

export function packageOf(texts: Readonly<Record<string, string>>): PluginPackage {
  const files = Object.entries(texts).map(([path, text]) => ({ path, sha256: sha256(text), text }));
  return { format: packageFormat, files, hash: packageHash(files) };
}

/** As an administrator sends it who has looked at it: unsigned, with all that it asks for. */
export function accepting(sent: PluginPackage): SentPackage {
  const has = (path: string) => sent.files.find((file) => file.path === path)?.text;
  try {
    return {
      package: sent,
      accept_untrusted: true,
      grant: asksOf(JSON.parse(has('plugin.json') ?? '') as PluginManifest, has('client.js') !== undefined),
    };
  } catch {
    return { package: sent, accept_untrusted: true };
  }
}

export const foreignManifest = (id: string, more: object = {}) => ({
  id,
  version: '1.0.0',
  api: '^2.0.0',
  kind: 'strategy',
  title: `${id}.title`,
  description: `${id}.description`,
  contributes: { strategies: [{ id: 'main', title: `${id}.title` }] },
  ...more,
});

const texts = (id: string) => JSON.stringify({ title: id, description: `What ${id} does` });

export const foreignFiles = (manifest: { readonly id: string }, code: Readonly<Record<string, string>>): Record<string, string> => ({
  'plugin.json': JSON.stringify(manifest),
  'README.md': `# ${manifest.id}\n`,
  'locales/en.json': texts(manifest.id),
  'locales/zh-CN.json': texts(manifest.id),
  'locales/zh-TW.json': texts(manifest.id),
  ...code,
});

const params = {
  type: 'object',
  additionalProperties: false,
  required: ['apiId', 'instrumentId', 'price', 'qty', 'pauseMs'],
  properties: {
    apiId: { type: 'integer', minimum: 1 },
    instrumentId: { type: 'string', maxLength: 80 },
    price: { type: 'string', maxLength: 40 },
    qty: { type: 'string', maxLength: 40, 'x-updatable': true },
    pauseMs: { type: 'integer', minimum: 1, 'x-updatable': true },
  },
};

/**
 * A strategy that rests one order far below the market and counts the ticks of its timer; `onTick` is more of its code, with
 * `context`, `state` and `seen`, a module's variable, in reach. `state` is the state that it starts with.
 */
export const foreignCode = (onTick = '', state = '{ ticks: 0 }'): string => `
const seen = [];
const again = (context) => ({ type: 'setTimer', timer: 'tick', afterMs: context.params.pauseMs });
const rest = ({ params: { apiId, instrumentId, price, qty } }) => ({ type: 'place', tag: 'rest',
  intent: { apiId, instrumentId, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price, qty } });
var tesseraPlugin = { plugin: { strategies: { main: {
  params: ${JSON.stringify(params)},
  start: (context) => ({ state: ${state}, subscribe: [], actions: [rest(context), again(context)] }),
  onMarket: (context, state) => ({ state, actions: [] }),
  onOrder: (context, state) => ({ state, actions: [] }),
  onTimer: (context, state, timer) => {
    ${onTick}
    return { state: { ...state, ticks: state.ticks + 1 }, actions: timer === 'tick' ? [again(context), { type: 'note', key: 'tick', params: { ticks: state.ticks } }] : [] };
  },
  onStop: (context, state) => ({ state, actions: [{ type: 'cancel', tag: 'rest' }] }),
} } } };`;

/** A package with one strategy `main`. */
export const foreignStrategy = (id: string, code: string = foreignCode(), more: object = {}): PluginPackage =>
  packageOf(foreignFiles(foreignManifest(id, more), { 'strategy.js': code }));
