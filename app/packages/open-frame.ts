import type { i18n } from 'i18next';
import { computed, makeObservable, observableRef, runInAction } from 'mobx';
import { ACCOUNTS } from '../../core/contract/client-services.ts';
import type { ClientPackage } from '../../schemas/wire/package.ts';
import type { ClientServices } from '../workbench/client-services.ts';
import type { FrameStart, FrameState } from './bridge.ts';
import { FrameSession } from './frame-session.ts';
import { accountsState, frameState, frameTexts, type Place, passedShortcuts } from './frame-state.ts';
import { FrameTopics } from './frame-topics.ts';
import type { FramedPartProps } from './framed-part.tsx';
import { Granted } from './granted.ts';
import { KeyboardGuard } from './keyboard-guard.ts';
import { PageEnd } from './page-end.ts';
import { QuestionQueue } from './question-queue.ts';

/** Everything of the page that stands behind one frame. */
export class OpenFrame {
  readonly #services: ClientServices;
  readonly #props: FramedPartProps;
  readonly #element: () => HTMLIFrameElement | null;
  readonly granted: Granted;
  readonly questions = new QuestionQueue();
  readonly session: FrameSession;
  readonly #styles: Promise<string> | null;
  readonly #keyboard: KeyboardGuard;
  #stopWatching: () => void = () => undefined;
  place: Place;

  constructor(services: ClientServices, texts: i18n, props: FramedPartProps, element: () => HTMLIFrameElement | null) {
    this.#services = services;
    this.#props = props;
    this.#element = element;
    this.place = props.place;
    const { one } = props;
    this.#styles = one.styles ? this.#loadStyles(one) : null;
    this.#styles?.catch(() => undefined);
    const accounts = props.accounts ?? (one.manifest.optional?.includes(ACCOUNTS.id) === true ? services.accounts : null);
    const { api, stream, notices, frames, timers } = services;
    this.#keyboard = new KeyboardGuard((task) => void timers.after(0, task));
    this.granted = new Granted(one.manifest);
    makeObservable(this, { place: observableRef });
    const textsOf = frameTexts(texts, one.manifest.id);
    const own = computed(() => accountsState(accounts, this.granted));
    const topics = new FrameTopics({
      stream,
      mayHear: (topic) => this.granted.topic(topic),
      tell: (messages) => this.session.hear(messages),
      schedule: (task) => frames.schedule(task),
    });
    const page = new PageEnd({
      granted: this.granted,
      api,
      accounts,
      topics,
      notices,
      name: () => one.manifest.id,
      ask: (question) => this.questions.ask(question),
      config: props.saved.config,
      updateConfig: props.updateConfig,
      touched: () => this.#hasKeyboard && this.#touched(),
      runShortcut: (shortcut) => this.#runShortcut(shortcut),
      nowMs: () => timers.nowMs(),
    });
    this.session = new FrameSession({
      start: () => this.#start(),
      state: (): FrameState => frameState(services, this.place, textsOf, own.get()),
      page,
      topics,
      nowMs: () => timers.nowMs(),
      every: (everyMs, task) => timers.every(everyMs, task),
    });
  }

  move(place: Place): void {
    const { linkGroup, instrumentId, visible } = this.place;
    if (place.linkGroup === linkGroup && place.instrumentId === instrumentId && place.visible === visible) return;
    // Told after the drawing that says so.
    queueMicrotask(() => runInAction(() => (this.place = place)));
  }

  show(): void {
    this.session.resume();
    this.#stopWatching = this.#keyboard.watch();
    window.addEventListener('blur', this.#onBlur);
  }

  hide(): void {
    window.removeEventListener('blur', this.#onBlur);
    this.#stopWatching();
    this.questions.close();
    this.session.pause();
  }

  /** Asked for while the frame's document loads. What went wrong is told when they are needed. */
  async #loadStyles({ manifest, hash }: ClientPackage): Promise<string> {
    const reply = await fetch(`/packages/${manifest.id}/${hash}/client.css`);
    if (!reply.ok) throw new Error(`client.css: ${reply.status}`);
    return reply.text();
  }

  async #start(): Promise<FrameStart> {
    const { one, part, panelId, saved } = this.#props;
    const styles = await this.#styles;
    return JSON.parse(JSON.stringify({ manifest: one.manifest, part, panelId, saved, styles, fluent: one.fluent })) as FrameStart;
  }

  /** The keyboard went into the frame: the page's own elements hear nothing of it. */
  readonly #onBlur = (event: Event): void => {
    if (!this.#hasKeyboard) return;
    const verdict = this.#keyboard.judge(event);
    if (verdict === 'given') this.#touched();
    else if (verdict === 'robbed') this.session.fail('keyboard');
  };

  /** Whoever clicks or types in the frame has gone there; without that it was not touched, whatever it says. */
  get #hasKeyboard(): boolean {
    return document.activeElement === this.#element();
  }

  /** As if the page itself had been touched here: the panel is worked with, and menus elsewhere close. */
  #touched(): void {
    this.#element()?.parentElement?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  }

  /** A frame can press keys without a hand: it needs the keyboard, a person who has just used it, and a command that moves no order. */
  #runShortcut(shortcut: string): void {
    const { commands } = this.#services;
    const isUsed = this.#hasKeyboard && navigator.userActivation?.isActive !== false;
    if (!isUsed || !passedShortcuts(this.#services).includes(shortcut)) return;
    const command = commands.withShortcut(shortcut).find(({ place }) => place !== 'trading');
    if (command !== undefined) void commands.run(command.id);
  }
}
