import { takesLetters } from '../../core/client/settings/shortcut.ts';

/** So soon after a letter nobody clicks into another place. */
const typingMs = 500;
/** Between the key that leaves a field, or closes what it stands in, and the coming to the next place. */
const leaveMs = 500;
const leavingKeys: readonly string[] = ['Tab', 'Escape', 'Enter'];
/** A field that was left before that was not left for the frame. */
const leavingMs = 100;
/** So often somebody gets the keyboard back; who takes it once more is closed. */
const mostTimes = 2;

/**
 * No browser keeps a frame from taking the keyboard by script: what somebody types in a field, menu or dialog of the page would be the
 * package's, a password or the end of a number. Who is in the middle of a word gets the keyboard back. A frame that takes it in a pause cannot be
 * told from a hand that went there: the page hears nothing of a pointer over a frame of another process.
 */
export class KeyboardGuard {
  readonly #later: (task: () => void) => void;
  #field: HTMLElement | null = null;
  #leftAt = Number.POSITIVE_INFINITY;
  #typedAt = Number.NEGATIVE_INFINITY;
  #leaveKeyAt = Number.NEGATIVE_INFINITY;
  #times = 0;

  /** `later`: when what the browser is at is done; it would give the keyboard to the frame after all. */
  constructor(later: (task: () => void) => void) {
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
    if (field?.isConnected !== true || timeStamp - this.#leaveKeyAt < leaveMs) return 'given';
    if (timeStamp - this.#typedAt >= typingMs) return 'given';
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
    if (leavingKeys.includes(key)) this.#leaveKeyAt = timeStamp;
    else this.#typedAt = timeStamp;
  };
}
