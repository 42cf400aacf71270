import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core';
import { guestPrelude } from './guest-prelude.ts';

export interface GuestLimits {
  /** Memory of a realm, its code and built-in objects included. */
  readonly memoryMb: number;
  /** Work of one call, in ticks of the interpreter: the same on every machine, however busy. A tick is some 10,000 loops or calls. */
  readonly ticks: number;
  /** Longest text that a call may give back, in characters. */
  readonly answerLength: number;
}

export const defaultGuestLimits: GuestLimits = { memoryMb: 16, ticks: 1_000, answerLength: 1_000_000 };

/** What a call into a realm came to when it was not its answer; the message is the strategy's own or says which limit it broke. */
export class GuestError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'GuestError';
  }
}

/** Answers to what a strategy reads of its context, as JSON text. */
const guestQuestions = ['positions', 'balances', 'position', 'balance', 'order', 'random'] as const;
export type GuestQuestion = (typeof guestQuestions)[number];
/** `values` is the JSON text of what the question is about, as a strategy gave it: anything. */
type GuestAnswers = (question: GuestQuestion, values: string) => string;

const questions: ReadonlySet<string> = new Set<GuestQuestion>(guestQuestions);
/** Well below what the host's own stack holds: the strategy's recursion is to end before the interpreter's does. */
const stackBytes = 128 * 1024;
const longestMessage = 300;

type GuestFunction = 'load' | 'instruments' | 'params' | 'check' | 'preview' | 'figures' | 'wishes' | 'suggest' | 'step';

/** A JavaScript world of its own for one instance of a foreign strategy. Only text and numbers cross its border. */
export class GuestRealm {
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #limits: GuestLimits;
  readonly #functions: QuickJSHandle;
  readonly #plugin: string;
  readonly #onBroken: () => void;
  #answers: GuestAnswers = () => 'null';
  #ticks = 0;
  #isOpen = true;

  /**
   * Runs `code`, a script that leaves its exports in `tesseraPlugin`. Throws {@link GuestError}; `onBroken` is told when the
   * interpreter itself failed.
   */
  constructor(runtime: QuickJSRuntime, code: string, limits: GuestLimits, onBroken: () => void) {
    this.#onBroken = onBroken;
    this.#runtime = runtime;
    this.#limits = limits;
    runtime.setMemoryLimit(limits.memoryMb * 2 ** 20);
    runtime.setMaxStackSize(stackBytes);
    runtime.setInterruptHandler(() => ++this.#ticks > limits.ticks);
    this.#context = runtime.newContext();
    try {
      this.#functions = this.#begin();
      this.#plugin = this.#load(code);
    } catch (error) {
      this.#judge(error);
      this.close();
      throw error;
    }
  }

  /** JSON text: strategy id → its params' schema, and whether it has rules of its own. */
  get plugin(): string {
    return this.#plugin;
  }

  /** Memory that the realm uses, in bytes. */
  get usedBytes(): number {
    const handle = this.#runtime.computeMemoryUsage();
    const used = this.#context.getProp(handle, 'memory_used_size');
    const bytes = this.#context.getNumber(used);
    used.dispose();
    handle.dispose();
    return bytes;
  }

  /** What the context answers from now on. */
  answerBy(answers: GuestAnswers): void {
    this.#answers = answers;
  }

  /** Calls one of the prelude's functions; '' when it gives nothing. */
  call(name: GuestFunction, ...args: readonly (string | number)[]): string {
    if (!this.#isOpen) throw new GuestError('its realm is closed');
    this.#ticks = 0;
    const context = this.#context;
    try {
      const callee = context.getProp(this.#functions, name);
      const values = args.map((arg) => (typeof arg === 'string' ? context.newString(arg) : context.newNumber(arg)));
      const result = context.callFunction(callee, context.undefined, ...values);
      for (const value of values) value.dispose();
      callee.dispose();
      return this.#read(result);
    } catch (error) {
      this.#judge(error);
      throw error;
    }
  }

  /** Gives its memory back. Calling it twice is harmless. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    try {
      this.#functions?.dispose();
      this.#context.dispose();
      this.#runtime.dispose();
    } catch (error) {
      // The interpreter counts its own objects and ends when one is left over.
      this.#judge(error);
    }
  }

  /** Whatever is not the strategy's own error came from the interpreter. */
  #judge(error: unknown): void {
    if (error instanceof GuestError) return;
    // Nothing more is run in it, not even to clean up.
    this.#isOpen = false;
    this.#onBroken();
  }

  #begin(): QuickJSHandle {
    const context = this.#context;
    const begin = this.#value(context.evalCode(guestPrelude, 'tessera.js'));
    const ask = context.newFunction('ask', (question, values) => {
      const asked = context.getString(question);
      return context.newString(questions.has(asked) ? this.#answers(asked as GuestQuestion, context.getString(values)) : 'null');
    });
    try {
      return this.#value(context.callFunction(begin, context.undefined, ask));
    } finally {
      ask.dispose();
      begin.dispose();
    }
  }

  #load(code: string): string {
    const context = this.#context;
    this.#ticks = 0;
    const plugin = this.#value(context.evalCode(`${code}\n;tesseraPlugin.plugin;`, 'strategy.js'));
    const load = context.getProp(this.#functions, 'load');
    try {
      return this.#read(context.callFunction(load, context.undefined, plugin));
    } finally {
      load.dispose();
      plugin.dispose();
    }
  }

  #read(result: GuestResult): string {
    const value = this.#value(result);
    try {
      const kind = this.#context.typeof(value);
      if (kind === 'undefined') return '';
      if (kind !== 'string') throw new GuestError('its answer cannot be written as JSON');
      const lengthHandle = this.#context.getProp(value, 'length');
      const length = this.#context.getNumber(lengthHandle);
      lengthHandle.dispose();
      if (length > this.#limits.answerLength) throw new GuestError(`its answer is longer than ${this.#limits.answerLength} characters`);
      return this.#context.getString(value);
    } finally {
      value.dispose();
    }
  }

  #value(result: GuestResult): QuickJSHandle {
    if (result.error === undefined) return result.value;
    const text = this.#textOf(result.error);
    result.error.dispose();
    throw new GuestError(text);
  }

  /** Of what was thrown, which may be anything: nothing of it is run or trusted. */
  #textOf(error: QuickJSHandle): string {
    const { ticks, memoryMb } = this.#limits;
    if (this.#ticks > ticks) return `its step took more work than ${ticks} ticks, each some 10,000 loops or calls`;
    const context = this.#context;
    const text = context.typeof(error) === 'string' ? context.getString(error) : this.#messageOf(error);
    // Without memory for an error the interpreter throws null.
    if (text === 'out of memory' || text === 'null') return `it needs more than ${memoryMb} MB, or threw null`;
    return text.slice(0, longestMessage);
  }

  #messageOf(error: QuickJSHandle): string {
    const read = this.#context.getProp(this.#functions, 'messageOf');
    const result = this.#context.callFunction(read, this.#context.undefined, error);
    read.dispose();
    if (result.error !== undefined) {
      result.error.dispose();
      return 'it threw what cannot be read';
    }
    const text = this.#context.getString(result.value);
    result.value.dispose();
    return text;
  }
}

type GuestResult = ReturnType<QuickJSContext['callFunction']>;
