/** Windows over which the volume of takers is added up, in minutes. */
export const flowWindows = { '5m': 5, '15m': 15, '1h': 60, '4h': 240, '1d': 1_440 } as const;
export type FlowWindow = keyof typeof flowWindows;
