/** True when `npm start` would neither install nor build. */
export function isPrepared(): boolean;
