import { closeSync, openSync, writeSync } from 'node:fs';
import type { RunStep, StepMoment, StepReader } from '../../server/runtime/backtest/steps/step-recorder.ts';

const bufferedCharacters = 65_536;

/** Writes a line of JSON for every moment at which the strategy was called, while the run goes on. */
export class StepLines implements StepReader {
  readonly #file: number;
  #buffered = '';

  /** Throws when the file cannot be written. */
  constructor(path: string) {
    this.#file = openSync(path, 'w');
  }

  reached({ isCalled }: StepMoment): boolean {
    return isCalled;
  }

  take({ sheet, marked: _, ...step }: RunStep): void {
    this.#buffered += `${JSON.stringify({ ...step, ...sheet })}\n`;
    if (this.#buffered.length >= bufferedCharacters) this.#flush();
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  #flush(): void {
    writeSync(this.#file, this.#buffered);
    this.#buffered = '';
  }
}
