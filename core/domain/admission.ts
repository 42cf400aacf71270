/** How long the link in the letter of an invitation opens it. */
export const admissionDays = 7;
export const admissionLifeMs = admissionDays * 24 * 60 * 60_000;

/** What the link of a letter leads by: behind the `#` it comes to no server, no log and no page that is left for another. */
export const admissionPath = (token: string): string => `/register#invitation=${token}`;

/** 256 random bits. */
export const admissionTokenPattern = '^[A-Za-z0-9_-]{43}$';

/** The token that an address leads with; null: none. One that was cut short stays what it is, and opens nothing. */
export const admissionTokenIn = (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('invitation');
