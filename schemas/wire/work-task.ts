import { type Static, Type } from '@sinclair/typebox';
import { strict } from '../common.ts';

export const CaptchaId = Type.String({ pattern: '^[A-Za-z0-9_-]{8,1024}$' });
/** An answer, in the query of the call that it opens. */
export const CaptchaQuery = strict({
  captcha_id: CaptchaId,
  /** What was found: `<counter>.<its key in hexadecimal digits>`. */
  captcha_value: Type.String({ minLength: 1, maxLength: 128 }),
});

/** A proof of work as ALTCHA's version 2 writes it, names and all: its solvers in any language take it as it is. */
export const WorkChallenge = strict({
  parameters: strict({
    algorithm: Type.String(),
    cost: Type.Integer({ minimum: 1 }),
    data: strict({ effort: Type.Integer(), expiresMs: Type.Integer() }),
    keyLength: Type.Integer(),
    keyPrefix: Type.String(),
    keySignature: Type.String(),
    nonce: Type.String(),
    salt: Type.String(),
  }),
  signature: Type.String(),
});
export type WorkChallenge = Static<typeof WorkChallenge>;

export const WorkTask = strict({
  captcha_id: CaptchaId,
  /** From now until it can no longer be answered. */
  lifetime_ms: Type.Integer({ minimum: 1 }),
  /** Counters from 0 of which one is right. */
  tries: Type.Integer({ minimum: 1 }),
  challenge: WorkChallenge,
});
export type WorkTask = Static<typeof WorkTask>;
