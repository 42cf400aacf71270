/** What an exchange wants of an account that somebody has there. */
export const accountKeyNeeds = ['none', 'keys', 'keys-and-passphrase'] as const;
export type AccountKeyNeed = (typeof accountKeyNeeds)[number];
