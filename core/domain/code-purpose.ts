/** What a code that was sent to an address opens. */
export const codePurposes = ['register', 'reset'] as const;
export type CodePurpose = (typeof codePurposes)[number];

export const codeDigits = 6;
export const codePattern = '^[0-9]{6}$';
/** How long a code is good, ms. */
export const codeLifeMs = 10 * 60_000;
/** Seconds after which an address may be sent another. */
export const codePauseS = 60;
