import { makeAutoObservable, observableRef } from 'mobx';
import type { FrameQuestion } from './order-question.ts';

const mostWaiting = 3;
/** After so many refusals in a row a panel is not heard any more until the user says so, or it is opened anew. */
const mostRefusals = 3;

interface Waiting {
  readonly question: FrameQuestion;
  readonly settle: (yes: boolean) => void;
}

/** Questions of one frame to the user, one after the other. */
export class QuestionQueue {
  refusals = 0;
  waiting: readonly Waiting[] = [];

  constructor() {
    makeAutoObservable(this, { waiting: observableRef, ask: false }, { autoBind: true });
  }

  get current(): FrameQuestion | null {
    return this.waiting[0]?.question ?? null;
  }

  /** It was refused too often: nothing is asked. */
  get isDeaf(): boolean {
    return this.refusals >= mostRefusals;
  }

  hearAgain(): void {
    this.refusals = 0;
  }

  /** True when the user says yes. */
  ask(question: FrameQuestion): Promise<boolean> {
    if (this.waiting.length >= mostWaiting || this.isDeaf) return Promise.resolve(false);
    return new Promise((settle) => this.add({ question, settle }));
  }

  add(waiting: Waiting): void {
    this.waiting = [...this.waiting, waiting];
  }

  answer(yes: boolean): void {
    const [first, ...rest] = this.waiting;
    this.refusals = yes ? 0 : this.refusals + 1;
    this.waiting = rest;
    first?.settle(yes);
    if (this.isDeaf) this.close();
  }

  /** The panel is closed: nobody says yes any more. */
  close(): void {
    const all = this.waiting;
    this.waiting = [];
    for (const { settle } of all) settle(false);
  }
}
