import { type Token, token } from '../../../core/contract/token.ts';

/** Counts the minutes since the server was started. */
export interface Pulse {
  readonly beats: number;
}

/** Other plugins may not import this file: a token that they need moves to core/contract. */
export const PULSE: Token<Pulse> = token<Pulse>('service-sample.pulse', 'Minutes since the start');
