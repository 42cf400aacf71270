import { makeAutoObservable, observableRef, reaction } from 'mobx';
import { connect, PortMessenger, type RemoteProxy } from 'penpal';
import type { TopicMessage } from '../../core/contract/stream-items.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { FrameMethods, FrameStart, FrameState } from './bridge.ts';
import { type Breach, FrameGuard } from './frame-guard.ts';
import type { FrameTopics } from './frame-topics.ts';
import { type PageEnd, pageMethodNames } from './page-end.ts';

/** The frame's document has this long to answer. */
const connectMs = 20_000;
const askEveryMs = 2_000;
/** A frame that is silent for so long hangs. */
const patienceMs = 6_000;

/** Why a frame was closed, or what is wrong with it. */
type FrameProblem = Breach | 'silent' | 'left' | 'failed' | 'keyboard';

interface SessionParts {
  readonly start: () => Promise<FrameStart>;
  /** Observable. */
  readonly state: () => FrameState;
  readonly page: PageEnd;
  readonly topics: FrameTopics;
  readonly nowMs: () => number;
  readonly every: (everyMs: number, task: () => void) => () => void;
}

/**
 * The page's talk with one frame. The frame gets one port, at the first load of its document: whatever it goes to after that is not
 * ours and is closed. A breach of the rules closes it too.
 */
export class FrameSession {
  readonly #parts: SessionParts;
  #frame: HTMLIFrameElement | null = null;
  #remote: RemoteProxy<FrameMethods> | null = null;
  #disposers: Disposer[] = [];
  #stopShowing: Disposer | null = null;
  #askedMs: number | null = null;
  #isPaused = false;
  problem: FrameProblem | null = null;
  /** What the frame said of its failure; foreign words. */
  detail = '';
  drawn = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    makeAutoObservable<this, 'onWindowMessage'>(
      this,
      { problem: observableRef, loaded: false, pause: false, resume: false, close: false, fail: true, hear: false, onWindowMessage: false },
      { autoBind: true },
    );
  }

  /** The document of the frame has loaded. */
  loaded(frame: HTMLIFrameElement): void {
    if (this.#frame !== null) {
      this.fail('left');
      return;
    }
    this.#frame = frame;
    const { port1, port2 } = new MessageChannel();
    const guard = new FrameGuard(pageMethodNames, this.#parts.nowMs);
    const watch = (event: MessageEvent): void => {
      const breach = guard.breachOf(event);
      if (breach === null) return;
      event.stopImmediatePropagation();
      this.fail(breach);
    };
    // Before the library's own listener.
    port1.addEventListener('message', watch);
    const { promise, destroy } = connect<FrameMethods>({
      messenger: new PortMessenger({ port: port1 }),
      methods: this.#parts.page.methods(this),
      timeout: connectMs,
    });
    this.#disposers.push(destroy, this.#watchWindow(frame, guard));
    // The only way to the document of an opaque origin; what goes is a port and nothing else.
    frame.contentWindow?.postMessage('port', '*', [port2]);
    promise.then(
      (remote) => void this.#begin(remote),
      () => this.fail(this.problem ?? 'silent'),
    );
  }

  /** Nothing is told and asked until `resume`. */
  pause(): void {
    this.#isPaused = true;
    this.#parts.topics.pause();
    void this.#stopShowing?.();
    this.#stopShowing = null;
    this.#askedMs = null;
    void this.#remote?.show({ visible: false }).catch(ignore);
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    if (this.#remote === null || this.problem !== null) return;
    this.#parts.topics.resume();
    this.#follow(this.#remote, null);
  }

  close(): void {
    this.#parts.topics.close();
    void this.#stopShowing?.();
    for (const dispose of this.#disposers.splice(0)) void dispose();
    this.#remote = null;
  }

  fail(problem: FrameProblem, detail = ''): void {
    if (this.problem !== null) return;
    this.problem = problem;
    this.detail = detail.slice(0, 300);
    this.close();
  }

  setDrawn(): void {
    this.drawn = true;
  }

  hear(messages: readonly (readonly [topic: string, message: TopicMessage])[]): void {
    void this.#remote?.hear(messages).catch(ignore);
  }

  async #begin(remote: RemoteProxy<FrameMethods>): Promise<void> {
    const start = await this.#parts.start().catch((error: unknown) => {
      this.fail('failed', error instanceof Error ? error.message : String(error));
      return null;
    });
    if (start === null || this.problem !== null) return;
    this.#remote = remote;
    const state = this.#parts.state();
    void remote.start(start, state).catch(ignore);
    this.#disposers.push(this.#parts.every(askEveryMs, () => this.#ask(remote)));
    if (!this.#isPaused) this.#follow(remote, state);
  }

  /** Tells what has changed, field by field. */
  #follow(remote: RemoteProxy<FrameMethods>, told: FrameState | null): void {
    let before: Partial<FrameState> = told ?? {};
    this.#stopShowing = reaction(
      () => this.#parts.state(),
      (state) => {
        const changed = changesOf(before, state);
        before = state;
        if (Object.keys(changed).length > 0) void remote.show(changed).catch(ignore);
      },
      { fireImmediately: true, delay: 16 },
    );
  }

  #ask(remote: RemoteProxy<FrameMethods>): void {
    const nowMs = this.#parts.nowMs();
    // A hidden page's timers and frames rest.
    if (this.#isPaused || document.hidden) this.#askedMs = null;
    else if (this.#askedMs !== null) {
      if (nowMs - this.#askedMs > patienceMs) this.fail('silent');
    } else {
      this.#askedMs = nowMs;
      remote.ping().then(() => {
        this.#askedMs = null;
      }, ignore);
    }
  }

  /** What a frame posts at the page itself is heard by nobody; too much of it closes the frame. */
  #watchWindow(frame: HTMLIFrameElement, guard: FrameGuard): () => void {
    const listen = ({ source }: MessageEvent): void => {
      if (source !== null && source === frame.contentWindow && guard.counts()) this.fail('flood');
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }
}

const ignore = (): void => undefined;

/** Fields of the state that are new, and of the accounts those that are. */
function changesOf(before: Partial<FrameState>, state: FrameState): Partial<FrameState> {
  const isSame = (a: unknown, b: unknown): boolean =>
    a === b || (typeof a !== 'object' && a === b) || JSON.stringify(a) === JSON.stringify(b);
  const { accounts, ...rest } = state;
  const plain = Object.entries(rest).filter(([name, value]) => !isSame(before[name as keyof FrameState], value));
  const former = before.accounts ?? {};
  const lists = Object.entries(accounts).filter(([name, value]) => former[name as keyof typeof former] !== value);
  return { ...Object.fromEntries(plain), ...(lists.length === 0 ? {} : { accounts: Object.fromEntries(lists) }) };
}
