import { takesLetters } from '../../core/client/shortcut.ts';

/** So soon after a letter nobody clicks into another place. */
const typingMs = 500;
/** Between the key that goes on to the next field and its coming there. */
const tabMs = 500;
/** A field that was left before that was not left for the frame. */
const leavingMs = 100;
/** So often somebody gets the keyboard back; who takes it once more is closed. */
const mostTimes = 2;

/**
 * No browser keeps a frame from taking the keyboard by script: what somebody types in a field, menu or dialog of the page would be the
 * package's, a password or the end of a number. Who neither clicked nor went into the frame gets the keyboard back.
 */
export class KeyboardGuard {
  readonly #frame: () => Element | null;
  readonly #later: (task: () => void) => void;
  #field: HTMLElement | null = null;
  #leftAt = Number.POSITIVE_INFINITY;
  #typedAt = Number.NEGATIVE_INFINITY;
  #tabAt = Number.NEGATIVE_INFINITY;
  #times = 0;

  /** `later`: when what the browser is at is done; it would give the keyboard to the frame after all. */
  constructor(frame: () => Element | null, later: (task: () => void) => void) {
    this.#frame = frame;
    this.#later = later;
  }

  watch(): () => void {
    this.#enter(document.activeElement);
    const listeners = { focusin: this.#onFocusIn, focusout: this.#onFocusOut, keydown: this.#onKey } as const;
    for (const [name, listen] of Object.entries(listeners)) window.addEventListener(name, listen as EventListener, true);
    return () => {
      for (const [name, listen] of Object.entries(listeners)) window.removeEventListener(name, listen as EventListener, true);
    };
  }

  /** The frame has the keyboard, as of the window's `blur`: whether a hand went there, or it was taken, or taken too often. */
  judge({ timeStamp }: Pick<Event, 'timeStamp'>): 'given' | 'taken' | 'robbed' {
    const field = timeStamp - this.#leftAt > leavingMs ? null : this.#field;
    if (field?.isConnected !== true || timeStamp - this.#tabAt < tabMs) return 'given';
    const isTyping = timeStamp - this.#typedAt < typingMs;
    // A finger leaves no trace in the page.
    const isElsewhere = matchMedia('(hover: hover)').matches && this.#frame()?.matches(':hover') !== true;
    if (!isTyping && !isElsewhere) return 'given';
    this.#later(() => field.focus());
    this.#times += 1;
    return this.#times > mostTimes ? 'robbed' : 'taken';
  }

  readonly #onFocusIn = ({ target }: FocusEvent): void => this.#enter(target);

  #enter(target: EventTarget | null): void {
    if (target instanceof HTMLIFrameElement) return;
    this.#field = target instanceof HTMLElement && takesLetters(target) ? target : null;
    this.#leftAt = Number.POSITIVE_INFINITY;
  }

  readonly #onFocusOut = ({ timeStamp }: FocusEvent): void => {
    this.#leftAt = timeStamp;
  };

  readonly #onKey = ({ key, timeStamp }: KeyboardEvent): void => {
    if (key === 'Tab') this.#tabAt = timeStamp;
    else this.#typedAt = timeStamp;
  };
}
