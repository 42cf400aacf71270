/** By which way a letter goes. */
export const deliveryChannels = ['mail', 'sms', 'push'] as const;
export type DeliveryChannel = (typeof deliveryChannels)[number];

/** Those with a server or gateway that may be missing; a letter without one is read in the outbox. */
export const letterChannels = ['mail', 'sms'] as const satisfies readonly DeliveryChannel[];
export type LetterChannel = (typeof letterChannels)[number];

/** `WAITING`: nobody has taken it yet; `TAKEN`: the channel has; `FAILED`: the channel will not take it; `EXPIRED`: nobody did while it was worth something. */
export const deliveryStates = ['WAITING', 'TAKEN', 'FAILED', 'EXPIRED'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Why a channel did not take a letter. `REFUSED` ends its tries; after the others it is tried again. */
export const deliveryFaults = ['UNREACHABLE', 'TIMEOUT', 'SIGN_IN', 'REFUSED', 'FAILED'] as const;
export type DeliveryFault = (typeof deliveryFaults)[number];

/** What letters are about. */
export const deliveryKinds = ['code', 'invitation', 'account', 'sign-in', 'password', 'notice'] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];
