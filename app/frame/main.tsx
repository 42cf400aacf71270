import { connect, PortMessenger, type RemoteProxy } from 'penpal';
import { createRoot } from 'react-dom/client';
import { FrameScheduler } from '../../core/client/frame-scheduler.ts';
import { showLook } from '../../core/client/settings/appearance.ts';
import { givesWay, matchesShortcut } from '../../core/client/settings/shortcut.ts';
import { browserTimers } from '../../core/client/timers.ts';
import { setThousands } from '../../core/domain/numbers/thousands.ts';
import type { Kernel } from '../../core/kernel/index.ts';
import { restorePanel } from '../../core/kernel/index.ts';
import { checkSchema } from '../layout/check-schema.ts';
import type { FrameMethods, FrameStart, FrameState, PageMethods } from '../packages/bridge.ts';
import { shareModules } from '../packages/shared-modules.ts';
import { FrameAccounts } from './frame-accounts.ts';
import { FrameConfig } from './frame-config.ts';
import { startFrameKernel } from './frame-kernel.ts';
import { FramePart, type Part } from './frame-part.tsx';
import { FrameStore } from './frame-store.ts';
import { FrameStream } from './frame-stream.ts';
import { FrameTexts } from './frame-texts.ts';
import { lockRealm } from './lock-realm.ts';
import '../shell/theme/font.css';
import '../shell/theme/theme.css';

/** The document of a package's frame. Order: port → state → realm locked → code of the package → first drawing. */
const port = new Promise<MessagePort>((resolve) => {
  const listen = ({ source, ports: [sent] }: MessageEvent): void => {
    if (source !== window.parent || sent === undefined) return;
    window.removeEventListener('message', listen);
    resolve(sent);
  };
  window.addEventListener('message', listen);
});

let begin: FrameMethods['start'] = () => undefined;
const begun = new Promise<readonly [FrameStart, FrameState]>((resolve) => {
  begin = (start, state) => resolve([start, state]);
});
let hear: FrameMethods['hear'] = () => undefined;
let show: FrameMethods['show'] = () => undefined;
const methods: FrameMethods = {
  start: (start, state) => begin(start, state),
  show: (changed) => show(changed),
  hear: (messages) => hear(messages),
  ping: () => undefined,
};
const page = await connect<PageMethods>({ messenger: new PortMessenger({ port: await port }), methods }).promise;
const [start, state] = await begun;
await run(page, start, state).catch((error: unknown) => {
  // The page's answer is that it closes the port.
  page.failed(error instanceof Error ? error.message : String(error)).catch(() => undefined);
});

async function run(page: RemoteProxy<PageMethods>, start: FrameStart, state: FrameState): Promise<void> {
  const store = new FrameStore(state);
  const stream = new FrameStream(page);
  const accounts = new FrameAccounts(page);
  const texts = await FrameTexts.open(state);
  const apply = (changed: Partial<FrameState>): void => {
    if (changed.thousands !== undefined) setThousands(changed.thousands);
    store.show(changed);
    if (changed.look !== undefined) showLook(document.documentElement, changed.look);
    if (changed.stream !== undefined) stream.setState(changed.stream);
    if (changed.accounts !== undefined) accounts.show(changed.accounts);
    if (changed.language !== undefined) {
      document.documentElement.lang = changed.language;
      void texts.show(changed.language, changed.texts ?? {});
    }
  };
  apply(state);
  show = apply;
  hear = (messages) => stream.hear(messages);
  passKeysOn(page, store);
  await shareModules(start.fluent);
  const load = () => import(/* @vite-ignore */ new URL('client.js', window.location.href).href);
  lockRealm(window);
  if (start.styles !== null) addStyles(start.styles);
  const kernel = await startFrameKernel(start, load, { page, accounts, stream, store, texts: texts.store });
  const part = await partOf(kernel, start, page);
  const frames = new FrameScheduler(browserTimers);
  const ui = {
    preferences: store,
    frames,
    timers: browserTimers,
    newId: () => crypto.randomUUID(),
    // What a package shows is its own; the page around it says when the line is lost.
    prices: { connected: true, hasNetwork: true, ofExchange: () => null },
    panelOf: () => null,
    accessTo: () => ({ outcome: 'absent' }) as const,
  };
  const container = document.getElementById('root');
  if (container === null) throw new Error('frame.html has no #root');
  createRoot(container).render(<FramePart part={part} store={store} texts={texts} ui={ui} onDrawn={() => void page.drawn()} />);
}

/** The package's code, loaded; its config brought to the present version. Throws with what is wrong. */
async function partOf(kernel: Kernel, { manifest, part, panelId, saved }: FrameStart, page: RemoteProxy<PageMethods>): Promise<Part> {
  const status = kernel.plugin(manifest.id);
  if (status?.state.kind === 'failed') throw new Error(status.state.reason.detail);
  if (part.kind === 'routes') {
    const code = kernel.routes().find(({ id }) => id === part.id)?.code;
    const loaded = await code?.load();
    if (code == null || loaded === undefined) throw new Error(`there is no page ${part.id}`);
    if (!loaded.ok) throw new Error(loaded.message);
    return { kind: 'page', Page: loaded.value.Page, services: code.services };
  }
  const entry = kernel.panels().find(({ id }) => id === part.id);
  const code = entry?.code;
  const loaded = await code?.load();
  if (entry === undefined || code == null || loaded === undefined) throw new Error(`there is no panel ${part.id}`);
  if (!loaded.ok) throw new Error(loaded.message);
  const { version } = entry.manifest;
  const restored = restorePanel({ type: entry.key, ...saved }, { kind: 'ready', version, definition: code.definition }, checkSchema);
  if (restored.outcome !== 'ready') throw new Error('detail' in restored.reason ? restored.reason.detail : restored.reason.code);
  const config = new FrameConfig(saved, restored.config, saved.version !== version, page);
  return { kind: 'panel', Panel: loaded.value.Panel, services: code.services, panelId, config };
}

/** Keys that run a command of the page are the page's, but not where they are typed; every key and pointer says who is worked with. */
function passKeysOn(page: RemoteProxy<PageMethods>, store: FrameStore): void {
  const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
  window.addEventListener('keydown', (event) => {
    const shortcut = store.state.shortcuts.find((one) => matchesShortcut(one, event, isMac));
    if (event.defaultPrevented || shortcut === undefined || givesWay(shortcut, event.target)) return;
    event.preventDefault();
    tell(() => page.runShortcut(shortcut));
  });
  window.addEventListener('pointerdown', () => tell(() => page.touched()), true);
}

/** A sheet of its own and no element: see {@link lockRealm}. */
function addStyles(text: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}

/** Where the page has closed the frame meanwhile nobody is left to tell: the call is refused, or already throws. */
const tell = (send: () => Promise<unknown>): void => void Promise.resolve().then(send).catch(gone);
const gone = (): void => undefined;
